/** What lies around the ring: the round and turn order, the Wanderer's card, the objectives, the decks. */

import { classes, h } from "../../dom.js";
import { joined } from "../../parts/board.js";
import { seatSign } from "../../parts/icons.js";
import { say } from "../../words.js";
import { cardOf } from "./keys.js";
import { signed, thing } from "./pieces.js";
import { amount, costOf, effect, sign, then } from "./signs.js";

/** @typedef {import("../contract.js").Table} Table */

/** @param {Table} table */
export function corners(table) {
  return [rounds(table), wandererCard(table), objectives(table), decks(table)];
}

/** @param {Table} table */
function rounds(table) {
  const { round, rounds: all, order, seats } = table.view;
  return h("section", { class: "gm-corner gm-rounds", key: "rounds", "aria-label": say.gates.order },
    h("h2", { mark: round }, say.gates.round(round, all)),
    h("ol", { class: "gm-order" }, order.map((/** @type {number} */ seat) => h("li", { key: seat, class: classes(seats[seat].passed && "passed", table.awaited.includes(seat) && "now") },
      seatSign(seat), h("span", { class: "gm-who" }, table.seats[seat].name), seats[seat].passed ? h("small", null, say.gates.passed) : null))));
}

/** @param {Table} table */
function wandererCard(table) {
  const { card } = table.view.wanderer;
  if (card === null) return null;
  const { name, text, cost, options } = table.components.find("wanderer_cards", card);
  return h("section", { class: "gm-corner gm-trade", key: "trade", mark: card, "aria-label": name },
    h("h2", null, h("span", thing(table, { class: "gm-trade-name", label: name, text: `${text}\n${table.components.text("wanderer", "wanderer")}` }), sign("wanderer"), " ", name)),
    h("div", { class: "gm-trade-cost" }, costOf(cost ?? {}), then()),
    h("ol", { class: "gm-options" }, (options ?? []).map((/** @type {any} */ option, /** @type {number} */ index) => h("li", { key: index },
      h("span", joined({ class: "gm-option" }, signed(table, `exchange:${index + 1}`, say.gates.option(index + 1))), option.effects.map(effect))))));
}

/** @param {Table} table */
function objectives(table) {
  const points = table.components.tables.scoring.objective_points;
  return h("section", { class: "gm-corner gm-objectives", key: "objectives", "aria-label": say.gates.objectives },
    h("h2", null, say.gates.objectives, amount(points, "point")),
    table.view.objectives.map((/** @type {string} */ id) => {
      const { name, text } = table.components.find("objectives", id);
      return h("div", thing(table, { key: id, class: "gm-objective", label: name, text, mark: id }), name);
    }));
}

/** @param {Table} table */
function decks(table) {
  return h("section", { class: "gm-corner gm-decks", key: "decks", "aria-label": say.gates.decks },
    h("h2", null, say.gates.decks),
    h("div", { class: "gm-backs" }, Object.entries(table.view.decks).map(([id, deck]) => {
      const under = deck.under.map((/** @type {string} */ card) => nameOf(table, id, card));
      return h("span", thing(table, {
        key: id, class: classes("gm-back", !deck.cards && "none"), label: say.gates.deck(say.gates.deckNames[id]), mark: deck.cards,
        text: [say.gates.cards(deck.cards), under.length ? say.gates.under(under) : ""].filter(Boolean).join("\n"),
      }), sign(BACKS[id]), h("b", null, deck.cards));
    })));
}

/** What the backs of the decks show. @type {Record<string, string>} */
const BACKS = { enchantments: "enchant", banners: "banner", objectives: "point", wanderer_cards: "wanderer" };

/** @param {Table} table @param {string} deck @param {string} card @returns {string} */
function nameOf(table, deck, card) {
  return deck === "enchantments" || deck === "banners" ? cardOf(table, card).card.name : table.components.name(deck, card);
}
