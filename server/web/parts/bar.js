/** The bar at the top of every page: where one is, who one is. */

import { account, onAccount } from "../account.js";
import { h, render } from "../dom.js";
import { icon } from "./icons.js";
import { say } from "../words.js";

/** @param {HTMLElement} place */
export function topBar(place) {
  const draw = () => render(place, bar());
  onAccount(draw);
  addEventListener("moothall:go", draw);
  draw();
}

function bar() {
  const who = account();
  return h("nav", { class: "bar", "aria-label": say.siteMenu },
    h("a", { class: "bar-home", href: "/" }, icon("hall"), h("span", null, "Moothall")),
    h("span", { class: "bar-gap" }),
    h("a", { class: "bar-link", href: "/tournaments" }, say.cup.title),
    h("a", { class: "bar-link", href: "/record" }, say.openRecord),
    h("a", { class: "bar-link", href: "/docs" }, say.forDevelopers),
    h("a", { class: "bar-who", href: "/account" }, icon("person"), h("span", null, who ? who.name : say.noAccount)),
  );
}
