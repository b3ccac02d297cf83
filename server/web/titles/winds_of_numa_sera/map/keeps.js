/** Strongholds and capitals as they are drawn: each Stronghold has walls of its own, and flies the colours of its holder. */

import { h } from "../../../dom.js";
import { seatSign } from "../../../parts/icons.js";

/**
 * @typedef {object} Keep
 * @property {string} walls
 * @property {string} [ground] What it stands on.
 * @property {string} [on] What that is, if not grass.
 * @property {string} [roofs] They take the holder's colour.
 * @property {string} holes Doors and windows.
 * @property {number[]} pole Where the flag is set up.
 * @property {string} [made] What the walls are made of, if not of stone.
 */

/** @type {Keep} */
const PLAIN = { walls: "M16 54V20h5v5h6v-5h10v5h6v-5h5v34zM8 54V36h8v18zM48 54V36h8v18z", holes: "M27 54V44a5 5 0 0 1 10 0v10zM23 30h4v6h-4zM37 30h4v6h-4z", pole: [32, 25] };

/** On a field of 64 by 54. @type {Record<string, Keep>} */
const KEEPS = {
  reedwatch: { made: "wood", ground: "M6 54q26-9 52 0z", walls: "M23 16h18v14H23zM20 30h24v4H20zM24 34l-6 19h4l5-19zM40 34l6 19h-4l-5-19zM30 34h4v19h-4zM20 43h24v3H20z", roofs: "M18 17L32 4l14 13z", holes: "M28 20h8v7h-8z", pole: [32, 5] },
  emberhold: { walls: "M6 54V28h4v4h4v-4h4v8h28v-8h4v4h4v-4h4v26zM22 38V14h4v4h4v-4h4v4h4v-4h4v24z", holes: "M27 54V46a5 5 0 0 1 10 0v8z", pole: [32, 18], made: "ember" },
  ironmarch_keep: { ...PLAIN, roofs: "M14 21l5-8 5 8zM40 21l5-8 5 8z", made: "iron" },
  sapphire_gate: { walls: "M8 54V22h15v32zM41 54V22h15v32zM22 28h20v16a10 10 0 0 0-20 0z", roofs: "M5 23L15.500 5 26 23zM38 23L48.500 5 59 23z", holes: "M13 30h5v7h-5zM46 30h5v7h-5z", pole: [15.5, 7] },
  scholars_spire: { walls: "M24 54V20h16v34zM12 54V40h40v14z", roofs: "M21 21L32 0l11 21zM10 41l8-7h28l8 7z", holes: "M28 54v-6a4 4 0 0 1 8 0v6zM30 25h4v7h-4zM17 45h4v5h-4zM43 45h4v5h-4z", pole: [32, 2] },
  barrow_fort: { made: "wood", ground: "M0 54q32-34 64 0z", walls: "M12 46V30l4-5 4 5 4-5 4 5 4-5 4 5 4-5 4 5 4-5 4 5v16z", holes: "M28 46V36h8v10z", pole: [32, 28] },
  highcrag: { on: "rock", ground: "M2 54l12-20 8 5 6-8h12l8 10 6-4 8 17z", walls: "M21 36V10h5v4h4v-4h5v4h4v-4h5v28l-12 4z", holes: "M30 20h5v7h-5z", pole: [32, 14] },
  vineyard_citadel: { walls: "M6 54V34h52v20zM20 36V22h24v14z", roofs: "M20 23a12 12 0 0 1 24 0zM6 35a7 7 0 0 1 14 0zM44 35a7 7 0 0 1 14 0z", holes: "M27 54v-9a5 5 0 0 1 10 0v9zM29 26h6v6h-6zM11 40h4v6h-4zM49 40h4v6h-4z", pole: [32, 12] },
  stormwall: { walls: "M0 54V32h5v5h5v-5h5v5h6V16h5v5h12v-5h5v21h6v-5h5v5h5v-5h5v22z", holes: "M27 54V43a5 5 0 0 1 10 0v11zM30 27h4v7h-4z", pole: [32, 21], made: "iron" },
  obsidian_seat: { made: "obsidian", walls: "M6 54l5-28 6 12 4-28 8 14 3-18 3 18 8-14 4 28 6-12 5 28z", holes: "M28 54V44l4-6 4 6v10z", pole: [32, 6] },
};

/** A capital, on a field of 92 by 54. @type {Keep} */
const CAPITAL = {
  walls: "M6 54V26h14v28zM72 54V26h14v28zM20 54V36h4v4h4v-4h4v4h4v-4h20v4h4v-4h4v4h4v-4h4v18zM34 40V18h24v22z",
  roofs: "M3 27L13 10l10 17zM69 27L79 10l10 17zM31 19L46 0l15 19z",
  holes: "M40 54V45a6 6 0 0 1 12 0v9zM43 24h6v8h-6zM11 33h4v7h-4zM77 33h4v7h-4z",
  pole: [46, 2],
};

/** @param {string} id @param {number | null} holder The seat that holds it. */
export const keep = (id, holder) => drawing(KEEPS[id] ?? PLAIN, 64, holder);

/** @param {number | null} seat */
export const capital = (seat) => drawing(CAPITAL, 92, seat);

/** @param {Keep} keep @param {number} width @param {number | null} holder */
function drawing({ walls, ground, on = "mound", roofs, holes, pole, made = "stone" }, width, holder) {
  return h("svg", { class: "ns-keep", viewBox: `0 -20 ${width} 74`, "aria-hidden": "true" },
    ground ? h("path", { d: ground, class: `ns-${on}` }) : null,
    holder === null ? null : flag(pole[0], pole[1], holder),
    h("path", { d: walls, class: `ns-walls ns-${made}` }),
    roofs ? h("path", { d: roofs, class: "ns-roofs" }) : null,
    h("path", { d: holes, class: "ns-holes" }));
}

/** The seat's colour, and its shape upon it. @param {number} x @param {number} y @param {number} seat */
function flag(x, y, seat) {
  return h("g", { transform: `translate(${x} ${y})`, class: "ns-flag" },
    h("path", { d: "M-1.500 2v-23h3V2z", class: "ns-pole" }), h("path", { d: "M1.500-21h25l-5 7.500 5 7.500h-25z", class: "ns-cloth" }),
    h("g", { transform: "translate(5.500 -19.500) scale(.5)", class: "ns-flag-sign" }, seatSign(seat).children));
}
