/** The map: capitals at its edges, Strongholds between them, with whoever holds them. */

import { classes, h } from "../../../dom.js";
import { joined } from "../../../parts/board.js";
import { seatSign } from "../../../parts/icons.js";
import { tip } from "../../../parts/tip.js";
import { say } from "../../../words.js";
import { find, nameOf } from "../names.js";
import { number } from "../signs.js";
import { capital, keep } from "./keeps.js";
import { land, march } from "./land.js";
import { at, HOMES, laid, SITES } from "./places.js";

/** @typedef {import("../../contract.js").Table} Table */
/** @typedef {import("./places.js").Spot} Spot */

/** @param {Table} table */
export function map(table) {
  const { strongholds, seats } = table.view;
  const held = new Map(seats.flatMap((/** @type {any} */ state, /** @type {number} */ seat) => state.strongholds.map((/** @type {string} */ id) => [id, seat])));
  const shown = [...strongholds.display, ...held.keys()];
  const ids = [...new Set([...listed(table, "strongholds"), ...shown])];
  const sites = laid(SITES, ids);
  const homes = laid(HOMES, listed(table, "kingdoms"));
  /** @type {Record<string, number>} */
  const whose = Object.fromEntries(seats.map((/** @type {any} */ state, /** @type {number} */ seat) => [state.kingdom, seat]));
  const unknown = strongholds.deck || !shown.length ? ids.filter((id) => !shown.includes(id)).map((id) => spot(sites, id)) : [];
  return h("section", { class: "ns-map", "aria-label": say.winds.map },
    land(whose, unknown, attack(table, sites, homes)),
    [...homes].map(([id, where]) => (id in whose ? home(table, id, whose[id], where) : vacant(table, id, where))),
    ids.filter((id) => shown.includes(id)).map((id) => site(table, id, held.get(id) ?? null, spot(sites, id))));
}

/** The ids of a table of components. @param {Table} table @param {string} name @returns {string[]} */
const listed = (table, name) => [...(table.components.byTable.get(name)?.keys() ?? [])];

/** @param {Map<string, Spot>} spots @param {string} id */
const spot = (spots, id) => /** @type {Spot} */ (spots.get(id));

/** The march upon whatever is attacked. @param {Table} table @param {Map<string, Spot>} sites @param {Map<string, Spot>} homes */
function attack(table, sites, homes) {
  const { battle, seats } = table.view;
  if (!battle) return null;
  const from = homes.get(seats[battle.attacker].kingdom);
  const to = battle.stronghold ? sites.get(battle.stronghold) : homes.get(seats[battle.defender]?.kingdom);
  return from && to ? march(from, to, battle.attacker) : null;
}

/** A Stronghold in its place. @param {Table} table @param {string} id @param {number | null} holder @param {Spot} where */
function site(table, id, holder, where) {
  const [, entry] = find(table, id);
  const lying = holder === null ? 0 : table.view.seats[holder].capital_on_cards[id] ?? 0;
  const text = [holder === null ? say.winds.isIndependent : say.winds.heldBy(table.seats[holder].name), lying ? say.winds.lying(lying) : "", entry.text ?? ""].filter(Boolean).join("\n");
  return h("div", joined(thing("ns-site", entry.name, text), { key: id, style: at(where), mark: holder ?? "", class: classes(holder !== null && `held ns-seat-${holder}`, table.view.battle?.stronghold === id && "attacked") }, table.place(`stronghold:${id}`, text)),
    h("span", { class: "ns-drawn" }, keep(id, holder), number("defense", entry.defense ?? 0), lying ? number("capital", lying) : null),
    h("span", { class: "ns-plate" }, holder === null ? null : seatSign(holder), h("b", null, entry.name)));
}

/** A kingdom's capital, where its Active Hero can be met. @param {Table} table @param {string} kingdom @param {number} seat @param {Spot} where */
function home(table, kingdom, seat, where) {
  const state = table.view.seats[seat];
  const [active] = state.line;
  const who = table.seats[seat].name;
  const hero = active && state.alive ? nameOf(table, active) : "";
  const text = hero ? [say.winds.ledBy(hero), `${say.winds.powerOf(state.power, state.max_power)}, ${say.winds.defenseOf(state.defense)}`].join("\n") : say.winds.noHero;
  const fought = table.view.battle && !table.view.battle.stronghold && table.view.battle.defender === seat;
  return h("div", joined(thing("ns-site ns-home", say.winds.capitalOf(table.components.name("kingdoms", kingdom), who), state.max_power ? text : ""), { key: kingdom, style: at(where), mark: state.power, class: classes(`held ns-seat-${seat}`, !state.alive && "dead", fought && "attacked") }, hero ? table.place(`hero:${seat}`, say.winds.attackHero(hero)) : null),
    h("span", { class: "ns-drawn" }, capital(seat), hero ? [number("power", state.power), number("defense", state.defense)] : null),
    h("span", { class: "ns-plate" }, seatSign(seat), h("b", null, table.components.name("kingdoms", kingdom)), h("small", null, who)));
}

/** A kingdom that nobody leads, or nobody leads yet. @param {Table} table @param {string} kingdom @param {Spot} where */
function vacant(table, kingdom, where) {
  const { name, text } = table.components.find("kingdoms", kingdom);
  return h("div", joined(thing("ns-site ns-home vacant", name, text), { key: kingdom, style: at(where) }, table.place(`kingdom:${kingdom}`, text)),
    h("span", { class: "ns-drawn" }, capital(null)), h("span", { class: "ns-plate" }, h("b", null, name)));
}

/** Props of whatever stands on the map. @param {string} name @param {string} label @param {string} text */
function thing(name, label, text) {
  return { class: name, tabindex: "0", role: "group", "aria-label": text ? `${label}. ${text}` : label, ...tip(label, text) };
}
