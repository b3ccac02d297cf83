/** Signs of numbers, Skills and slots, drawn by us. */

import { h } from "../../dom.js";

/** On a field of 24 by 24. @type {Record<string, string>} */
const SHAPES = {
  capital: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12z",
  power: "M12 21C5 15 2 12 2 8a5 5 0 0 1 10-1 5 5 0 0 1 10 1c0 4-3 7-10 13z",
  attack: "M20 2l2 2-10 11 1 2-2 2-2-3-4 5-3-3 5-4-3-2 2-2 2 1z",
  defense: "M12 2l8 3v7c0 5-4 8-8 10-4-2-8-5-8-10V5z",
  residual: "M12 3l9 5-9 5-9-5zM3 12l9 5 9-5v3l-9 5-9-5z",
  hand: "M4 6l10-3 6 15-10 4zM3 8l4 11-3-1z",
  head: "M3 20V12a9 9 0 0 1 18 0v8l-4 1v-8h-3v9h-4v-9H7v8z",
  chest: "M7 2c2 3 8 3 10 0l5 3-2 6-2-1v9c-4 3-8 3-12 0v-9l-2 1-2-6z",
  two_handed: "M3 3l10 9-1 1L3 5zM21 3L9 14l2 2L22 5zM8 13l3 3-2 2-1-1-4 4-2-2 4-4-1-1zM16 13l-2 2 1 1 1-1 4 5 1-1-4-5 1-1z",
  pack: "M9 5V3a3 3 0 0 1 6 0v2c4 1 5 4 5 8v8H4v-8c0-4 1-7 5-8zm1.500 0h3V3a1.500 1.500 0 0 0-3 0zM8 13v4h8v-4h-2v2h-4v-2z",
  forge: "M2 7h5v2h13c0 4-3 6-6 6v3h3v3H8v-3h2v-3c-4 0-7-3-8-8z",
  agriculture: "M11 22V9h2v13zM12 1c2 2 2 5 0 7-2-2-2-5 0-7zM10 12C6 12 4 9 4 6c4 0 6 2 6 6zM14 12c4 0 6-3 6-6-4 0-6 2-6 6zM10 19c-4 0-6-3-6-6 4 0 6 2 6 6zM14 19c4 0 6-3 6-6-4 0-6 2-6 6z",
  lore: "M2 4c4-1 7 0 9 2v15c-2-2-5-3-9-2zM22 4c-4-1-7 0-9 2v15c2-2 5-3 9-2z",
};

/** Skills and slots that have the sign of a number. @type {Record<string, string>} */
const ALIKE = { weapon: "attack", right_hand: "attack", left_hand: "defense" };

/** The sign of a number, a Skill or a slot; a book for whatever has none. @param {string} name @param {Record<string, string>} [said] */
export function sign(name, said = { "aria-hidden": "true" }) {
  return h("svg", { class: "ns-sign", viewBox: "0 0 24 24", ...said }, h("path", { d: SHAPES[ALIKE[name] ?? name] ?? SHAPES.lore, "fill-rule": "evenodd" }));
}

/** A number upon its sign; what it is stands in the name of the thing that it is shown on. @param {string} name @param {number} value */
export function number(name, value) {
  return h("span", { class: `ns-badge ns-of-${name}`, mark: value, "aria-hidden": "true" }, sign(name), h("b", null, value));
}
