/** Cards of every kind, found by the id under which they lie somewhere. */

import { words } from "../../catalogue.js";

/** @typedef {import("../contract.js").Table} Table */

const TABLES = ["exploration_cards", "items", "skills", "strongholds", "classes", "blocks", "heroes", "kingdoms", "victory_conditions"];

/** The table and the entry of a card; copies are numbered: `last_stand_2`. @param {Table} table @param {string} id @returns {[string, any]} */
export function find(table, id) {
  for (const name of [id, id.replace(/_\d+$/, "")]) {
    for (const kind of TABLES) {
      const entry = table.components.byTable.get(kind)?.get(name);
      if (entry) return [kind, entry];
    }
  }
  return ["", { id, name: words(id), text: "" }];
}

/** @param {Table} table @param {string} id @returns {string} */
export function nameOf(table, id) {
  return find(table, id)[1].name ?? words(id);
}

/** Props that tell what a card does. @param {Table} table @param {string} id */
export function about(table, id) {
  const [, entry] = find(table, id);
  return { "data-tip": entry.text ? `${entry.name}\n${entry.text}` : entry.name };
}
