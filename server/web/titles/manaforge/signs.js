/** The signs of the elements: a colour and a shape each. */

import { h } from "../../dom.js";

export const ELEMENTS = ["earth", "fire", "wind", "water"];

/** @type {Record<string, string>} */
const SHAPES = {
  earth: "M12 2 21 7v10l-9 5-9-5V7z",
  fire: "M12 1c1 5 7 8 7 14a7 7 0 0 1-14 0c0-3 2-5 3-7 1 2 2 3 3 3 1-3-1-6 1-10z",
  wind: "M3 8h11a3 3 0 1 0-3-3M3 13h15a3.500 3.500 0 1 1-3.500 3.500M3 18h7",
  water: "M12 1c4 6 7 9 7 14a7 7 0 0 1-14 0c0-5 3-8 7-14z",
  arcane: "M12 1l2.800 8.200L23 12l-8.200 2.800L12 23l-2.800-8.200L1 12l8.200-2.800z",
  any: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20z",
  prism: "M12 2 22 20H2z",
};

/** @param {string} element @param {string} [label] */
export function sign(element, label) {
  const props = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return h("svg", { class: `mf-sign mf-${element}`, viewBox: "0 0 24 24", ...props }, h("path", { d: SHAPES[element] ?? SHAPES.any }));
}

/** Amounts of several elements, such as a cost. @param {Record<string, number>} amounts @param {(element: string) => string} name */
export function amounts(amounts, name) {
  return Object.entries(amounts).filter(([, count]) => count).map(([element, count]) =>
    h("span", { class: "mf-amount" }, h("b", null, count), sign(element, name(element))));
}
