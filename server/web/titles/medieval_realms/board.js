/** Medieval Realms: the panels of current and future events, auctions, and every realm. */

import { classes, h } from "../../dom.js";
import { joined } from "../../parts/board.js";
import { seatSign } from "../../parts/icons.js";
import { words } from "../../catalogue.js";
import { say } from "../../words.js";
import { card, kindOf } from "./card.js";
import { keysOf } from "./keys.js";
import { realm } from "./realm.js";
import { RESOURCES, sign } from "./signs.js";

/** @typedef {import("../contract.js").Table} Table */

/** @type {import("../contract.js").TitleModule} */
const medievalRealms = { style: "style/medieval-realms.css", board, keysOf };

export default medievalRealms;

/** @param {Table} table */
function board(table) {
  const order = table.seats.map((_, index) => ((table.you ?? 0) + index) % table.seats.length);
  return h("div", { class: "mr" },
    head(table),
    h("section", { class: "mr-panels" }, current(table), future(table)),
    order.map((seat) => realm(table, seat)));
}

/** Round, turn order and what is asked. @param {Table} table */
function head(table) {
  const { view } = table;
  return h("section", { class: "mr-head" },
    h("ol", { class: "mr-rounds", "aria-label": say.medieval.round(view.round, view.rounds) }, Array.from({ length: view.rounds }, (_, index) =>
      h("li", { class: classes(index + 1 === view.round && "now", index + 1 < view.round && "past") }, index + 1))),
    h("p", { class: "mr-order" }, h("span", { class: "mr-label" }, say.medieval.order), view.turn_order.map((/** @type {number} */ seat) =>
      h("span", { class: classes("mr-turn", seat === view.on_turn && "now"), key: seat }, seatSign(seat), table.seats[seat].name))),
    h("p", { class: "mr-phase", role: "status" }, say.medieval.phases[view.phase.type]),
    asked(table));
}

/** What the phase offers to click besides cards. @param {Table} table */
function asked(table) {
  const { phase } = table.view;
  const pass = button(table, "move:pass", say.medieval.pass);
  if (phase.type === "bidding") return auction(table, phase);
  if (["choosing", "taking_bonus", "picking"].includes(phase.type)) {
    const choices = RESOURCES.map((resource) => button(table, `resource:${resource}`, [sign(resource), words(resource)])).filter(Boolean);
    return choices.length ? h("div", { class: "row", key: "choose" }, h("span", null, phase.type === "picking" ? say.medieval.pair : say.medieval.choose), choices) : null;
  }
  return pass ? h("div", { class: "row", key: "pass" }, pass, bids(table)) : null;
}

/** The bids that go with the auction card just clicked. @param {Table} table */
function bids(table) {
  const amounts = [...new Set(table.moves.flatMap(({ move }) => (move.type === "open_auction" ? [move.bid] : [])))];
  return amounts.length ? h("span", { class: "mr-bids" }, amounts.map((amount) => button(table, `bid:${amount}`, say.medieval.bid(amount)))) : null;
}

/** @param {Table} table @param {any} phase */
function auction(table, phase) {
  const amounts = table.moves.flatMap(({ move }) => (move.type === "bid" ? [move.amount] : []));
  return h("div", { class: "mr-auction", key: "auction" },
    card(table, phase.card),
    h("div", null,
      h("h3", null, say.medieval.auctionOf(table.components.name("cards", kindOf(table, phase.card)))),
      h("p", { mark: phase.bid }, say.medieval.leads(table.seats[phase.bidder].name, phase.bid, words(phase.resource).toLowerCase()), " ", sign(phase.resource, words(phase.resource))),
      h("div", { class: "row" }, amounts.map((amount) => button(table, `bid:${amount}`, say.medieval.bid(amount))), button(table, "move:pass_auction", say.medieval.leave))));
}

/** A button of the board, where it can be clicked. @param {Table} table @param {string} key @param {import("../../dom.js").Child} inside */
function button(table, key, inside) {
  const place = table.place(key, typeof inside === "string" ? inside : words(key.split(":")[1]));
  return place.role ? h("span", joined({ class: "mr-button", key }, place), inside) : null;
}

/** @param {Table} table */
function current(table) {
  const squares = table.components.tables.current_squares ?? [];
  return h("div", { class: "mr-current" }, h("h3", null, say.medieval.current),
    h("div", { class: "mr-squares" }, table.view.current.map((/** @type {string | null} */ id, /** @type {number} */ index) => {
      const square = squares[index] ?? {};
      const label = id === null ? say.medieval.square(index + 1) : `${say.medieval.square(index + 1)}: ${table.components.name("cards", kindOf(table, id))}`;
      return h("div", { class: "mr-place", key: index, mark: id ?? "" },
        h("span", { class: "mr-price", tabindex: "0", ...table.tip("current_squares", square.id ?? "") }, index + 1, " · ", square.price ?? "", sign("production", say.medieval.price(square.price ?? 0))),
        id === null ? h("span", { class: "hint" }, say.medieval.empty) : card(table, id, table.place(`square:${index + 1}`, label)));
    })));
}

/** @param {Table} table */
function future(table) {
  return h("div", { class: "mr-future" }, h("h3", null, say.medieval.future),
    h("div", { class: "mr-squares" }, table.view.future.map((/** @type {string | null} */ id, /** @type {number} */ index) =>
      h("div", { class: "mr-place", key: index, mark: id ?? "" }, id === null ? h("span", { class: "hint" }, say.medieval.empty) : card(table, id)))),
    h("p", { class: "mr-piles" }, say.medieval.deck(table.view.deck), " · ", say.medieval.discarded(table.view.discard.length)));
}
