/** The world between the kingdoms: the map, the World Forge, the colleges, what is explored. */

import { h } from "../../dom.js";
import { joined } from "../../parts/board.js";
import { tip } from "../../parts/tip.js";
import { say } from "../../words.js";
import { map } from "./map/map.js";
import { about, find } from "./names.js";
import { slip } from "./parts.js";
import { sign } from "./signs.js";

/** @typedef {import("../contract.js").Table} Table */

/** @param {Table} table */
export function world(table) {
  const { strongholds, world_forge: forge, round } = table.view;
  return h("section", { class: "ns-world" }, h("div", { class: "ns-world-in" },
    h("div", { class: "ns-lands" }, heading(say.winds.map, round ? say.winds.onMap(strongholds.display.length, strongholds.deck) : ""), map(table)),
    h("div", { class: "ns-forge" }, heading(say.winds.forge, round ? say.winds.inDeck(forge.deck) : ""),
      h("div", { class: "ns-wares" }, forge.display.map((/** @type {string} */ id) => ware(table, id)), gaps(table, forge.display.length))),
    h("div", { class: "ns-learned" },
      h("div", { class: "ns-colleges" }, heading(say.winds.colleges), colleges(table)),
      h("div", { class: "ns-exploration" }, heading(say.winds.exploration), exploration(table)))));
}

/** @param {string} text @param {string} [more] */
function heading(text, more) {
  return h("h2", null, text, more ? [" ", h("small", { class: "hint" }, more)] : null);
}

/** An Item that can be bought. @param {Table} table @param {string} id */
function ware(table, id) {
  const [, entry] = find(table, id);
  return h("div", joined({ class: "ns-ware", tabindex: "0", key: id }, about(table, id), table.place(`item:${id}`, `${entry.name}. ${entry.text ?? ""}`)),
    sign(entry.slot), h("b", null, entry.name), h("span", { class: "ns-price" }, say.winds.cost(entry.cost ?? 0)), h("span", { class: "ns-card-text" }, entry.text ?? ""));
}

/** Where no Item lies: before the game is dealt, and once the deck is empty. @param {Table} table @param {number} lying */
function gaps(table, lying) {
  const places = table.components.tables.setup?.forge_display ?? 4;
  return Array.from({ length: Math.max(0, places - lying) }, (_, index) => h("div", { class: "ns-ware none", key: `gap${index}` }, table.view.round ? say.winds.noItem : index ? null : say.winds.notDealt));
}

/** @param {Table} table */
function colleges(table) {
  const ids = Object.keys(table.view.colleges).length ? Object.keys(table.view.colleges) : [...(table.components.byTable.get("skills")?.keys() ?? [])];
  return h("div", { class: "ns-college-row" }, ids.map((id) => [id, table.view.colleges[id] ?? 0]).map(([id, count]) =>
    h("div", joined({ class: "ns-college", tabindex: "0", mark: count, key: id }, table.tip("skills", id), table.place(`skill:${id}`, table.components.name("skills", id))),
      sign(id), h("span", null, table.components.name("skills", id)), h("b", null, String(count)))));
}

/** @param {Table} table */
function exploration(table) {
  const { deck, open, your_drawn: drawn, discard } = table.view.exploration;
  const top = discard.at(-1);
  return h("div", { class: "ns-explore-row" },
    h("div", joined({ class: "ns-deck", tabindex: "0", mark: deck, ...tip(say.winds.exploration, say.winds.inDeck(deck)) }, table.place("deck:exploration", say.winds.explore)), h("b", null, deck), h("span", null, say.winds.explore)),
    h("div", { class: "ns-found" },
      h("div", { class: "ns-open" }, [...open, ...drawn].map((/** @type {string} */ id) => slip(table, id, false))),
      h("div", { class: "ns-discard" }, top ? [say.winds.discard(discard.length), " ", slip(table, top, false)] : null)));
}
