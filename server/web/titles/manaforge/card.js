/** Item cards, talents and dice. */

import { classes, h } from "../../dom.js";
import { joined } from "../../parts/board.js";
import { say } from "../../words.js";
import { amounts, sign } from "./signs.js";

/** @typedef {import("../contract.js").Table} Table */

const own = () => say.manaforge;

/**
 * An item card as it lies on the board.
 * @param {Table} table @param {string} id @param {Record<string, any>} [more]
 */
export function item(table, id, more = {}) {
  const card = table.components.find("items", id);
  const name = table.components.name("items", id);
  return h("div", joined({ class: `mf-card mf-of-${card.element}`, tabindex: "0", key: id }, table.tip("items", id), table.place(`card:${id}`, `${name}. ${card.text ?? ""}`), more),
    h("div", { class: "mf-card-head" }, sign(card.element, card.element), h("span", { class: "mf-card-cost" }, amounts(card.cost ?? {}, (element) => element))),
    h("div", { class: "mf-card-name" }, name),
    h("div", { class: "mf-card-text" }, short(card)),
    h("div", { class: "mf-card-foot" }, card.wand ? own().wand : card.kind ? own().kinds[card.kind] ?? card.kind : ""));
}

/** The text without what the card shows already. @param {any} card */
function short(card) {
  return String(card.text ?? "").replace(/^[^.]*\.\s*Cost [^.]*\.\s*/, "");
}

/**
 * A card in a Workshop: charged or exhausted, with its gems.
 * @param {Table} table @param {any} card @param {boolean} mine
 */
export function workshopCard(table, card, mine) {
  const data = table.components.find("items", card.card);
  const name = table.components.name("items", card.card);
  const state = card.charged ? own().charged : own().exhausted;
  const open = (data.slots ?? []).slice(card.gems.length);
  return h("div", joined(
    { class: classes("mf-work", `mf-of-${data.element}`, !card.charged && "spent"), tabindex: "0", key: card.card, mark: `${card.charged}${card.level}` },
    table.tip("items", card.card), mine ? table.place(`card:${card.card}`, `${name}, ${state}`) : null),
  h("div", { class: "mf-card-name" }, name),
  h("div", { class: "mf-work-gems" }, card.gems.map((/** @type {string} */ gem) => sign(gem, gem)), open.map((/** @type {string} */ gem) => h("span", { class: `mf-slot mf-slot-${gem}` }, sign(gem, own().openSlot(gem))))),
  h("div", { class: "mf-work-state" }, state));
}

/** @param {Table} table @param {string} id @param {boolean} mine @param {boolean} [used] */
export function talent(table, id, mine, used = false) {
  const data = table.components.find("talents", id);
  const name = table.components.name("talents", id);
  return h("div", joined({ class: classes("mf-talent", used && "spent"), tabindex: "0", key: id }, table.tip("talents", id), mine ? table.place(`talent:${id}`, `${name}. ${data.text ?? ""}`) : null),
    h("span", { class: "mf-talent-die" }, sign(data.die ?? "any", own().dieOf(data.die ?? "any"))),
    h("span", { class: "mf-card-name" }, name));
}

/** A talent to be picked, with its text. @param {Table} table @param {string} id */
export function talentCard(table, id) {
  const data = table.components.find("talents", id);
  const name = table.components.name("talents", id);
  return h("div", joined({ class: "mf-card mf-talent-card", tabindex: "0", key: id }, table.tip("talents", id), table.place(`talent:${id}`, `${name}. ${data.text ?? ""}`)),
    h("div", { class: "mf-card-head" }, sign(data.die ?? "any", own().dieOf(data.die ?? "any"))),
    h("div", { class: "mf-card-name" }, name),
    h("div", { class: "mf-card-text" }, data.text ?? ""));
}

/** @param {Table} table @param {any} die @param {boolean} mine */
export function die(table, die, mine) {
  const face = (table.components.find("dice", die.kind).faces ?? [])[die.face - 1];
  const text = die.shows ? table.components.text("faces", die.shows) : own().notRolled;
  const name = `${table.components.name("dice", die.kind)}${die.spent ? `, ${own().spentDie}` : ""}`;
  return h("div", joined(
    { class: classes("mf-die", `mf-of-${die.kind}`, die.spent && "spent", die.held && "held"), tabindex: "0", key: die.id, mark: `${die.face}${die.spent}${die.held}`, "data-tip": `${name}\n${text}`, role: "img", "aria-label": `${name}: ${text}` },
    mine ? table.place(`die:${die.id}`, `${name}: ${text}`) : null),
  shows(face, die));
}

/** What a face shows: its mana, a gem, or a letter of its own. @param {any} face @param {any} die */
function shows(face, die) {
  if (!face) return h("span", { class: "mf-face" }, "?");
  const symbols = Object.entries(face.symbols ?? {}).flatMap(([element, count]) => Array.from({ length: Number(count) }, () => element));
  const gem = String(face.id).startsWith("gem");
  if (!symbols.length) return h("span", { class: "mf-face mf-letter" }, own().faces[die.shows] ?? String(die.shows ?? "?").charAt(0).toUpperCase());
  return h("span", { class: classes("mf-face", gem && "mf-gem-face") }, symbols.map((element, index) => h("span", { key: index }, sign(element))));
}
