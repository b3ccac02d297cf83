/** The ring: realms clockwise from Chaos at the top, a gate between neighbours, the Central Gate in the middle. */

import { classes, h } from "../../dom.js";
import { say } from "../../words.js";
import { gateName } from "./keys.js";
import { can, names, outlines, piece, thing } from "./pieces.js";
import { realmTile } from "./realm.js";
import { counted } from "./signs.js";

/** @typedef {import("../contract.js").Table} Table */

/** Where realms and gates lie, by the number of realms: right of and above the centre, in halves of the ring. @type {Record<number, {realms: number[][], gates: number[][]}>} */
const LAID = {
  3: { realms: [[0, 0.62], [0.465, -0.42], [-0.465, -0.42]], gates: [[0.56, 0.32], [0, -0.58], [-0.56, 0.32]] },
  4: { realms: [[0, 0.66], [0.63, 0], [0, -0.66], [-0.63, 0]], gates: [[0.44, 0.44], [0.44, -0.44], [-0.44, -0.44], [-0.44, 0.44]] },
  5: { realms: [[0, 0.7], [0.62, 0.17], [0.375, -0.54], [-0.375, -0.54], [-0.62, 0.17]], gates: [[0.242, 0.365], [0.52, -0.19], [0, -0.5], [-0.52, -0.19], [-0.242, 0.365]] },
};

/** Inner edge of the realms, in halves of the ring. */
const INNER = 0.22;

/** @param {Table} table @param {import("../../dom.js").Child} corners */
export function ring(table, corners) {
  const { ring: realms } = table.view;
  const laid = LAID[realms.length] ?? LAID[5];
  return h("div", { class: "gm-ring-box" },
    h("section", { class: `gm-ring gm-ring-${realms.length}`, "aria-label": say.gates.ring },
      ground(realms),
      corners,
      centre(table),
      realms.map((/** @type {any} */ realm, /** @type {number} */ index) => h("div", { class: "gm-part", key: realm.realm },
        realmTile(table, realm, at(laid.realms[index])),
        gate(table, index + 1, at(laid.gates[index]))))));
}

/** @param {number[]} spot @returns {Record<string, string>} */
const at = ([right, up]) => ({ "--left": `${50 + right * 50}%`, "--top": `${50 - up * 50}%` });

/** The land under the realms. @param {any[]} realms */
function ground(realms) {
  const part = (2 * Math.PI) / realms.length;
  return h("svg", { class: "gm-ground", viewBox: "-1.02 -1.02 2.04 2.04", preserveAspectRatio: "none", "aria-hidden": "true" },
    realms.map((realm, index) => h("path", { key: realm.realm, class: `gm-land el-${realm.realm}`, d: sector(index * part, part) })),
    h("circle", { r: INNER - 0.03, class: "gm-void" }));
}

/** A part of the ring. @param {number} middle Clockwise from the top. @param {number} width Both in radians. */
function sector(middle, width) {
  const point = (/** @type {number} */ radius, /** @type {number} */ angle) => `${(radius * Math.sin(angle)).toFixed(4)} ${(-radius * Math.cos(angle)).toFixed(4)}`;
  const gap = 0.012;
  const [from, to] = [middle - width / 2, middle + width / 2];
  const inner = gap / INNER;
  return `M${point(1, from + gap)}A1 1 0 0 1 ${point(1, to - gap)}L${point(INNER, to - inner)}A${INNER} ${INNER} 0 0 0 ${point(INNER, from + inner)}z`;
}

/** @param {Table} table @param {number} number @param {Record<string, string>} style */
function gate(table, number, style) {
  const pieces = table.view.gates[`gate_${number}`] ?? [];
  return space(table, `gate_${number}`, gateName(table, number), table.components.find("gates", "gate"), pieces, style, [
    h("span", { class: "gm-gate-name" }, gateName(table, number))]);
}

/** @param {Table} table */
function centre(table) {
  const { keys, figures } = table.view.central_gate;
  const component = table.components.find("gates", "central_gate");
  return space(table, "central_gate", component.name, component, figures, at([0, 0]), [
    h("span", { class: classes("gm-keys", !keys && "none"), mark: keys }, counted(keys, "key")),
    h("span", { class: "gm-gate-name" }, component.name)]);
}

/** @param {Table} table @param {string} id @param {string} name @param {any} component @param {any[]} pieces @param {Record<string, string>} style @param {import("../../dom.js").Child} more */
function space(table, id, name, component, pieces, style, more) {
  const inside = can(table, `space:${id}`);
  const central = id === "central_gate";
  const text = [component.text, central ? say.gates.keysHere(table.view.central_gate.keys) : "", say.gates.standing(names(table, pieces))].filter(Boolean).join("\n");
  return h("div", { ...thing(table, { at: `space:${id}`, key: id, class: classes("gm-gate", central && "central", table.view.phase.place === id && "acts"), label: name, text, role: "group", mark: JSON.stringify(pieces) }), style },
    h("svg", { class: "gm-arch", viewBox: "0 0 60 60", "aria-hidden": "true" },
      h("path", { d: "M4 57V27a26 26 0 0 1 52 0v30H46V28a16 16 0 0 0-32 0v29z", class: "gm-stone" }),
      h("path", { d: "M14 57V28a16 16 0 0 1 32 0v29z", class: "gm-light" }),
      h("path", { d: "M2 54h14v5H2zM44 54h14v5H44zM26 0h8l2 10H24z", class: "gm-foot" })),
    h("span", { class: "gm-stand" }, pieces.length ? pieces.map((each) => piece(table, each, inside)) : outlines(component.shapes ?? [])),
    more);
}
