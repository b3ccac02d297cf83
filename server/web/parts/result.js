/** How a game ended. */

import { h } from "../dom.js";
import { words } from "../catalogue.js";
import { say } from "../words.js";
import { seatSign } from "./icons.js";

/** @param {import("../types.d.ts").Result} found @param {import("../people.js").Sitter[]} people */
export function result(found, people) {
  const { ranking, sheets } = found;
  const categories = Object.keys(sheets[0]?.categories ?? {}).filter((name) => sheets.some((/** @type {any} */ sheet) => sheet.categories[name]));
  const order = ranking.flat();
  return h("section", { class: "result" },
    h("h2", null, say.winner(ranking[0].map((/** @type {number} */ seat) => people[seat].name))),
    h("div", { class: "scroll" }, h("table", null,
      h("thead", null, h("tr", null, h("th", { scope: "col" }, say.scores), order.map((/** @type {number} */ seat) => h("th", { scope: "col" }, seatSign(seat), " ", people[seat].name)))),
      h("tbody", null, categories.map((name) => h("tr", null, h("th", { scope: "row" }, words(name)),
        order.map((/** @type {number} */ seat) => h("td", null, sheets[seat].categories[name] ?? 0))))),
      h("tfoot", null, h("tr", null, h("th", { scope: "row" }, words("total")), order.map((/** @type {number} */ seat) => h("td", null, sheets[seat].total)))))));
}
