/** All tournaments: those that can be entered, those that are played, those that are over. */

import { Away, get, Problem } from "../api.js";
import { titles as loadTitles } from "../catalogue.js";
import { h, render } from "../dom.js";
import { emblem } from "../parts/emblems.js";
import { say } from "../words.js";

/** How often the list is asked for. */
const EVERY_MS = 5000;
const LISTED = 30;

/** @type {import("../router.js").View} */
export const tournaments = {
  open(root) {
    document.title = `${say.cup.title} – Moothall`;
    let gone = false;
    /** @type {Record<string, any[]> | null} */
    let lists = null;
    /** @type {any[]} */
    let titles = [];
    let away = false;
    const refresh = async () => {
      try {
        if (!titles.length) titles = await loadTitles();
        lists = await load();
        away = false;
      } catch (error) {
        if (!(error instanceof Away) && !(error instanceof Problem)) throw error;
        away = true;
      }
      if (!gone) render(root, page(lists, titles, away));
    };
    const timer = setInterval(() => document.visibilityState === "visible" && refresh(), EVERY_MS);
    render(root, page(null, titles, away));
    void refresh();
    return () => {
      gone = true;
      clearInterval(timer);
    };
  },
};

/** @returns {Promise<Record<string, any[]>>} */
async function load() {
  const statuses = ["open", "active", "finished"];
  const found = await Promise.all(statuses.map((status) => get(`/v1/tournaments?status=${status}&limit=${LISTED}`)));
  return Object.fromEntries(statuses.map((status, index) => [status, found[index].tournaments]));
}

/** @param {Record<string, any[]> | null} lists @param {any[]} titles @param {boolean} away */
function page(lists, titles, away) {
  return h("div", { class: "lobby" },
    h("section", { class: "hero" }, h("h1", null, say.cup.title), h("p", null, say.cup.welcome)),
    away ? h("p", { class: "offline", role: "status" }, say.lobbyAway) : null,
    lists === null ? h("p", { class: "waiting" }, say.loading)
      : Object.entries(lists).map(([status, found]) => section(status, found, titles)));
}

/** @param {string} status @param {any[]} found @param {any[]} titles */
function section(status, found, titles) {
  return h("section", { class: "games", key: status },
    h("h2", null, say.cup.lists[status]),
    found.length ? h("ul", { class: "game-list" }, found.map((each) => line(each, titles))) : h("p", { class: "hint" }, say.cup.none));
}

/** @param {any} cup @param {any[]} titles */
function line(cup, titles) {
  const title = titles.find((each) => each.slug === cup.title)?.name ?? cup.title;
  return h("li", { key: cup.id, class: "game-line" },
    h("a", { href: `/tournaments/${cup.id}` },
      emblem(cup.title, true),
      h("span", { class: "game-people" }, h("strong", null, cup.name), h("span", { class: "hint" }, `${title} · ${say.cup.formats[cup.format] ?? cup.format}`)),
      h("span", { class: "game-now" }, cup.status === "active" ? say.cup.roundOf(cup.round, cup.rounds) : say.cup.entered(cup.entrants)),
      h("span", { class: "game-act" }, say.look)));
}
