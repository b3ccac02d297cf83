/** A kingdom's tree of blocks: what is built, what can be, and what leads where. */

import { classes, h } from "../../dom.js";
import { joined } from "../../parts/board.js";
import { say } from "../../words.js";

/** @typedef {import("../contract.js").Table} Table */

const WIDTH = 150, HEIGHT = 30, ACROSS = 176, DOWN = 40;

/** @param {Table} table @param {string} kingdom @param {string[]} built @param {boolean} mine */
export function tree(table, kingdom, built, mine) {
  const blocks = [...(table.components.byTable.get("blocks")?.values() ?? [])].filter((block) => block.kingdom === kingdom);
  const places = layout(blocks);
  const across = Math.max(...[...places.values()].map((place) => place.x)) + WIDTH + 4;
  const down = Math.max(...[...places.values()].map((place) => place.y)) + HEIGHT + 4;
  return h("div", { class: "ns-tree scroll" }, h("svg", { viewBox: `0 0 ${across} ${down}`, width: across, height: down, role: "group", "aria-label": say.winds.tree },
    blocks.flatMap((block) => before(block).map(([id, any]) => line(places.get(id), places.get(block.id), any, built.includes(id)))),
    blocks.map((block) => node(table, block, places.get(block.id), built, mine))));
}

/** What a block is built upon; with whether one of several is enough. @param {any} block @returns {[string, boolean][]} */
function before(block) {
  return [...(block.requires ?? []).map((/** @type {string} */ id) => [id, false]), ...(block.requires_any ?? []).map((/** @type {string} */ id) => [id, true])];
}

/** Columns by how much has to be built first. @param {any[]} blocks @returns {Map<string, {x: number, y: number}>} */
function layout(blocks) {
  const byId = new Map(blocks.map((block) => [block.id, block]));
  /** @type {Map<string, number>} */
  const depths = new Map();
  /** @type {(id: string) => number} */
  const depth = (id) => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    const found = Math.max(-1, ...before(byId.get(id) ?? {}).map(([each]) => depth(each))) + 1;
    depths.set(id, found);
    return found;
  };
  /** @type {number[]} */
  const filled = [];
  return new Map(blocks.map((block) => {
    const column = depth(block.id);
    const row = filled[column] ?? 0;
    filled[column] = row + 1;
    return [block.id, { x: 2 + column * ACROSS, y: 2 + row * DOWN }];
  }));
}

/** @param {{x: number, y: number} | undefined} from @param {{x: number, y: number} | undefined} to @param {boolean} any @param {boolean} open */
function line(from, to, any, open) {
  if (!from || !to) return null;
  const [x1, y1, x2, y2] = [from.x + WIDTH, from.y + HEIGHT / 2, to.x, to.y + HEIGHT / 2];
  return h("path", { d: `M${x1} ${y1}C${x1 + 14} ${y1} ${x2 - 14} ${y2} ${x2} ${y2}`, class: classes("ns-branch", open && "open"), "stroke-dasharray": any ? "4 3" : null });
}

/** @param {Table} table @param {any} block @param {any} place @param {string[]} built @param {boolean} mine */
function node(table, block, place, built, mine) {
  const count = built.filter((id) => id === block.id).length;
  const label = `${block.name}${count ? `, ${say.winds.built}` : ""}`;
  const able = mine ? table.place(`block:${block.id}`, label) : {};
  return h("g", joined({ class: classes("ns-block", count > 0 && "built", `ns-block-${block.type}`), key: block.id, mark: count, tabindex: "0", role: "img", "aria-label": label }, table.tip("blocks", block.id), able),
    h("rect", { x: place.x, y: place.y, width: WIDTH, height: HEIGHT, rx: block.type === "repeatable" ? 15 : 6 }),
    h("text", { x: place.x + WIDTH / 2, y: place.y + HEIGHT / 2 + 4, "text-anchor": "middle" }, block.name, count > 1 ? ` ×${count}` : ""));
}
