/** A title: its rules by number, its components with what they do and where they come from. */

import { get, Problem } from "../api.js";
import { components as loadComponents, rules as loadRules, title as loadTitle, words } from "../catalogue.js";
import { classes, h, render } from "../dom.js";
import { emblem } from "../parts/emblems.js";
import { leaderboard } from "../parts/ratings.js";
import { say } from "../words.js";
import { lost } from "./lost.js";

/** Players that are shown of the leaderboard. */
const LISTED = 10;

/** @type {import("../router.js").View} */
export const title = {
  open(root, { id }, query) {
    let gone = false;
    render(root, h("p", { class: "waiting" }, say.loading));
    void load(id).then((found) => {
      if (gone) return;
      document.title = `${found.title.name} – Moothall`;
      const page = { ...found, words: query.get("q") ?? "" };
      const draw = () => render(root, describe(page, draw));
      draw();
    }, (error) => {
      if (!(error instanceof Problem)) throw error;
      if (!gone) lost.open(root, {}, query);
    });
    return () => {
      gone = true;
    };
  },
};

/** @param {string} slug */
async function load(slug) {
  const [title, rules, components, board] = await Promise.all([
    loadTitle(slug), loadRules(slug), loadComponents(slug), get(`/v1/titles/${encodeURIComponent(slug)}/leaderboard?limit=${LISTED}`),
  ]);
  return { title, rules, components, board };
}

/** @param {any} page @param {() => void} draw */
function describe(page, draw) {
  const wanted = page.words.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (/** @type {string} */ text) => wanted.every((/** @type {string} */ word) => text.toLowerCase().includes(word));
  return h("div", { class: `title-page title-${page.title.slug}` },
    h("header", { class: "title-head" }, emblem(page.title.slug),
      h("div", null, h("h1", null, page.title.name),
        h("p", { class: "hint" }, say.players(page.title.players.min, page.title.players.max), " · ", say.titlePage.edition(page.title.edition)),
        h("p", null, h("a", { href: `/docs/titles/${page.title.slug}` }, say.titlePage.forDevelopers)))),
    h("label", { class: "title-search" }, h("span", null, say.titlePage.search),
      h("input", { type: "search", id: "search", prop: { value: page.words }, on: { input: (/** @type {any} */ event) => ((page.words = event.target.value), draw()) } })),
    page.words ? null : h("section", { class: "title-rules" }, h("h2", null, say.titlePage.bots), h("ul", null, page.title.levels.map((/** @type {string} */ level) => h("li", null, say.levels[level] ?? words(level))))),
    page.words ? null : h("section", { class: "title-rules" }, h("h2", null, say.titlePage.leaderboard), leaderboard(page.board)),
    rulesOf(page.rules, fits),
    componentsOf(page.components, fits));
}

/** @param {any} book @param {(text: string) => boolean} fits */
function rulesOf(book, fits) {
  const shown = book.rules.filter((/** @type {any} */ rule) => fits(`${rule.id} ${rule.text}`));
  return h("section", { class: "title-rules" }, h("h2", null, say.titlePage.rules),
    shown.length ? null : h("p", { class: "hint" }, say.titlePage.nothing),
    Object.entries(book.sections).map(([section, name]) => {
      const inside = shown.filter((/** @type {any} */ rule) => rule.section === section);
      return inside.length ? h("section", { key: section }, h("h3", null, String(name)),
        h("dl", { class: "rules" }, inside.map((/** @type {any} */ rule) => [
          h("dt", { id: rule.id, key: rule.id }, rule.id),
          h("dd", { key: `${rule.id}-text` }, plain(rule.text), rule.provenance ? h("small", { class: "hint" }, ` ${rule.provenance}`) : null)]))) : null;
    }));
}

/** Rules are written with a little Markdown: emphasis and code are shown as such. @param {string} text */
function plain(text) {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part) => {
    if (part.startsWith("**")) return h("strong", null, part.slice(2, -2));
    return part.startsWith("`") ? h("code", null, part.slice(1, -1)) : part;
  });
}

/** @param {import("../catalogue.js").Components} components @param {(text: string) => boolean} fits */
function componentsOf(components, fits) {
  const tables = [...components.byTable].map(([table, entries]) => [table, [...entries.values()].filter((entry) => entry.text && fits(`${entry.name ?? entry.id} ${entry.text}`))]);
  return h("section", { class: "title-components" }, h("h2", null, say.titlePage.components),
    tables.filter(([, entries]) => entries.length).map(([table, entries]) => h("section", { key: String(table) },
      h("h3", null, words(String(table)), " ", h("small", { class: "hint" }, String(entries.length))),
      h("ul", { class: "component-cards" }, /** @type {any[]} */ (entries).map((entry) => h("li", { key: entry.id, class: classes("component", entry.element && `of-${entry.element}`) },
        h("strong", null, entry.name ?? words(entry.id)),
        h("p", null, entry.text),
        h("small", { class: "hint" }, say.titlePage.sources[entry.source] ?? entry.source ?? "")))))));
}
