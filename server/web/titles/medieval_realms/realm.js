/** A realm: manor, leaders, management zone and map, display and cards in play. */

import { classes, h } from "../../dom.js";
import { joined } from "../../parts/board.js";
import { seatSign } from "../../parts/icons.js";
import { tip } from "../../parts/tip.js";
import { words } from "../../catalogue.js";
import { say } from "../../words.js";
import { slip } from "./card.js";
import { counter, placing, placingBar } from "./placing.js";
import { RESOURCES, sign } from "./signs.js";

/** @typedef {import("../contract.js").Table} Table */

/** Cards a display holds. */
const DISPLAY = 4;

/** With five players two areas more are fought for. */
const FIVE = 5;

/** @param {Table} table @param {number} seat */
export function realm(table, seat) {
  const who = table.seats[seat];
  const state = table.view.realms[seat];
  const mine = seat === table.you;
  const now = mine ? placing(table) : null;
  const placed = mine && table.view.placement ? table.view.placement : table.view.placements[seat] ?? null;
  const note = state.passed ? say.medieval.passed : table.view.phase.committed?.[seat] ? say.medieval.committed : null;
  return h("section", { class: classes("mr-realm", table.awaited.includes(seat) && "awaited", mine && "own"), key: `r${seat}`, "aria-label": who.name, style: { "--own": `var(--seat-${seat})` } },
    h("h3", null, seatSign(seat), " ", who.name, h("span", { class: "mr-note" }, note),
      h("span", { class: "mr-vp", mark: state.vp, tabindex: "0", ...tip(`${state.vp} ${say.medieval.vp}`, say.medieval.scores(state.immediate, state.from_colours)) }, state.vp, " ", say.medieval.vp)),
    h("div", { class: "mr-manor", "aria-label": say.medieval.manor }, RESOURCES.map((resource) => token(table, resource, state.tokens[resource], mine))),
    now ? placingBar(now) : null,
    h("div", { class: "mr-zones" }, management(table, placed, now), map(table, placed, now)),
    leaders(table, state),
    h("div", { class: "mr-row" }, h("span", { class: "mr-label" }, say.medieval.display),
      state.display.map((/** @type {string} */ id) => slip(table, id, mine)),
      Array.from({ length: Math.max(0, DISPLAY - state.display.length) }, (_, index) => h("span", { class: "mr-slip mr-free", key: `d${index}` }, " "))),
    h("div", { class: "mr-row mr-played" }, h("span", { class: "mr-label" }, say.medieval.inPlay, " ", h("b", { mark: state.in_play.length }, state.in_play.length)), state.in_play.map((/** @type {string} */ id) => slip(table, id, false))));
}

/** @param {Table} table @param {string} resource @param {number} count @param {boolean} mine */
function token(table, resource, count, mine) {
  const name = table.components.name("resources", resource);
  return h("span", joined({ class: classes("mr-token", !count && "none"), mark: count, tabindex: "0" }, table.tip("resources", resource), mine ? table.place(`resource:${resource}`, name) : null), sign(resource, name), h("b", null, count));
}

/** @param {Table} table @param {any} state */
function leaders(table, state) {
  const counts = { mayor: state.mayors - state.buffers, buffer: state.buffers, general: state.generals, admiral: state.admirals };
  return h("div", { class: "mr-leaders" }, Object.entries(counts).filter(([kind, count]) => count || kind !== "buffer").map(([kind, count]) =>
    h("span", { class: "mr-leader", mark: count, tabindex: "0", ...table.tip("leaders", kind === "buffer" ? "mayor" : kind) }, sign(kind, words(kind)), h("b", null, count))));
}

/** The six squares of the management zone. @param {Table} table @param {any} placed @param {import("./placing.js").Placing | null} now */
function management(table, placed, now) {
  return h("div", { class: "mr-management", "aria-label": say.medieval.management }, RESOURCES.slice(0, 6).map((resource) => {
    const name = table.components.name("resources", resource);
    const count = placed?.mayors?.[resource] ?? 0;
    return h("div", { class: "mr-square", tabindex: "0", mark: count, ...table.tip("management_squares", `${resource}_square`) }, sign(resource, name),
      now?.part === "place_mayors" ? counter(now, resource, name) : h("span", { class: "mr-standing" }, Array.from({ length: count }, (_, index) => h("span", { key: index }, sign("mayor")))));
  }));
}

/** The areas of the map. @param {Table} table @param {any} placed @param {import("./placing.js").Placing | null} now */
function map(table, placed, now) {
  const areas = (table.components.tables.areas ?? []).filter((/** @type {any} */ area) => table.seats.length >= FIVE || (area.players_min ?? 2) < FIVE);
  return h("div", { class: "mr-map", "aria-label": say.medieval.map }, areas.map((/** @type {any} */ area) => {
    const stand = ["generals", "admirals", "buffers"].flatMap((kind) => (placed?.[kind] ?? []).filter((/** @type {number} */ each) => each === area.area).map(() => kind.slice(0, -1)));
    const counting = now && now.part !== "place_mayors" && now.open(String(area.area));
    return h("div", { class: "mr-area", tabindex: "0", mark: stand.join(), ...table.tip("areas", area.id) },
      h("span", { class: "mr-area-name" }, area.area),
      h("span", { class: "mr-reward" }, Object.entries(area.reward ?? {}).map(([resource, count]) => h("span", null, String(count), sign(resource, words(resource))))),
      h("span", { class: "mr-standing" }, stand.map((kind, index) => h("span", { key: index }, sign(kind, words(kind))))),
      counting ? counter(now, String(area.area), area.name) : null);
  }));
}
