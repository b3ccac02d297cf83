/** Resources, leaders and stamps: a colour and a shape each. */

import { h } from "../../dom.js";

export const RESOURCES = ["production", "science", "culture", "religion", "gold", "raw_material", "battle_point"];

/** @type {Record<string, string>} */
const SHAPES = {
  production: "M9 2h6l1 3 3 1 2 5-2 2v3l-4 3-1 3h-4l-1-3-4-3v-3l-2-2 2-5 3-1zM12 9a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7z",
  science: "M9 2h6v2h-1v5l6 10a2 2 0 0 1-2 3H6a2 2 0 0 1-2-3l6-10V4H9z",
  culture: "M12 3a9 8 0 0 0 0 17c2 0 2-1 2-2 0-2 1-2 3-2 3 0 4-2 4-4 0-5-4-9-9-9zM7 12a1.500 1.500 0 1 1 0-3 1.500 1.500 0 0 1 0 3zm4-4a1.500 1.500 0 1 1 0-3 1.500 1.500 0 0 1 0 3zm5 1a1.500 1.500 0 1 1 0-3 1.500 1.500 0 0 1 0 3z",
  religion: "M10 2h4v6h5v4h-5v10h-4V12H5V8h5z",
  gold: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 3.500a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM10.500 8h3v8h-3z",
  raw_material: "M2 20l5-9h4l-2-4 4-5 9 18zM12 14l-2 3h5z",
  battle_point: "M3 2l9 8 9-8-1 5-6 5 5 5 2-1 1 2-3 3-2-1 1-2-5-5-6 6 1 2-2 1-3-3 1-2 2 1 5-5-6-5z",
  mayor: "M12 2l2 3 4-1-1 5 1 2H6l1-2-1-5 4 1zM7 12h10l3 10H4z",
  general: "M12 2l7 3v7c0 5-3 8-7 10-4-2-7-5-7-10V5z",
  admiral: "M11 2h2v3h3v2h-3v11c3 0 5-2 6-5h2c0 5-4 8-9 9-5-1-9-4-9-9h2c1 3 3 5 6 5V7H8V5h3z",
  buffer: "M4 4h4v3h3V4h2v3h3V4h4v17H4z",
};

/** @param {string} name @param {string} [label] */
export function sign(name, label) {
  const props = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return h("svg", { class: `mr-sign mr-${name}`, viewBox: "0 0 24 24", ...props }, h("path", { d: SHAPES[name] ?? SHAPES.gold, "fill-rule": "evenodd" }));
}
