/** Small pieces of the board: cards, slips, numbers with a sign. */

import { classes, h } from "../../dom.js";
import { joined } from "../../parts/board.js";
import { tip } from "../../parts/tip.js";
import { say } from "../../words.js";
import { about, find, nameOf } from "./names.js";
import { portrait } from "./portraits.js";
import { sign } from "./signs.js";

/** @typedef {import("../contract.js").Table} Table */

/** @param {string} name @param {number | string} value @param {string} [more] */
export function stat(name, value, more = "") {
  return h("span", { class: `ns-stat ns-${name}`, mark: value, tabindex: "0", ...tip(say.winds.stats[name], more) },
    sign(name, { role: "img", "aria-label": say.winds.stats[name] }), h("b", null, value));
}

/** A card with its text. @param {Table} table @param {string} id @param {string} key @param {import("../../dom.js").Child} [foot] */
export function card(table, id, key, foot) {
  const [kind, entry] = find(table, id);
  const pictured = kind === "heroes" ? [entry.id] : kind === "kingdoms" ? entry.heroes ?? [] : [];
  return h("div", joined({ class: `ns-card ns-kind-${kind}`, tabindex: "0", key: id }, about(table, id), table.place(key, `${entry.name}. ${entry.text ?? ""}`)),
    h("div", { class: "ns-card-head" }, pictured.map(portrait), h("span", { class: "ns-card-name" }, entry.name)), h("div", { class: "ns-card-text" }, entry.text ?? ""), foot ? h("div", { class: "ns-card-foot" }, foot) : null);
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
