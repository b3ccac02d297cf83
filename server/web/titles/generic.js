/** The table of a title that has no board of its own yet: what the view says, as tables and lists. */

import { h } from "../dom.js";
import { words } from "../catalogue.js";

/** Deeper than this a view is told in one line. */
const DEEPEST = 5;

/** @type {import("./contract.js").TitleModule} */
const generic = {
  style: "style/generic.css",
  board: (table) => h("div", { class: "generic" }, part(table, table.view, 0)),
  keysOf: (move) => Object.entries(move).filter(([name]) => name !== "type").flatMap(([, value]) => ids(value)),
};

export default generic;

/** @param {any} value @returns {string[]} */
function ids(value) {
  if (typeof value === "string") return [`id:${value}`];
  return Array.isArray(value) ? value.flatMap(ids) : [];
}

/** @param {import("./contract.js").Table} table @param {any} value @param {number} depth @returns {import("../dom.js").Child} */
function part(table, value, depth) {
  if (value === null) return "–";
  if (typeof value === "string") return h("span", { class: "generic-id", ...table.place(`id:${value}`, words(value)) }, words(value));
  if (typeof value !== "object") return String(value);
  if (depth > DEEPEST) return JSON.stringify(value);
  if (Array.isArray(value)) {
    return value.length ? h("ol", { class: "generic-list" }, value.map((each) => h("li", null, part(table, each, depth + 1)))) : "–";
  }
  return h("dl", { class: "generic-facts" }, Object.entries(value).map(([name, each]) => [
    h("dt", null, words(name)),
    h("dd", { mark: JSON.stringify(each) }, part(table, each, depth + 1)),
  ]));
}
