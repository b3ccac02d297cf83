/** Titles, their components with what these cost and do, and their rules: asked for once. */

import { get } from "./api.js";

/** @type {Map<string, Promise<any>>} */
const asked = new Map();

/** @param {string} path */
function once(path) {
  let answer = asked.get(path);
  if (!answer) {
    answer = get(path);
    answer.catch(() => asked.delete(path));
    asked.set(path, answer);
  }
  return answer;
}

export const titles = () => once("/v1/titles").then((answer) => answer.titles);

/** @param {string} slug @param {number} [edition] */
export const title = (slug, edition) => once(`/v1/titles/${slug}${asOf(edition)}`);

/** @param {string} slug @param {number} [edition] */
export const rules = (slug, edition) => once(`/v1/titles/${slug}/rules${asOf(edition)}`);

/** @param {string} slug @param {string} id @param {number} [edition] */
export const rule = (slug, id, edition) => once(`/v1/titles/${slug}/rules/${id}${asOf(edition)}`);

/** @param {string} slug @param {number} [edition] @returns {Promise<Components>} */
export async function components(slug, edition) {
  return new Components(await once(`/v1/titles/${slug}/content${asOf(edition)}`));
}

/** @param {number} [edition] */
const asOf = (edition) => (edition === undefined ? "" : `?edition=${edition}`);

/** The components of an edition, found by table and id. */
export class Components {
  /** @param {any} content As GET /v1/titles/{slug}/content answers it. */
  constructor(content) {
    this.tables = content.tables;
    this.texts = content.texts;
    /** @type {Map<string, Map<string, any>>} */
    this.byTable = new Map();
    for (const [table, entries] of Object.entries(content.tables)) {
      if (Array.isArray(entries)) this.byTable.set(table, new Map(entries.map((entry) => [entry.id, entry])));
    }
  }

  /** A component, or one that has but its id where the table has none of it. @param {string} table @param {string} id */
  find(table, id) {
    return this.byTable.get(table)?.get(id) ?? { id, name: words(id), text: this.texts[table]?.[id] ?? "" };
  }

  /** @param {string} table @param {string} id */
  name(table, id) {
    return this.find(table, id).name ?? words(id);
  }

  /** What a component costs and does. @param {string} table @param {string} id */
  text(table, id) {
    return this.find(table, id).text ?? this.texts[table]?.[id] ?? "";
  }
}

/** An id as words: `storm_armor` is Storm armor. @param {string} id */
export function words(id) {
  const text = String(id).replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
