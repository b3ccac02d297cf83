/** What the game waits for, and what can be chosen that lies nowhere else on the board. */

import { classes, h } from "../../dom.js";
import { joined } from "../../parts/board.js";
import { seatSign } from "../../parts/icons.js";
import { tip } from "../../parts/tip.js";
import { say } from "../../words.js";
import { cardOf, figureName, gemNames, gemsKey, placeName } from "./keys.js";
import { paying } from "./payment.js";
import { lord } from "./pieces.js";
import { abilityOf, amount, effect, gemRow, sign } from "./signs.js";

/** @typedef {import("../contract.js").Table} Table */
/** @typedef {import("../../dom.js").Child} Child */

/** @param {Table} table */
export function bar(table) {
  const asked = askedOf(table.view.phase);
  const { begin, asked: payment } = paying(table);
  return h("section", { class: classes("gm-bar", table.view.phase.type === "over" && "over"), key: "bar" },
    h("p", { class: "gm-asks", mark: JSON.stringify(table.view.phase) }, asked === null ? null : seatSign(asked), h("span", null, sentence(table, asked))),
    h("div", { class: "gm-choices" }, offLords(table), payment ?? [choices(table), begin]));
}

/** The seat that is to move. @param {any} phase @returns {number | null} */
const askedOf = (phase) => phase.seat ?? phase.seats?.[0] ?? null;

/** @param {Table} table @param {number | null} seat @returns {string} */
function sentence(table, seat) {
  const { phase } = table.view;
  const { name, you } = seat === null ? { name: "", you: false } : table.seats[seat];
  switch (phase.type) {
    case "placing":
      return say.gates.place(name, you);
    case "acting":
      return phase.question ? say.gates.questions[phase.question.type](name, you, about(table, phase.question)) : say.gates.act(name, you, figureName(table, phase.figure), placeName(table, phase.place));
    case "fire_banners":
      return say.gates.fireBanner(name, you);
    case "lords_off":
      return say.gates.lordsOff(name, you);
    case "step_due":
      return say.gates.steps[phase.step];
    case "over":
      return say.gates.over;
    default:
      return say.gates.layingOut;
  }
}

/** What a question is about. @param {Table} table @param {any} question @returns {string} */
function about(table, question) {
  if (question.realm && question.type !== "choose_figure") return table.components.name("realms", question.realm);
  if (question.type === "choose_gems") return say.gates.gemsToChoose(question.n);
  if (question.type === "choose_exchange") return table.components.name("wanderer_cards", question.card);
  return cardOf(table, question.card).card.name;
}

/** Lords that stand nowhere. @param {Table} table */
function offLords(table) {
  return table.view.lords.filter((/** @type {any} */ each) => each.realm === null).map((/** @type {any} */ each) => lord(table, each.id, `lord:${each.id}`));
}

/** @param {Table} table @returns {Child} */
function choices(table) {
  /** @type {Map<string, Child>} */
  const found = new Map();
  for (const { move } of table.moves) for (const [key, node] of offered(table, move)) if (!found.has(key)) found.set(key, node);
  return [...found.values()];
}

/** Buttons for a move, by key. @param {Table} table @param {any} move @returns {[string, Child][]} */
function offered(table, move) {
  const make = (/** @type {string} */ key, /** @type {string} */ label, /** @type {Child} */ inside, text = "") =>
    /** @type {[string, Child]} */ ([key, h("button", joined({ class: "gm-choice", key, type: "button", "aria-label": label }, tip(label, text), table.place(key, label)), inside)]);
  switch (move.type) {
    case "place":
      return move.via ? [source(table, move.via, move.figure, make)] : [];
    case "activate":
      return [source(table, move.ability, table.view.phase.figure, make), ...realmOf(table, move, make)];
    case "place_lord":
      return realmOf(table, move, make);
    case "choose_gems":
      return [make(`gems:${gemsKey(move.gems)}`, say.gates.takeGems(gemNames(move.gems)), gemRow(move.gems))];
    case "choose_influence": {
      const points = move.take === "points";
      return [make(`take:${move.take}`, points ? say.gates.pointsInstead : say.gates.influenceInstead, [amount(table.view.phase.question?.n ?? 1, points ? "point" : "influence"), points ? say.gates.pointsInstead : say.gates.influenceInstead])];
    }
    case "choose_exchange": {
      const option = table.components.find("wanderer_cards", table.view.wanderer.card ?? "").options?.[move.option - 1];
      return [make(`exchange:${move.option}`, option ? say.gates.option(move.option) : say.gates.noExchange, option ? option.effects.map(effect) : say.gates.noExchange)];
    }
    case "take_fire_banner":
      return move.figure === "none" ? [make("figure:none", say.gates.noBanner, say.gates.noBanner)] : [];
    case "pass":
      return [make("move:pass", say.gates.pass, say.gates.pass)];
    case "end_turn":
      return [make("move:end_turn", say.gates.endTurn, say.gates.endTurn)];
    default:
      return [];
  }
}

/** @typedef {(key: string, label: string, inside: Child, text?: string) => [string, Child]} Make */

/** The realm that a move names. @param {Table} table @param {any} move @param {Make} make */
function realmOf(table, move, make) {
  if (!move.realm) return [];
  const { name, element } = table.components.find("realms", move.realm);
  return [make(`realm:${move.realm}`, name, [sign(element === "none" ? "chaos" : element), name])];
}

/** Where an ability comes from. @param {Table} table @param {string} ability @param {string} figure @param {Make} make */
function source(table, ability, figure, make) {
  const key = `ability:${ability}`;
  const [kind, id] = ability.split(":");
  if (kind === "card") {
    const { card } = cardOf(table, id);
    return make(key, card.name, [card.name, signs(card.ability)], card.text);
  }
  if (kind === "lord") {
    const { name, text, ability: does } = table.components.find("lords", id);
    return make(key, name, [name, signs(does)], text);
  }
  if (kind === "space") {
    const space = table.components.find("spaces", table.view.phase.place);
    return make(key, space.name, [space.name, signs(space.abilities?.find((/** @type {any} */ each) => each.id === id))], space.text);
  }
  if (kind === "wanderer") return make(key, say.gates.wanderer, [sign("wanderer"), say.gates.wanderer], table.components.text("wanderer", "wanderer"));
  const own = figure.startsWith("specialist") ? table.components.find("tribes", table.view.seats[table.you ?? 0].tribe) : table.components.find("figures", figure);
  return make(key, say.gates.innateOf(figureName(table, figure)), [say.gates.innate, signs(own.innate ?? own.specialist)], own.text);
}

/** @param {any} ability */
const signs = (ability) => (ability ? h("span", { class: "gm-ability" }, abilityOf(ability)) : null);
