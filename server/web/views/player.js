/** What everybody may know of a player. */

import { get, Problem } from "../api.js";
import { h, render } from "../dom.js";
import { words } from "../catalogue.js";
import { icon } from "../parts/icons.js";
import { standings } from "../parts/ratings.js";
import { say } from "../words.js";
import { lost } from "./lost.js";

/** @type {import("../router.js").View} */
export const player = {
  open(root, { id }, query) {
    let gone = false;
    render(root, h("p", { class: "waiting" }, say.loading));
    void get(`/v1/players/${encodeURIComponent(id)}`).then((found) => {
      if (gone) return;
      document.title = `${found.name} – Moothall`;
      render(root, describe(found));
    }, (error) => {
      if (!(error instanceof Problem)) throw error;
      if (!gone) lost.open(root, {}, query);
    });
    return () => {
      gone = true;
    };
  },
};

/** @param {any} found */
function describe(found) {
  return h("section", { class: "card narrow" },
    h("h1", null, icon(found.kind === "bot" ? "bot" : "person"), " ", found.name),
    h("p", { class: "hint" }, say.player.kinds[found.kind] ?? found.kind, found.created_at ? ` · ${say.player.since(new Date(found.created_at))}` : null),
    found.games ? h("table", null,
      h("thead", null, h("tr", null, h("th", { scope: "col" }, say.player.title), Object.keys(first(found.games)).map((name) => h("th", { scope: "col" }, words(name))))),
      h("tbody", null, Object.entries(found.games).map(([slug, counts]) => h("tr", null, h("th", { scope: "row" }, h("a", { href: `/titles/${slug}` }, words(slug.replaceAll("-", "_")))),
        Object.values(/** @type {any} */ (counts)).map((count) => h("td", null, String(count))))))) : null,
    standings(found.ratings));
}

/** @param {Record<string, any>} games */
const first = (games) => Object.values(games)[0] ?? {};
