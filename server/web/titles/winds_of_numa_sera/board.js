/** Winds of Numa Sera: the world in the middle, the kingdoms around it. */

import { classes, h } from "../../dom.js";
import { seatSign } from "../../parts/icons.js";
import { say } from "../../words.js";
import { keysOf } from "./keys.js";
import { kingdom } from "./kingdom.js";
import { keep } from "./map/keeps.js";
import { find, nameOf } from "./names.js";
import { button, card, slip } from "./parts.js";
import { portrait } from "./portraits.js";
import { world } from "./world.js";

/** @typedef {import("../contract.js").Table} Table */

/** @type {import("../contract.js").TitleModule} */
const windsOfNumaSera = { style: "style/winds-of-numa-sera.css", board, keysOf };

export default windsOfNumaSera;

/** @param {Table} table */
function board(table) {
  const order = table.seats.map((_, index) => ((table.you ?? 0) + index) % table.seats.length);
  return h("div", { class: "ns" }, head(table), world(table), order.map((seat) => kingdom(table, seat)));
}

/** Where the game stands, and what is asked. @param {Table} table */
function head(table) {
  const { phase, pending, pledges } = table.view;
  return h("section", { class: classes("ns-head", phase.type === "finished" && "over") },
    h("div", { class: "ns-now" },
      h("p", { class: "ns-phase", role: "status" }, phase.seat !== undefined ? seatSign(phase.seat) : null, " ", phaseText(table, phase)),
      phase.type === "turn" ? h("ul", { class: "ns-steps" }, [["explored", phase.explored], ["built", phase.built], ["attacked", phase.attacked]].map(([name, done]) => h("li", { class: done ? "done" : "", mark: String(done) }, say.winds.steps[String(name)]))) : null,
      button(table, "move:end_turn", say.winds.endTurn)),
    phase.type === "drafting" ? drafting(table) : null,
    phase.type === "succession" ? succession(table) : null,
    table.view.battle ? battle(table) : null,
    pending ? choice(table, pending) : null,
    table.view.offer ? offer(table) : null,
    pledges.length ? h("ul", { class: "ns-pledges" }, pledges.map((/** @type {any} */ each) => h("li", null, say.winds.pledged(table.seats[each.by].name, each.kind, target(table, each), each.turns)))) : null);
}

/** @param {Table} table @param {any} phase */
function phaseText(table, phase) {
  const name = phase.seat === undefined ? "" : table.seats[phase.seat].name;
  if (phase.type === "finished" || phase.type === "end_of_game") {
    return phase.winner < 0 ? say.winds.phases[phase.type]("") : say.winds.won(table.seats[phase.winner].name, phase.reasons.map((/** @type {string} */ each) => table.components.name("victory_conditions", each)));
  }
  return say.winds.phases[phase.type](name);
}

/** @param {Table} table */
function drafting(table) {
  const taken = table.view.seats.map((/** @type {any} */ seat) => seat.kingdom);
  return h("div", { class: "ns-cards" }, (table.components.tables.kingdoms ?? []).filter((/** @type {any} */ each) => !taken.includes(each.id)).map((/** @type {any} */ each) => card(table, each.id, `kingdom:${each.id}`)));
}

/** The own heroes: who leads, who follows. @param {Table} table */
function succession(table) {
  const own = table.you === null ? null : table.view.seats[table.you];
  const heroes = own && (table.components.tables.heroes ?? []).filter((/** @type {any} */ hero) => hero.kingdom === own.kingdom);
  if (!heroes || own.answered) return null;
  return [0, 1].map((place) => h("div", { class: `ns-succession ns-seat-${table.you}`, key: place }, h("span", { class: "ns-label" }, say.winds.linePlaces[place]), h("div", { class: "ns-cards" }, heroes.map((/** @type {any} */ hero) => card(table, hero.id, `line:${place}:${hero.id}`)))));
}

/** @param {Table} table */
function battle(table) {
  const { attacker, defender, heroes, stronghold, attack, defense, attacker_cards: cards, defender_cards: answers, cancelled } = table.view.battle;
  return h("section", { class: "ns-battle", key: "battle", "aria-label": say.winds.battle },
    fighter(table, attacker, portrait(heroes[0]), nameOf(table, heroes[0]), say.winds.attackOf(attack), cards, cancelled[0]),
    h("span", { class: "ns-versus" }, "⚔"),
    fighter(table, defender, stronghold ? keep(stronghold, defender < 0 ? null : defender) : portrait(heroes[1]), nameOf(table, stronghold || heroes[1]), say.winds.defenseOf(defense), answers, cancelled[1]),
    button(table, "move:no_card", say.winds.noCard));
}

/** @param {Table} table @param {number} seat @param {import("../contract.js").Node} drawn @param {string} name @param {string} value @param {string[]} cards @param {boolean} cancelled */
function fighter(table, seat, drawn, name, value, cards, cancelled) {
  return h("div", { class: seat < 0 ? "ns-fighter" : `ns-fighter ns-seat-${seat}` }, drawn,
    seat < 0 ? null : seatSign(seat), h("b", null, name), h("span", null, value), cards.map((id) => h("span", { class: cancelled ? "ns-cancelled" : "" }, slip(table, id, false))));
}

/** A choice that is waited for. @param {Table} table @param {any} pending */
function choice(table, pending) {
  const source = pending.source ? `: ${nameOf(table, pending.source)}` : "";
  const asked = h("p", null, say.winds.chooses(table.seats[pending.seat].name), source);
  if (pending.seat !== table.you) return h("div", { class: "ns-choice", key: "choice" }, asked);
  return h("div", { class: "ns-choice", key: "choice" }, asked,
    h("div", { class: "ns-cards" }, (pending.options ?? []).map((/** @type {string} */ option) => (find(table, option)[0] ? card(table, option, `option:${option}`) : button(table, `option:${option}`, optionText(table, option))))));
}

/** @param {Table} table @param {string} option */
function optionText(table, option) {
  return /^\d$/.test(option) ? table.seats[Number(option)]?.name ?? option : say.winds.options[option] ?? nameOf(table, option);
}

/** The open trade offer. @param {Table} table */
function offer(table) {
  const { offer: open } = table.view;
  const part = (/** @type {string} */ name) => [
    [...open[`${name}_cards`], ...open[`${name}_hidden`]].map((/** @type {string} */ id) => slip(table, id, false)),
    open[`${name}_capital`] ? say.winds.someCapital(open[`${name}_capital`]) : null,
    open[`${name}_power`] ? say.winds.somePower(open[`${name}_power`]) : null,
    name === "get" && open.get_battle_cards ? say.winds.someBattleCards(open.get_battle_cards) : null,
    open[`${name}_pledge`] === "none" ? null : say.winds.pledges[open[`${name}_pledge`]],
  ];
  return h("section", { class: "ns-offer", key: "offer" }, h("p", null, say.winds.offers(table.seats[open.by].name, table.seats[open.to].name)),
    h("p", null, h("span", { class: "ns-label" }, say.winds.gives), part("give")), h("p", null, h("span", { class: "ns-label" }, say.winds.wants), part("get")),
    h("div", { class: "row" }, ["accept_trade", "reject_trade", "withdraw_trade"].map((name) => button(table, `move:${name}`, say.winds.answers[name]))));
}

/** @param {Table} table @param {any} pledge */
function target(table, pledge) {
  return pledge.seat >= 0 && ["player", "hero"].includes(pledge.target_type) ? table.seats[pledge.seat].name : nameOf(table, pledge.target);
}
