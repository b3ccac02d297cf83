/** Placing leaders behind the wall: counters on the squares and areas, until all stand somewhere. */

import { h } from "../../dom.js";
import { words } from "../../catalogue.js";
import { say } from "../../words.js";

/** @typedef {import("../contract.js").Table} Table */

/** What each part of a placement places, and where. */
const PARTS = /** @type {Record<string, string>} */ ({ place_mayors: "mayors", place_generals: "generals", place_admirals: "admirals", place_buffers: "buffers" });

/**
 * @typedef {object} Placing
 * @property {string} part The kind of move that is owed.
 * @property {string} kind mayors, generals, admirals or buffers
 * @property {number} left How many have no place yet.
 * @property {(where: string) => number} count How many stand there.
 * @property {(where: string) => boolean} open Whether one may stand there.
 * @property {(where: string, by: number) => void} move
 * @property {() => void} done
 */

/** The part of a placement that the viewer owes; null if none. @param {Table} table @returns {Placing | null} */
export function placing(table) {
  const part = table.moves.map(({ move }) => move.type).find((type) => type in PARTS);
  if (part === undefined) return null;
  if (table.memory.part !== part) Object.assign(table.memory, { part, counts: {} });
  const counts = table.memory.counts;
  const sample = table.moves.find(({ move }) => move.type === part)?.move;
  const total = part === "place_mayors" ? sum(Object.entries(sample).filter(([name]) => name !== "type").map(([, count]) => count)) : sample.areas.length;
  const possible = new Set(table.moves.filter(({ move }) => move.type === part).flatMap(({ move }) => (move.areas ?? []).map(String)));
  return {
    part,
    kind: PARTS[part],
    left: total - sum(Object.values(counts)),
    count: (where) => counts[where] ?? 0,
    open: (where) => part === "place_mayors" || possible.has(where),
    move(where, by) {
      counts[where] = Math.max(0, (counts[where] ?? 0) + by);
      table.redraw();
    },
    done: () => table.propose(composed(part, counts), say.medieval.place),
  };
}

/** @param {string} part @param {Record<string, number>} counts */
function composed(part, counts) {
  if (part !== "place_mayors") {
    const areas = Object.entries(counts).flatMap(([area, count]) => Array(count).fill(Number(area))).sort((a, b) => a - b);
    return { type: part, areas };
  }
  const squares = ["production", "science", "culture", "religion", "gold", "raw_material"];
  return { type: part, ...Object.fromEntries(squares.map((square) => [square, counts[square] ?? 0])) };
}

/** @param {any[]} numbers */
const sum = (numbers) => numbers.reduce((one, other) => one + Number(other), 0);

/** Buttons for one more and one less in a place. @param {Placing} now @param {string} where @param {string} name */
export function counter(now, where, name) {
  const count = now.count(where);
  return h("span", { class: "mr-counter" },
    h("button", { class: "small", type: "button", disabled: !count, "aria-label": say.medieval.one_less(name), on: { click: () => now.move(where, -1) } }, "−"),
    h("b", null, count),
    h("button", { class: "small", type: "button", disabled: !now.left, "aria-label": say.medieval.one_more(name), "data-more": where, on: { click: () => now.move(where, 1) } }, "+"));
}

/** What is left to be placed, and the button when nothing is. @param {Placing} now */
export function placingBar(now) {
  return h("p", { class: "mr-placing" }, say.medieval.toPlace(words(now.kind), now.left),
    now.left ? null : h("button", { class: "main", type: "button", id: "place-them", on: { click: now.done } }, say.medieval.place));
}
