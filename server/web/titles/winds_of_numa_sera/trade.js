/** A trade on one's own terms: what is given, what is asked, promises on both sides. */

import { h } from "../../dom.js";
import { box } from "../../parts/confirm.js";
import { say } from "../../words.js";
import { nameOf } from "./names.js";

/** @typedef {import("../contract.js").Table} Table */

const PLEDGES = ["none", "truce", "attack"];

/** @param {Table} table @param {number} to @param {string} type offer_trade or counter_trade */
export async function openTrade(table, to, type) {
  const move = await box((close) => form(table, to, type, close));
  if (move) table.propose(move, say.winds.yourOffer(table.seats[to].name));
}

/** @param {Table} table @param {number} to @param {string} type @param {(value: any) => void} close */
function form(table, to, type, close) {
  const own = table.view.seats[/** @type {number} */ (table.you)];
  const other = table.view.seats[to];
  const shown = type === "counter_trade" ? table.view.offer?.give_hidden ?? [] : [];
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    close(composed(to, type, new FormData(/** @type {HTMLFormElement} */ (event.currentTarget))));
  };
  return h("form", { class: "ns-trade", on: { submit } },
    h("h2", null, say.winds.offer(table.seats[to].name)),
    h("div", { class: "ns-sides" },
      side(table, "give", say.winds.youGive, [...(own.hand ?? []), ...inPlay(own)], own.treasury),
      side(table, "get", say.winds.youGet, [...new Set([...other.known, ...inPlay(other), ...shown])], other.treasury)),
    h("div", { class: "row" }, h("button", { class: "main", type: "submit" }, say.winds.propose), h("button", { class: "quiet", type: "button", on: { click: () => close(false) } }, say.cancel)));
}

/** Cards that lie open and may change hands. @param {any} seat @returns {string[]} */
function inPlay(seat) {
  return [...new Set([...Object.values(seat.equipment).filter(Boolean), ...seat.mavens, ...seat.skills, ...seat.strongholds, ...(seat.blessing ? [seat.blessing] : [])])];
}

/** @param {Table} table @param {"give" | "get"} name @param {string} head @param {string[]} cards @param {number} most */
function side(table, name, head, cards, most) {
  return h("fieldset", { class: "ns-side" }, h("legend", null, head),
    number(`${name}_capital`, say.winds.stats.capital, most),
    number(`${name}_power`, say.winds.stats.power, 99),
    name === "get" ? number("get_battle_cards", say.winds.anyBattleCards, 9) : null,
    h("div", { class: "ns-trade-cards" }, cards.map((id) => h("label", { class: "tick" }, h("input", { type: "checkbox", name: `${name}_cards`, value: id }), h("span", null, nameOf(table, id))))),
    h("label", null, h("span", null, say.winds.pledge), h("select", { name: `${name}_pledge` }, PLEDGES.map((each) => h("option", { value: each }, say.winds.pledges[each])))),
    h("label", null, h("span", null, say.winds.pledgeTarget), h("select", { name: `${name}_target` }, h("option", { value: "" }, say.winds.thePartner), targets(table))),
    number(`${name}_pledge_turns`, say.winds.pledgeTurns, 10, 1));
}

/** Whom or what a promise may name. @param {Table} table */
function targets(table) {
  return [
    table.seats.flatMap(({ seat, name }) => [h("option", { value: `player:${seat}` }, name), h("option", { value: `hero:${seat}` }, say.winds.heroOf(name))]),
    table.view.strongholds.display.map((/** @type {string} */ id) => h("option", { value: `independent:${id}` }, nameOf(table, id))),
    table.view.seats.flatMap((/** @type {any} */ seat) => seat.strongholds.map((/** @type {string} */ id) => h("option", { value: `stronghold:${id}` }, nameOf(table, id)))),
  ];
}

/** @param {string} name @param {string} text @param {number} most @param {number} [value] */
function number(name, text, most, value = 0) {
  return h("label", { class: "ns-number" }, h("span", null, text), h("input", { type: "number", name, min: String(value), max: String(most), value: String(value) }));
}

/** The move, without what is left as it is. @param {number} to @param {string} type @param {FormData} data */
function composed(to, type, data) {
  /** @type {Record<string, any>} */
  const move = { type, to };
  for (const name of ["give_capital", "get_capital", "give_power", "get_power", "get_battle_cards"]) if (Number(data.get(name))) move[name] = Number(data.get(name));
  for (const name of ["give_cards", "get_cards"]) if (data.getAll(name).length) move[name] = data.getAll(name).map(String);
  for (const name of ["give", "get"]) {
    if (data.get(`${name}_pledge`) === "none") continue;
    move[`${name}_pledge`] = data.get(`${name}_pledge`);
    const [kind, target] = String(data.get(`${name}_target`)).split(":");
    if (target) Object.assign(move, { [`${name}_pledge_target_type`]: kind, [`${name}_pledge_target`]: target });
    if (Number(data.get(`${name}_pledge_turns`)) > 1) move[`${name}_pledge_turns`] = Number(data.get(`${name}_pledge_turns`));
  }
  return move;
}
