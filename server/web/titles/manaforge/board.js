/** Manaforge: the board of six items, what the turn has in reserve, and every player's Workshop. */

import { classes, h } from "../../dom.js";
import { joined } from "../../parts/board.js";
import { seatSign } from "../../parts/icons.js";
import { tip } from "../../parts/tip.js";
import { say } from "../../words.js";
import { die, item, talent, talentCard, workshopCard } from "./card.js";
import { keysOf } from "./keys.js";
import { ELEMENTS, sign } from "./signs.js";

/** @typedef {import("../contract.js").Table} Table */

/** Cards a Workshop has room for. */
const WORKSHOP = 4;

/** @type {import("../contract.js").TitleModule} */
const manaforge = { style: "style/manaforge.css", board, keysOf };

export default manaforge;

/** @param {Table} table */
function board(table) {
  const order = table.seats.map((_, index) => ((table.you ?? 0) + index) % table.seats.length);
  return h("div", { class: "mf" },
    phase(table),
    h("section", { class: "mf-market", "aria-label": say.manaforge.board },
      h("div", { class: "mf-slots" }, table.view.board.map((/** @type {string | null} */ id, /** @type {number} */ slot) =>
        h("div", { class: "mf-place", key: slot, mark: id ?? "" }, id === null ? h("span", { class: "hint" }, say.manaforge.emptySlot) : item(table, id)))),
      piles(table)),
    order.map((seat) => player(table, seat)));
}

/** What is asked now. @param {Table} table */
function phase(table) {
  const { phase } = table.view;
  const mine = table.view.own;
  switch (phase.type) {
    case "draft":
      return mine ? hand(table, say.manaforge.pick(phase.pick), mine.answer.length ? [] : mine.packet, mine.picked.concat(mine.answer)) : note(say.manaforge.drafting);
    case "keep":
      return mine ? hand(table, say.manaforge.keep, mine.picked, mine.answer) : note(say.manaforge.drafting);
    case "archmage":
      return note(say.manaforge.archmage, h("div", { class: "row" }, [...ELEMENTS, "arcane"].map((kind) => choice(table, kind, [sign(kind), table.components.name("dice", kind)]))));
    case "pre_roll":
      return note(say.manaforge.preRoll, h("div", { class: "row" }, ["keep", "release"].map((value) => choice(table, value, say.manaforge.choices[value]))));
    case "offers":
      return [turn(table, phase.turn), note(say.manaforge.offers(phase.element, phase.prestige), h("div", { class: "row" }, ["none", "gem", "prism"].map((value) => choice(table, value, say.manaforge.choices[value]))))];
    case "turn":
      return turn(table, phase);
    case "finished":
      return null;
    default:
      return note(say.stepDue);
  }
}

/** @param {string} text @param {import("../../dom.js").Child} [more] */
function note(text, more) {
  return h("section", { class: "mf-phase", key: "note" }, h("p", { class: "mf-note" }, text), more);
}

/** A button of the board, shown where it can be clicked. @param {Table} table @param {string} value @param {import("../../dom.js").Child} inside */
function choice(table, value, inside) {
  const place = table.place(`choice:${value}`, String(say.manaforge.choices[value] ?? value));
  return place.role ? h("span", joined({ class: "mf-choice", key: value }, place), inside) : null;
}

/** Talents to choose from, and those chosen. @param {Table} table @param {string} text @param {string[]} packet @param {string[]} picked */
function hand(table, text, packet, picked) {
  return h("section", { class: "mf-phase", key: "hand" },
    h("p", { class: "mf-note" }, text),
    h("div", { class: "mf-packet" }, packet.map((id) => talentCard(table, id))),
    picked.length ? h("p", { class: "mf-picked" }, say.manaforge.picked, " ", picked.map((id) => talent(table, id, false))) : null);
}

/** The reserve of the turn. @param {Table} table @param {any} phase */
function turn(table, phase) {
  const who = table.seats[phase.seat];
  const end = table.place("move:end_turn", say.manaforge.endTurn);
  return h("section", { class: "mf-phase mf-turn", key: "turn" },
    h("span", { class: "mf-whose" }, seatSign(phase.seat), who.you ? say.yourTurn : say.manaforge.turnOf(who.name)),
    h("span", { class: "mf-reserve", ...tip(say.manaforge.reserve, say.manaforge.reserveText), tabindex: "0" },
      ELEMENTS.map((element) => h("span", joined({ class: classes("mf-mana", !phase.mana[element] && "none"), mark: phase.mana[element] }, table.place(`mana:${element}`, say.manaforge.mana(element))), sign(element, element), h("b", null, phase.mana[element])))),
    h("span", { class: "mf-left", mark: phase.expenditures }, say.manaforge.expenditures(phase.expenditures)),
    phase.making ? h("span", { class: "mf-making" }, say.manaforge.making(table.components.name("items", phase.making.card)),
      table.moves.filter(({ move }) => move.type === "choose" && move.choice !== "mimic" && !move.mana && !move.gems).slice(0, 12).map(({ move }) => choice(table, move.value, say.manaforge.choices[move.value] ?? move.value))) : null,
    end.role ? h("span", joined({ class: "mf-choice", key: "end" }, end), say.manaforge.endTurn) : null);
}

/** Deck, discard and the dice in the box. @param {Table} table */
function piles(table) {
  const { deck, discard, supply, foreseen } = table.view;
  const top = discard.at(-1);
  return h("div", { class: "mf-piles" },
    h("div", { class: "mf-pile mf-back", tabindex: "0", mark: deck, ...tip(say.manaforge.deck, say.manaforge.cards(deck)) }, h("b", null, deck), h("span", null, say.manaforge.deck)),
    foreseen.map((/** @type {string} */ id, /** @type {number} */ index) => h("div", joined({ class: "mf-pile mf-foreseen", tabindex: "0", key: `f${index}`, mark: id }, table.tip("items", id), table.place(`deck:${index + 1}`, table.components.name("items", id))), h("b", null, index + 1), h("span", null, table.components.name("items", id)))),
    h("div", joined({ class: "mf-pile", tabindex: "0", mark: discard.length }, top ? table.tip("items", top) : tip(say.manaforge.discard), top ? table.place(`card:${top}`, table.components.name("items", top)) : null),
      h("b", null, discard.length), h("span", null, top ? table.components.name("items", top) : say.manaforge.discard)),
    h("div", { class: "mf-supply", tabindex: "0", ...tip(say.manaforge.supply, say.manaforge.supplyText) }, Object.entries(supply).map(([kind, count]) => h("span", { class: "mf-amount", mark: count }, sign(kind, kind), h("b", null, String(count))))));
}

/** @param {Table} table @param {number} seat */
function player(table, seat) {
  const who = table.seats[seat];
  const state = table.view.seats[seat];
  const mine = seat === table.you;
  const used = table.view.phase.type === "turn" && table.view.phase.seat === seat ? table.view.phase.talents_used : [];
  const empty = Math.max(0, WORKSHOP - state.workshop.length);
  return h("section", { class: classes("mf-player", table.awaited.includes(seat) && "awaited"), key: `p${seat}`, "aria-label": who.name, style: { "--own": `var(--seat-${seat})` } },
    h("h3", null, seatSign(seat), " ", who.name, table.view.first_player === seat ? h("span", { class: "mf-first", ...tip(say.manaforge.first) , tabindex: "0" }, "1") : null,
      h("span", { class: "mf-prestige", mark: state.prestige }, state.prestige, " ", say.manaforge.prestige)),
    h("div", { class: "mf-dice" }, state.dice.map((/** @type {any} */ each) => die(table, each, mine))),
    h("div", { class: "mf-gems" },
      ELEMENTS.map((element) => h("span", joined({ class: classes("mf-gem", !state.gems[element] && "none"), tabindex: "0", mark: state.gems[element], ...tip(say.manaforge.gem(element), table.components.text("tokens", "gem")) }, mine ? table.place(`gem:${element}`, say.manaforge.gem(element)) : null), sign(element, element), h("b", null, state.gems[element]))),
      h("span", joined({ class: classes("mf-gem", !state.prisms && "none"), tabindex: "0", mark: state.prisms, ...tip(say.manaforge.prism, table.components.text("tokens", "prism")) }, mine ? table.place("prism", say.manaforge.prism) : null), sign("prism", say.manaforge.prism), h("b", null, state.prisms))),
    h("div", { class: "mf-talents" }, state.talents.map((/** @type {string} */ id) => talent(table, id, mine, used.includes(id)))),
    h("div", { class: "mf-workshop" },
      state.workshop.map((/** @type {any} */ card) => workshopCard(table, card, mine)),
      Array.from({ length: empty }, (_, index) => h("div", { class: "mf-work mf-empty", key: `e${index}` }, index === 0 && !state.workshop.length ? say.manaforge.workshop : ""))),
    store(table, state, mine));
}

/** @param {Table} table @param {any} state @param {boolean} mine */
function store(table, state, mine) {
  return h("div", { class: "mf-store" }, h("span", { class: "mf-label" }, say.manaforge.store), h("b", { mark: state.store.length }, state.store.length),
    state.store.map((/** @type {string} */ id) => h("span", joined({ class: `mf-stored mf-of-${table.components.find("items", id).element}`, key: id, tabindex: "0" }, table.tip("items", id), mine ? table.place(`card:${id}`, table.components.name("items", id)) : null), table.components.name("items", id))));
}
