/** Paying with other gems than those held most: the list names one way to pay, this finds the others. */

import { h } from "../../dom.js";
import { say } from "../../words.js";
import { cardOf, ELEMENTS, figureName, gemNames, gemsKey } from "./keys.js";
import { gemRow } from "./signs.js";

/** @typedef {import("../contract.js").Table} Table */
/** @typedef {import("../../dom.js").Child} Child */
/** @typedef {Record<string, number>} Gems */

/**
 * @typedef {object} Paying What is being composed, kept in the table's memory.
 * @property {any[]} moves The moves it was begun among: it ends with them.
 * @property {string} what The ability, slot or exchange that is paid for; empty before it is named.
 * @property {any | null} listed The listed move that is paid for.
 */

/** The button that begins, and whatever is asked after it; null while nothing can be paid in two ways. @param {Table} table @returns {{begin: Child, asked: Child | null}} */
export function paying(table) {
  const open = table.moves.filter(({ move }) => payments(table, move).length > 1);
  const begun = /** @type {Paying | undefined} */ (table.memory?.paying);
  if (!open.length) return { begin: null, asked: null };
  const set = (/** @type {Paying | undefined} */ next) => () => {
    table.memory.paying = next;
    table.redraw();
  };
  const begin = button("pay", say.gates.payOtherwise, set({ moves: table.moves, what: "", listed: null }));
  return { begin, asked: begun?.moves === table.moves ? ask(table, open, begun, set) : null };
}

/** @param {Table} table @param {any[]} open @param {Paying} begun @param {(next?: Paying) => () => void} set @returns {Child} */
function ask(table, open, begun, set) {
  const back = button("back", say.gates.back, set());
  const kinds = [...new Set(open.map(({ move }) => whatOf(move)))];
  const what = begun.what || (kinds.length === 1 ? kinds[0] : "");
  if (!what) return [back, kinds.map((each) => button(each, nameOf(table, open.find(({ move }) => whatOf(move) === each).move), set({ ...begun, what: each })))];
  const several = open.filter(({ move }) => whatOf(move) === what);
  const listed = begun.listed ?? (several.length === 1 ? several[0] : null);
  if (!listed) return [back, several.map((each) => button(JSON.stringify(each.move), detailOf(table, each.move), set({ ...begun, what, listed: each })))];
  return [back, h("span", { class: "gm-paid" }, nameOf(table, listed.move)), payments(table, listed.move).map((gems) =>
    button(gemsKey(gems), gemRow(gems), () => table.propose({ ...listed.move, payment: gems }, `${listed.text} (${say.gates.paidWith(gemNames(gems))})`), say.gates.payWith(gemNames(gems))))];
}

/** @param {string} key @param {Child} inside @param {() => void} click @param {string} [label] */
function button(key, inside, click, label) {
  return h("button", { class: "gm-choice quiet", type: "button", key: `pay:${key}`, "aria-label": label, on: { click } }, inside);
}

/** What is paid for. @param {any} move @returns {string} */
const whatOf = (move) => `${move.type}:${move.ability ?? move.slot ?? move.option}`;

/** @param {Table} table @param {any} move @returns {string} */
function nameOf(table, move) {
  if (move.type === "enchant") return cardOf(table, table.view.market[move.slot - 1]).card.name;
  if (move.type === "choose_exchange") return say.gates.option(move.option);
  const [kind, id] = move.ability.split(":");
  if (kind === "card") return cardOf(table, id).card.name;
  return kind === "space" ? table.components.name("spaces", table.view.phase.place) : figureName(table, table.view.phase.figure);
}

/** What tells moves with the same name apart. @param {Table} table @param {any} move @returns {string} */
const detailOf = (table, move) => (move.figure ? figureName(table, move.figure) : table.components.name("realms", move.realm ?? ""));

/** Every way to pay for a move that can be paid in several. @param {Table} table @param {any} move @returns {Gems[]} */
function payments(table, move) {
  const price = priceOf(table, move);
  if (!price || table.you === null) return [];
  const held = table.view.seats[table.you].gems;
  const fixed = Object.fromEntries(ELEMENTS.map((element) => [element, price.cost[element] ?? 0]));
  let ways = [fixed];
  if (price.cost_one_of) ways = more(ways, price.cost_one_of);
  for (let count = price.cost.any ?? 0; count > 0; count -= 1) ways = more(ways, ELEMENTS);
  return ways.filter((gems) => ELEMENTS.every((element) => gems[element] <= held[element]));
}

/** One gem more, of any of these elements. @param {Gems[]} ways @param {string[]} elements @returns {Gems[]} */
function more(ways, elements) {
  const next = ways.flatMap((gems) => elements.map((element) => ({ ...gems, [element]: gems[element] + 1 })));
  return [...new Map(next.map((gems) => [gemsKey(gems), gems])).values()];
}

/** What a move costs, if gems may be chosen for it. @param {Table} table @param {any} move @returns {any} */
function priceOf(table, move) {
  if (move.type === "choose_exchange") return move.option ? table.components.find("wanderer_cards", table.view.wanderer.card) : null;
  if (move.type === "enchant") return cardOf(table, table.view.market[move.slot - 1]).card;
  if (move.type !== "activate") return null;
  const { figure, place } = table.view.phase;
  const [kind, id] = move.ability.split(":");
  if (kind === "card") return cardOf(table, id).card.ability;
  if (kind === "space") return table.components.find("spaces", place).abilities.find((/** @type {any} */ each) => each.id === id);
  return kind === "innate" ? table.components.find("figures", figure).innate ?? null : null;
}
