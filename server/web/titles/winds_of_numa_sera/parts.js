/** Small pieces of the board: cards, slips, numbers with a sign. */

import { classes, h } from "../../dom.js";
import { joined } from "../../parts/board.js";
import { tip } from "../../parts/tip.js";
import { say } from "../../words.js";
import { about, find, nameOf } from "./names.js";

/** @typedef {import("../contract.js").Table} Table */

/** @type {Record<string, string>} */
const SHAPES = {
  capital: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12z",
  power: "M12 21C5 15 2 12 2 8a5 5 0 0 1 10-1 5 5 0 0 1 10 1c0 4-3 7-10 13z",
  attack: "M20 2l2 2-10 11 1 2-2 2-2-3-4 5-3-3 5-4-3-2 2-2 2 1z",
  defense: "M12 2l8 3v7c0 5-4 8-8 10-4-2-8-5-8-10V5z",
  residual: "M12 3l9 5-9 5-9-5zM3 12l9 5 9-5v3l-9 5-9-5z",
  hand: "M4 6l10-3 6 15-10 4zM3 8l4 11-3-1z",
};

/** @param {string} name @param {number | string} value @param {string} [more] */
export function stat(name, value, more = "") {
  return h("span", { class: `ns-stat ns-${name}`, mark: value, tabindex: "0", ...tip(say.winds.stats[name], more) },
    h("svg", { class: "ns-sign", viewBox: "0 0 24 24", role: "img", "aria-label": say.winds.stats[name] }, h("path", { d: SHAPES[name], "fill-rule": "evenodd" })), h("b", null, value));
}

/** A card with its text. @param {Table} table @param {string} id @param {string} key @param {import("../../dom.js").Child} [foot] */
export function card(table, id, key, foot) {
  const [kind, entry] = find(table, id);
  return h("div", joined({ class: `ns-card ns-kind-${kind}`, tabindex: "0", key: id }, about(table, id), table.place(key, `${entry.name}. ${entry.text ?? ""}`)),
    h("div", { class: "ns-card-name" }, entry.name), h("div", { class: "ns-card-text" }, entry.text ?? ""), foot ? h("div", { class: "ns-card-foot" }, foot) : null);
}

/** A card as a slip. @param {Table} table @param {string} id @param {boolean} mine @param {string} [note] */
export function slip(table, id, mine, note) {
  const [kind, entry] = find(table, id);
  const name = nameOf(table, id);
  return h("span", joined({ class: classes("ns-slip", `ns-kind-${kind}`, entry.type && `ns-type-${entry.type}`), tabindex: "0", key: id }, about(table, id), mine ? table.place(`card:${id}`, name) : null), name, note ? h("small", null, ` ${note}`) : null);
}

/** A button of the board, where it can be clicked. @param {Table} table @param {string} key @param {string} text */
export function button(table, key, text) {
  const place = table.place(key, text);
  return place.role ? h("span", joined({ class: "ns-button", key }, place), text) : null;
}
