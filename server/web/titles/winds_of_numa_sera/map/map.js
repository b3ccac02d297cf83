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
  const [, { name, defense = 0, text = "" }] = find(table, id);
  const battle = table.view.battle?.stronghold === id ? table.view.battle : null;
  const lying = holder === null ? 0 : table.view.seats[holder].capital_on_cards[id] ?? 0;
  const whose = holder === null ? [say.winds.isIndependent] : [say.winds.heldBy(table.seats[holder].name), lying ? say.winds.lying(lying) : "", say.winds.onTop];
  const props = { key: id, style: at(where), mark: holder ?? "", class: classes(holder !== null && `held ns-seat-${holder}`, battle && "attacked") };
  return thing("ns-site", props, name, whose.filter(Boolean).join(" "), text, table.place(`stronghold:${id}`, text),
    h("span", { class: "ns-drawn" }, keep(id, holder), number("defense", battle?.defense ?? defense), lying ? number("capital", lying) : null),
    h("span", { class: "ns-plate" }, holder === null ? null : seatSign(holder), h("b", null, name)));
}

/** A kingdom's capital, where its Active Hero can be met. @param {Table} table @param {string} kingdom @param {number} seat @param {Spot} where */
function home(table, kingdom, seat, where) {
  const { line, alive, power, max_power: most, defense } = table.view.seats[seat];
  const { battle } = table.view;
  const name = table.components.name("kingdoms", kingdom);
  const who = table.seats[seat].name;
  const hero = alive && line.length ? nameOf(table, line[0]) : "";
  const state = hero ? `${say.winds.ledBy(hero)} ${say.winds.powerOf(power, most)}, ${say.winds.defenseOf(defense)}.` : alive ? "" : say.winds.noHero;
  const props = { key: kingdom, style: at(where), mark: power, class: classes(`held ns-seat-${seat}`, !alive && "dead", battle && !battle.stronghold && battle.defender === seat && "attacked") };
  return thing("ns-site ns-home", props, say.winds.capitalOf(name, who), state, "", hero ? table.place(`hero:${seat}`, say.winds.attackHero(hero)) : {},
    h("span", { class: "ns-drawn" }, capital(seat), hero ? [number("power", power), number("defense", defense)] : null),
    h("span", { class: "ns-plate" }, seatSign(seat), h("b", null, name), h("small", null, who)));
}

/** A kingdom that nobody leads, or nobody leads yet. @param {Table} table @param {string} kingdom @param {Spot} where */
function vacant(table, kingdom, where) {
  const { name, text } = table.components.find("kingdoms", kingdom);
  return thing("ns-site ns-home vacant", { key: kingdom, style: at(where) }, name, "", text, table.place(`kingdom:${kingdom}`, text),
    h("span", { class: "ns-drawn" }, capital(null)), h("span", { class: "ns-plate" }, h("b", null, name)));
}

/**
 * Whatever stands on the map. As a button it is called by what is read on it, and then what is not; else by its whole label.
 * @param {string} name @param {Record<string, any>} props @param {string} label @param {string} state @param {string} text @param {Record<string, any>} place
 * @param {...import("../../../dom.js").Child} drawn
 */
function thing(name, props, label, state, text, place, ...drawn) {
  const told = tip(label, [state, text].filter(Boolean).join("\n"));
  const named = place.role ? {} : { role: "group", "aria-label": [`${label}.`, state, text].filter(Boolean).join(" ") };
  return h("div", joined({ class: name, tabindex: "0" }, named, told, place, props), drawn, place.role ? h("span", { class: "unseen" }, ` ${state}`) : null);
}
