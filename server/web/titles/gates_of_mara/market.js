/** The Enchantment board: spaces for Enchanters from the arrow on, and the market. */

import { h } from "../../dom.js";
import { say } from "../../words.js";
import { boardName, cardOf } from "./keys.js";
import { can, names, outlines, piece, thing } from "./pieces.js";
import { abilityOf, costOf, counted, sign } from "./signs.js";

/** @typedef {import("../contract.js").Table} Table */

/** @param {Table} table */
export function market(table) {
  return h("section", { class: "gm-market", "aria-label": boardName(table) },
    h("div", { class: "gm-market-head" },
      h("h2", null, boardName(table)),
      row(table)),
    h("div", { class: "gm-cards" }, table.view.market.map((/** @type {string | null} */ id, /** @type {number} */ index) => slot(table, id, index + 1))));
}

/** The row of spaces; the whole of it is one place, since the next free space is taken. @param {Table} table */
function row(table) {
  const spaces = table.view.enchantment_board;
  const inside = can(table, "space:enchantment_board");
  const shapes = [table.components.find("figures", "enchanter").shape];
  const text = [table.components.text("boards", "enchantment_board"), say.gates.standing(names(table, spaces.flat()))].join("\n");
  return h("div", thing(table, { at: "space:enchantment_board", class: "gm-row", label: boardName(table), text, role: "group", mark: JSON.stringify(spaces) }),
    h("span", { class: "gm-arrow", "aria-hidden": "true" }, "➤"),
    spaces.map((/** @type {any[]} */ pieces, /** @type {number} */ index) => h("span", { class: "gm-desk", key: index }, pieces.length ? pieces.map((each) => piece(table, each, inside)) : outlines(shapes))));
}

/** @param {Table} table @param {string | null} id @param {number} number */
function slot(table, id, number) {
  if (id === null) return h("div", { class: "gm-card gm-empty", key: number, mark: "" }, say.gates.emptySlot);
  const { card } = cardOf(table, id);
  const points = table.view.round + card.points_plus;
  return h("div", thing(table, { at: `slot:${number}`, key: number, class: "gm-card", label: card.name, text: `${card.text}\n${say.gates.worth(points)}`, mark: id }),
    h("b", { class: "gm-card-name" }, card.name),
    h("span", { class: "gm-card-top" }, h("span", { class: "gm-cost" }, costOf(card.cost, card.cost_one_of)), h("span", { class: "gm-worth" }, counted(points, "point"))),
    h("span", { class: "gm-card-ability" }, abilityOf(card.ability)),
    h("span", { class: "gm-for" }, card.shapes.map((/** @type {string} */ shape) => sign(shape))));
}
