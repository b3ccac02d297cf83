/** A kingdom: heroes, stats, tree, skills, classes, what is worn and held. */

import { classes, h } from "../../dom.js";
import { joined } from "../../parts/board.js";
import { seatSign } from "../../parts/icons.js";
import { tip } from "../../parts/tip.js";
import { words } from "../../catalogue.js";
import { say } from "../../words.js";
import { about, nameOf } from "./names.js";
import { slip, stat } from "./parts.js";
import { portrait } from "./portraits.js";
import { tree } from "./tree.js";

/** @typedef {import("../contract.js").Table} Table */

/** @param {Table} table @param {number} seat */
export function kingdom(table, seat) {
  const who = table.seats[seat];
  const state = table.view.seats[seat];
  const mine = seat === table.you;
  return h("section", { class: classes("ns-kingdom", table.awaited.includes(seat) && "awaited", mine && "own", !state.alive && "dead"), key: `k${seat}`, "aria-label": who.name, style: { "--own": `var(--seat-${seat})` } },
    h("h2", null, seatSign(seat), " ", who.name, state.kingdom ? h("span", { class: "ns-realm", tabindex: "0", ...table.tip("kingdoms", state.kingdom) }, table.components.name("kingdoms", state.kingdom)) : null,
      table.view.first_player === seat ? h("span", { class: "ns-first", tabindex: "0", ...tip(say.winds.first) }, "1") : null,
      state.alive ? null : h("span", { class: "ns-note" }, say.winds.out), state.answered ? h("span", { class: "ns-note" }, say.winds.answered) : null),
    state.kingdom ? [
      h("div", { class: "ns-top" }, hero(table, state, seat), numbers(state)),
      conditions(table, state),
      row(say.winds.skills, skills(table, state)),
      h("div", { class: "ns-equipment", role: "group", "aria-label": say.winds.equipment }, equipment(table, state, mine)),
      several(table, say.winds.classes, state.classes, mine), several(table, say.winds.mavens, state.mavens, mine), several(table, say.winds.strongholds, state.strongholds, mine, true),
      state.blessing ? several(table, say.winds.blessing, [state.blessing], mine) : null,
      several(table, say.winds.slain, state.captured, false), several(table, say.winds.fallen, state.fallen, false),
      hand(table, state, mine),
      mine ? tree(table, state.kingdom, state.ticked, true)
        : h("details", null, h("summary", null, say.winds.blocksBuilt(state.ticked.length)), tree(table, state.kingdom, state.ticked, false)),
      trade(table, seat, mine),
    ] : null);
}

/** The Active Hero, and who follows. @param {Table} table @param {any} state @param {number} seat */
function hero(table, state, seat) {
  const [active, ...rest] = state.line;
  const share = state.max_power ? Math.max(0, Math.min(1, state.power / state.max_power)) : 0;
  return h("div", { class: "ns-heroes" },
    active ? h("div", joined({ class: "ns-hero", tabindex: "0", mark: state.power, key: active }, table.tip("heroes", active), table.place(`hero:${seat}`, say.winds.attackHero(nameOf(table, active)))),
      portrait(active), h("b", null, nameOf(table, active)),
      h("span", { class: "ns-power", role: "img", "aria-label": say.winds.powerOf(state.power, state.max_power) }, h("i", { style: { width: `${share * 100}%` } })),
      h("small", null, say.winds.powerOf(state.power, state.max_power))) : h("div", { class: "ns-hero ns-none" }, say.winds.noHero),
    rest.length ? h("div", { class: "ns-line" }, h("span", { class: "ns-label" }, say.winds.next), rest.map((/** @type {string} */ id) => successor(table, id))) : null);
}

/** Who leads once the others have fallen. @param {Table} table @param {string} id */
function successor(table, id) {
  const name = nameOf(table, id);
  return h("span", { class: "ns-successor", tabindex: "0", key: id, role: "img", "aria-label": name, ...about(table, id) }, portrait(id), name.split(/[ ,]/)[0]);
}

/** @param {any} state */
function numbers(state) {
  const credits = [[state.skill_credit, say.winds.skillCredit], [state.item_credit, say.winds.itemCredit]].filter(([amount]) => amount);
  return h("div", { class: "ns-stats" }, stat("attack", state.attack), stat("defense", state.defense), stat("capital", state.treasury, credits.map(([amount, text]) => `${text}: ${amount}`).join("\n")), stat("residual", state.residual), stat("hand", state.hand_size));
}

/** How far the four conditions are. @param {Table} table @param {any} state */
function conditions(table, state) {
  const reached = { conqueror: state.strongholds.length, master: Math.max(0, ...Object.values(state.levels).map(Number)), legend: state.classes.length, champion: state.captured.length };
  return h("div", { class: "ns-conditions" }, (table.components.tables.victory_conditions ?? []).map((/** @type {any} */ each) => {
    const needed = each.if?.[0]?.value ?? 1;
    const now = /** @type {Record<string, number>} */ (reached)[each.id] ?? 0;
    const met = state.conditions.includes(each.id);
    return h("span", { class: classes("ns-condition", met && "met"), tabindex: "0", mark: `${now}${met}`, ...table.tip("victory_conditions", each.id) }, each.name, " ",
      h("span", { class: "ns-pips", role: "img", "aria-label": say.winds.of(now, needed) }, Array.from({ length: needed }, (_, index) => h("i", { class: index < now ? "full" : "" }))));
  }));
}

/** @param {Table} table @param {any} state */
function skills(table, state) {
  const learned = Object.entries(state.levels).filter(([, level]) => Number(level));
  return !learned.length ? "–" : learned.map(([id, level]) => h("span", { class: "ns-slip ns-kind-skills", tabindex: "0", key: id, mark: level, ...table.tip("skills", id) }, table.components.name("skills", id), h("b", null, String(level))));
}

/** @param {Table} table @param {any} state @param {boolean} mine */
function equipment(table, state, mine) {
  return Object.entries(state.equipment).map(([slot, id]) => h("span", { class: classes("ns-slot", state.upgraded.includes(slot) && "upgraded"), key: slot, mark: id, title: words(slot) },
    h("small", null, say.winds.slots[slot] ?? words(slot), state.upgraded.includes(slot) ? " ★" : ""), id ? slip(table, String(id), mine, capital(state, String(id))) : "–"));
}

/** Capital that lies on a card. @param {any} state @param {string} id */
function capital(state, id) {
  const amount = state.capital_on_cards[id];
  return amount ? say.winds.onCard(amount) : undefined;
}

/** @param {string} label @param {import("../../dom.js").Child} inside */
function row(label, inside) {
  return h("div", { class: "ns-row" }, h("span", { class: "ns-label" }, label), inside);
}

/** @param {Table} table @param {string} label @param {string[]} ids @param {boolean} mine @param {boolean} [strongholds] */
function several(table, label, ids, mine, strongholds = false) {
  if (!ids.length) return null;
  return row(label, ids.map((id) => (strongholds && !mine
    ? h("span", joined({ class: "ns-slip ns-kind-strongholds", tabindex: "0", key: id }, about(table, id), table.place(`stronghold:${id}`, nameOf(table, id))), nameOf(table, id))
    : slip(table, id, mine))));
}

/** @param {Table} table @param {any} state @param {boolean} mine */
function hand(table, state, mine) {
  if (state.hand) return row(say.winds.hand, state.hand.map((/** @type {string} */ id) => slip(table, id, mine)));
  const hidden = state.hand_size - state.known.length;
  return row(say.winds.hand, [state.known.map((/** @type {string} */ id) => slip(table, id, false)), hidden > 0 ? h("span", { class: "ns-slip ns-back" }, say.winds.hidden(hidden)) : null]);
}

/** @param {Table} table @param {number} seat @param {boolean} mine */
function trade(table, seat, mine) {
  const type = ["offer_trade", "counter_trade"].find((each) => table.moves.some(({ move }) => move.type === each && move.to === seat));
  if (mine || !type) return null;
  const open = async () => (await import("./trade.js")).openTrade(table, seat, type);
  return h("div", { class: "row" }, h("button", { class: "quiet small", type: "button", "data-trade": seat, on: { click: open } }, type === "counter_trade" ? say.winds.counter : say.winds.offer(table.seats[seat].name)));
}
