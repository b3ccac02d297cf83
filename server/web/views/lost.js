/** An address that leads nowhere. */

import { h, render } from "../dom.js";
import { say } from "../words.js";

/** @type {import("../router.js").View} */
export const lost = {
  open(root) {
    render(root, h("section", { class: "card narrow" }, h("h1", null, say.notFound), h("p", null, h("a", { href: "/" }, say.home))));
  },
};
