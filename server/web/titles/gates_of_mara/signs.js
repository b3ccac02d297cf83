/** The signs of the game, drawn by us on a field of 24 by 24, and abilities written in them. */

import { h } from "../../dom.js";

/** @typedef {import("../../dom.js").Child} Child */

/** Filled shapes. @type {Record<string, string>} */
const FILLED = {
  fire: "M12.500 1.500c.5 4.500 6 6.500 6 12.500a6.500 6.500 0 0 1-13 0c0-3.500 2-4.800 2.300-8 1.900 1 2.900 2.500 2.900 4.500 1.600-2 2.300-5 1.800-9z",
  water: "M12 1.500c4 6 7 9.300 7 13.500a7 7 0 0 1-14 0c0-4.200 3-7.500 7-13.500z",
  earth: "M1.500 20.500 8.500 6l4 7.500 3-4.500 7 11.500z",
  onyx: "M8 2h8l6 6v8l-6 6H8l-6-6V8z",
  energy: "M13.500 1.500 4 14h6.500l-1.500 8.500L20 9.500h-7z",
  key: "M8 3a5 5 0 0 1 4.700 6.800L21.500 18.500v3h-4v-2.200h-2.200V17h-2.200l-2.600-2.700A5 5 0 1 1 8 3zM7 6a1.800 1.800 0 1 0 0 3.600A1.800 1.800 0 0 0 7 6z",
  point: "M12 1.500l3.100 7 7.400.7-5.600 5 1.700 7.500L12 17.700l-6.600 4 1.700-7.500-5.600-5 7.400-.7z",
  influence: "M12 2.500l8 9h-5v6H9v-6H4zM4.500 19.500h15v2.500h-15z",
  caravan: "M2.500 8.500C2.500 5 6 3 12 3s9.500 2 9.500 5.500V15h-19zM5.500 15.500a3.300 3.300 0 1 1 0 6.600 3.300 3.300 0 0 1 0-6.600zm13 0a3.300 3.300 0 1 1 0 6.600 3.300 3.300 0 0 1 0-6.600z",
  wanderer: "M9.500 2c4 0 6 3.200 6 7.500L18 22H2L4 9.500C4 5.200 5.500 2 9.500 2zm.2 4C7.500 6 6.500 7.600 6.500 10h6.300c0-2.400-1-4-3.100-4zM19.500 3h2.200v19h-2.200z",
  banner: "M4 2h2.200v20H4zM7.500 3H20v12.500l-6.200-3.300-6.300 3.300z",
  fire_banner: "M4 2h2.200v20H4zM7.500 3H20v12.500l-6.200-3.300-6.300 3.300z",
  lord: "M3.500 19.500 2 6.500l6 5 4-8.500 4 8.500 6-5-1.500 13zM4 20.500h16V22H4z",
  claim: "M5 2h2.200v20H5zM8.500 3 22 8 8.500 13.500z",
  enchant: "M6 2.500h14.500V17a4.500 4.500 0 0 1-4.500 4.500H3.500V18H12V6H6z",
  triangle: "M12 2.500 22.500 21h-21z",
  square: "M3.500 3.500h17v17h-17z",
  circle: "M12 2.500a9.500 9.500 0 1 1 0 19 9.500 9.500 0 0 1 0-19z",
  hexagon: "M7 3h10l5.500 9L17 21H7l-5.500-9z",
  antid: "M12 6.500a3.600 3.600 0 1 1 0 7.200 3.600 3.600 0 0 1 0-7.200zM12 14c2.600 0 4 2 4 4.300 0 2.400-1.700 4.200-4 4.200s-4-1.800-4-4.200C8 16 9.400 14 12 14zM6.500 1l1.600-.6 2.700 5.800-1.500.7zM17.500 1l-1.600-.6-2.700 5.800 1.500.7zM2 14l5.500 2v1.600l-6-2zM22 14l-5.500 2v1.600l6-2z",
  dragonkin: "M2 21.500C2 10 8.500 3.500 22 2c-3.200 3-4.600 5.400-4.600 8.600-2.900-.9-4.400.3-5.100 3.300-2.300-.7-3.900.4-4 3.300-2.200-.2-3.900 1.200-6.300 4.300z",
  elf: "M3.500 22.500 2 21l3-3.500C2.500 8.500 9 2 22 2c0 13-6.500 19.500-15.500 17zM16.500 6 7.500 15l1.500 1.500 9-9z",
  goblin: "M.5 6 8 9.300c1.700-2 6.300-2 8 0L23.500 6l-5 8.700c0 4.500-3 7.500-6.500 7.500s-6.500-3-6.500-7.500zM9.300 12.200a1.600 1.600 0 1 0 0 3.200 1.600 1.600 0 0 0 0-3.200zm5.400 0a1.600 1.600 0 1 0 0 3.200 1.600 1.600 0 0 0 0-3.200z",
};

/** Drawn with a line. @type {Record<string, string>} */
const LINES = {
  air: "M2 9h11.500a3.300 3.300 0 1 0-3.300-3.300M2 14h16a3.300 3.300 0 1 1-3.300 3.300M2 19h7",
  occupied: "M9 4.500a7.500 7.500 0 1 1 0 15 7.500 7.500 0 0 1 0-15zM15 4.500a7.500 7.500 0 1 1 0 15 7.500 7.500 0 0 1 0-15z",
  chaos: "M12 12c0-2.500 3.500-2.500 3.500.5 0 4-6.500 4.500-6.500-.5C9 6 18.500 5.500 19 12c.3 7-11 9.500-14.500 3C2 10 4 4.500 9 2.500",
};

/** The shape of a sign. @param {string} name */
export function shape(name) {
  return FILLED[name] ?? FILLED.circle;
}

/** A sign. @param {string} name @param {string} [label] What it says to whoever does not see it. */
export function sign(name, label) {
  const said = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return h("svg", { class: `gm-sign gm-s-${name}`, viewBox: "0 0 24 24", ...said }, drawn(name));
}

/** @param {string} name @returns {Child} */
function drawn(name) {
  if (name === "any") {
    return [["fire", "M12 1.500V12H1.500z"], ["water", "M12 1.500 22.500 12H12z"], ["air", "M1.500 12H12v10.500z"], ["earth", "M22.500 12 12 22.500V12z"]]
      .map(([element, d]) => h("path", { d, class: `gm-s-${element}` }));
  }
  if (name === "onyx") return [h("path", { d: FILLED.onyx }), h("path", { d: "M9 5h6l4 4-7 3-7-3z", class: "gm-glint" })];
  if (LINES[name]) return h("path", { d: LINES[name], class: "gm-line" });
  return h("path", { d: shape(name), "fill-rule": "evenodd" });
}

/** A number that is part of a drawing: it comes from the style sheet, so that it is no part of what the thing is called. @param {number} count */
const number = (count) => h("b", { class: "gm-number", "data-n": count });

/** Between what is paid and what is gained. */
export const then = () => h("i", { class: "gm-then", "aria-hidden": "true" });

/** So many of something; whoever listens is told by the thing that it stands on. @param {number} count @param {string} what @returns {Child} */
export function amount(count, what) {
  return h("span", { class: "gm-amount", "aria-hidden": "true" }, count === 1 ? null : number(count), sign(what));
}

/** The same, the number always said. @param {number} count @param {string} what @returns {Child} */
export function counted(count, what) {
  return h("span", { class: "gm-amount", "aria-hidden": "true" }, number(count), sign(what));
}

/** What a cost or ability takes. @param {Record<string, number>} cost @param {string[]} [oneOf] @returns {Child[]} */
export function costOf(cost, oneOf) {
  const fixed = Object.entries(cost).filter(([, count]) => count).map(([what, count]) => amount(count, what));
  return oneOf ? [...fixed, either(oneOf)] : fixed;
}

/** @param {string[]} elements */
const either = (elements) => h("span", { class: "gm-amount", "aria-hidden": "true" }, elements.map((element, index) => [index ? h("i", { class: "gm-or" }) : null, sign(element)]));

/** An ability in signs: what it takes, an arrow, what it gives. @param {any} ability @returns {Child[]} */
export function abilityOf(ability) {
  const cost = costOf(ability.cost ?? {}, ability.cost_one_of);
  return [cost, cost.length ? then() : null, ability.effects.map(effect)];
}

/** @param {any} effect @returns {Child} */
export function effect({ op, what, n, where, only_if: onlyIf }) {
  switch (op) {
    case "gain":
      return amount(n, what);
    case "gain_one_of":
      return either(what);
    case "banner":
      return sign("banner");
    case "occupied":
      return [sign("occupied"), onlyIf ? sign("lord") : null];
    case "enchant":
      return sign("enchant");
    default:
      return h("span", { class: "gm-amount", "aria-hidden": "true" }, n > 1 ? number(n) : null, sign(op), where === "lord_realm" ? sign("lord") : where === "wanderer_realm" ? sign("wanderer") : null);
  }
}

/** Gems as a row of signs, one for each. @param {Record<string, number>} gems @returns {Child[]} */
export function gemRow(gems) {
  return Object.entries(gems).flatMap(([element, count]) => Array.from({ length: count }, () => sign(element)));
}
