/** Whatever stands on the board: figures, lords, the Wanderer, caravans; and what makes a thing speak and be clicked. */

import { classes, h } from "../../dom.js";
import { joined } from "../../parts/board.js";
import { tip } from "../../parts/tip.js";
import { say } from "../../words.js";
import { figureKind, figureName, keysOf } from "./keys.js";
import { shape, sign } from "./signs.js";

/** @typedef {import("../contract.js").Table} Table */
/** @typedef {import("../../dom.js").Child} Child */

/**
 * @typedef {object} Thing
 * @property {string} [at] The key of its place.
 * @property {string} label
 * @property {string} [text]
 * @property {string} class
 * @property {any} [mark]
 * @property {string | number} [key]
 * @property {string} [role] What it is while it cannot be clicked.
 * @property {boolean} [inside] It stands in something that can itself be clicked.
 */

/** Props of a thing with a tip that may be a place. @param {Table} table @param {Thing} thing @returns {Record<string, any>} */
export function thing(table, { at, label, text = "", class: name, mark, key, role = "img", inside = false }) {
  const place = at === undefined ? {} : table.place(at, label);
  const named = inside ? {} : { tabindex: "0", role, "aria-label": text ? `${label}. ${text}` : label };
  return joined({ class: name, key, mark }, named, tip(label, text), place);
}

/** Whether a place can be clicked now. @param {Table} table @param {string} at */
export const can = (table, at) => table.place(at, "").role === "button";

/**
 * Props of a place that shows signs alone: what a move there does is its name to whoever does not see them.
 * @param {Table} table @param {string} at @param {string} label @returns {Record<string, any>}
 */
export function signed(table, at, label) {
  const move = table.moves.find((listed) => keysOf(listed.move).includes(at));
  return { ...table.place(at, label), ...(move ? { "aria-label": move.text } : {}) };
}

/** The drawing of a figure: its shape says which it is, colour and sign whose. @param {Table} table @param {number} seat @param {string} figure @param {boolean} [away] */
export function figureDrawing(table, seat, figure, away = false) {
  const kind = figureKind(table, figure);
  const tribe = table.view.seats[seat].tribe;
  const low = kind.shape === "triangle";
  return h("svg", { class: classes("gm-figure", `gm-seat-${seat}`, away && "away"), viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", { d: shape(kind.shape), class: "gm-body" }),
    kind.id === "specialist" ? h("circle", { cx: 12, cy: 12, r: 7.6, class: "gm-band" }) : null,
    h("path", { d: shape(tribe), class: "gm-tribe", "fill-rule": "evenodd", transform: low ? "translate(7.2 10) scale(.4)" : "translate(6.600 6.600) scale(.45)" }));
}

/** A figure on the table. @param {Table} table @param {{seat: number, figure: string}} piece @param {boolean} inside */
export function piece(table, { seat, figure }, inside) {
  const { phase } = table.view;
  const acts = phase.type === "acting" && phase.seat === seat && phase.figure === figure;
  const own = seat === table.you;
  const at = own ? (acts && can(table, "ability:innate") ? "ability:innate" : `figure:${figure}`) : undefined;
  return h("span", thing(table, {
    at: inside ? undefined : at, inside, key: `${seat}${figure}`, class: classes("gm-piece", acts && "acts"),
    label: say.gates.whose(figureName(table, figure), table.seats[seat].name), text: figureKind(table, figure).text,
  }), figureDrawing(table, seat, figure));
}

/** The shapes that a space takes, while nobody stands there. @param {string[]} shapes */
export function outlines(shapes) {
  return h("span", { class: "gm-outlines", "aria-hidden": "true" }, shapes.map((name) => h("svg", { class: "gm-outline", viewBox: "0 0 24 24" }, h("path", { d: shape(name) }))));
}

/** A lord, where it stands or while it is off the board. @param {Table} table @param {string} id @param {string} at */
export function lord(table, id, at) {
  const { element, name, text } = table.components.find("lords", id);
  return h("span", thing(table, { at, key: id, class: `gm-lord el-${element}`, label: name, text }), sign("lord"), sign(element));
}

/** @param {Table} table */
export function wanderer(table) {
  return h("span", thing(table, { at: "ability:wanderer", key: "wanderer", class: "gm-walker", label: say.gates.wanderer, text: table.components.text("wanderer", "wanderer") }), sign("wanderer"));
}

/** Names of those who stand somewhere. @param {Table} table @param {{seat: number, figure: string}[]} pieces */
export const names = (table, pieces) => pieces.map(({ seat, figure }) => say.gates.whose(figureName(table, figure), table.seats[seat].name));

/** A number for every seat, as a line. @param {Table} table @param {number[]} counts */
export const bySeat = (table, counts) => counts.map((count, seat) => say.gates.seatCount(table.seats[seat].name, count)).join(", ");
