/** Winds of Numa Sera: the world in the middle, the kingdoms around it. */

import { classes, h } from "../../dom.js";
import { joined } from "../../parts/board.js";
import { seatSign } from "../../parts/icons.js";
import { tip } from "../../parts/tip.js";
import { say } from "../../words.js";
import { keysOf } from "./keys.js";
import { kingdom } from "./kingdom.js";
import { find, nameOf } from "./names.js";
import { button, card, slip } from "./parts.js";

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
  return h("section", { class: "ns-head" },
    h("p", { class: "ns-phase", role: "status" }, phase.seat !== undefined ? seatSign(phase.seat) : null, " ", phaseText(table, phase)),
    phase.type === "turn" ? h("ul", { class: "ns-steps" }, [["explored", phase.explored], ["built", phase.built], ["attacked", phase.attacked]].map(([name, done]) => h("li", { class: done ? "done" : "", mark: String(done) }, say.winds.steps[String(name)]))) : null,
    phase.type === "drafting" ? drafting(table) : null,
    phase.type === "succession" ? succession(table) : null,
    table.view.battle ? battle(table) : null,
    pending ? choice(table, pending) : null,
    table.view.offer ? offer(table) : null,
    pledges.length ? h("ul", { class: "ns-pledges" }, pledges.map((/** @type {any} */ each) => h("li", null, say.winds.pledged(table.seats[each.by].name, each.kind, target(table, each), each.turns)))) : null,
    h("div", { class: "row" }, button(table, "move:end_turn", say.winds.endTurn)));
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
  return [0, 1].map((place) => h("div", { class: "ns-succession", key: place }, h("span", { class: "ns-label" }, say.winds.linePlaces[place]), h("div", { class: "ns-cards" }, heroes.map((/** @type {any} */ hero) => card(table, hero.id, `line:${place}:${hero.id}`)))));
}

/** @param {Table} table */
function battle(table) {
  const { battle: fight } = table.view;
  const attacked = fight.stronghold ? nameOf(table, fight.stronghold) : fight.heroes[1] ? nameOf(table, fight.heroes[1]) : "";
  const sideOf = (/** @type {string} */ name, /** @type {number} */ seat, /** @type {string} */ value, /** @type {string[]} */ cards, /** @type {boolean} */ cancelled) => h("div", { class: "ns-battle-side" },
    seat >= 0 ? seatSign(seat) : null, h("b", null, name), h("span", null, value), cards.map((id) => h("span", { class: cancelled ? "ns-cancelled" : "" }, slip(table, id, false))));
  return h("section", { class: "ns-battle", key: "battle", "aria-label": say.winds.battle },
    sideOf(nameOf(table, fight.heroes[0]), fight.attacker, say.winds.attackOf(fight.attack), fight.attacker_cards, fight.cancelled[0]),
    h("span", { class: "ns-versus" }, "⚔"),
    sideOf(attacked, fight.defender, say.winds.defenseOf(fight.defense), fight.defender_cards, fight.cancelled[1]),
    h("div", { class: "row" }, button(table, "move:no_card", say.winds.noCard)));
}

/** A choice that is waited for. @param {Table} table @param {any} pending */
function choice(table, pending) {
  const source = pending.source ? `: ${nameOf(table, pending.source)}` : "";
  return h("div", { class: "ns-choice", key: "choice" }, h("p", null, say.winds.chooses(table.seats[pending.seat].name), source),
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

/** Strongholds, World Forge, colleges, Exploration. @param {Table} table */
function world(table) {
  const { strongholds, world_forge: forge, colleges, exploration } = table.view;
  const top = exploration.discard.at(-1);
  return h("section", { class: "ns-world" },
    h("div", { class: "ns-strongholds" }, h("h3", null, say.winds.independent, " ", h("small", { class: "hint" }, say.winds.inDeck(strongholds.deck))),
      h("div", { class: "ns-map" }, strongholds.display.map((/** @type {string} */ id) => stronghold(table, id)))),
    h("div", { class: "ns-forge" }, h("h3", null, say.winds.forge, " ", h("small", { class: "hint" }, say.winds.inDeck(forge.deck))),
      h("div", { class: "ns-cards" }, forge.display.map((/** @type {string} */ id) => card(table, id, `item:${id}`, say.winds.cost(find(table, id)[1].cost ?? 0))))),
    h("div", { class: "ns-colleges" }, h("h3", null, say.winds.colleges), h("div", { class: "ns-college-row" }, Object.entries(colleges).map(([id, count]) =>
      h("div", joined({ class: "ns-college", tabindex: "0", mark: count, key: id }, table.tip("skills", id), table.place(`skill:${id}`, table.components.name("skills", id))), h("span", null, table.components.name("skills", id)), h("b", null, String(count)))))),
    h("div", { class: "ns-exploration" }, h("h3", null, say.winds.exploration), h("div", { class: "ns-college-row" },
      h("div", joined({ class: "ns-deck", tabindex: "0", mark: exploration.deck, ...tip(say.winds.exploration, say.winds.inDeck(exploration.deck)) }, table.place("deck:exploration", say.winds.explore)), h("b", null, exploration.deck), h("span", null, say.winds.explore)),
      [...exploration.open, ...exploration.your_drawn].map((/** @type {string} */ id) => slip(table, id, false)),
      top ? h("span", { class: "ns-discard" }, say.winds.discard(exploration.discard.length), " ", slip(table, top, false)) : null)));
}

/** An independent Stronghold, drawn as a castle on its hill. @param {Table} table @param {string} id */
function stronghold(table, id) {
  const [, entry] = find(table, id);
  return h("div", joined({ class: classes("ns-stronghold"), tabindex: "0", key: id }, table.tip("strongholds", id), table.place(`stronghold:${id}`, `${entry.name}. ${entry.text ?? ""}`)),
    h("svg", { viewBox: "0 0 80 46", "aria-hidden": "true" }, h("path", { d: "M0 46C18 26 62 26 80 46z", class: "ns-hill" }), h("path", { d: "M24 36V14h6v4h6v-4h8v4h6v-4h6v22z", class: "ns-wall" }), h("path", { d: "M36 36v-8a4 4 0 0 1 8 0v8z", class: "ns-door" })),
    h("b", null, entry.name), h("small", null, say.winds.defenseOf(entry.defense ?? 0)));
}
