/** Event cards. */

import { classes, h } from "../../dom.js";
import { joined } from "../../parts/board.js";
import { words } from "../../catalogue.js";
import { say } from "../../words.js";
import { sign } from "./signs.js";

/** @typedef {import("../contract.js").Table} Table */

/** The card that a copy is one of: `castle_3` is a castle. @param {Table} table @param {string} id */
export function kindOf(table, id) {
  return table.components.byTable.get("cards")?.has(id) ? id : id.replace(/_\d+$/, "");
}

/** A card as it lies on a panel. @param {Table} table @param {string} id @param {Record<string, any>} [more] */
export function card(table, id, more = {}) {
  const kind = kindOf(table, id);
  const data = table.components.find("cards", kind);
  const family = table.components.name("families", data.family ?? "");
  return h("div", joined({ class: `mr-card mr-stamp-${data.stamp}`, tabindex: "0", key: id }, table.tip("cards", kind), more),
    h("div", { class: "mr-card-head" }, h("span", { class: "mr-stamp" }, words(data.stamp ?? "")), cost(data)),
    h("div", { class: "mr-card-name" }, data.name ?? words(kind)),
    data.name === family ? null : h("div", { class: "mr-family" }, family),
    h("div", { class: "mr-card-foot" }, say.medieval.types[data.type] ?? data.type, data.majority ? [" · ", sign(data.majority, say.medieval.majorityOf(words(data.majority).toLowerCase()))] : null));
}

/** What a card costs to be played. @param {any} data */
function cost(data) {
  const { cost: price } = data;
  if (!price?.resource) return null;
  return h("span", { class: "mr-cost" }, h("b", null, price.amount ?? ""), sign(price.resource, words(price.resource)));
}

/** A card as a slip: in a display or in play. @param {Table} table @param {string} id @param {boolean} mine */
export function slip(table, id, mine) {
  const kind = kindOf(table, id);
  const data = table.components.find("cards", kind);
  const name = data.name ?? words(kind);
  return h("span", joined({ class: classes("mr-slip", `mr-stamp-${data.stamp}`), tabindex: "0", key: id }, table.tip("cards", kind), mine ? table.place(`card:${id}`, `${name}. ${data.text ?? ""}`) : null), name, mine ? cost(data) : null);
}
