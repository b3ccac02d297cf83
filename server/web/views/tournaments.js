/** All tournaments: those that can be entered, those that are played, those that are over. */

import { get } from "../api.js";
import { titles as loadTitles } from "../catalogue.js";
import { h } from "../dom.js";
import { emblem } from "../parts/emblems.js";
import { refreshed } from "../parts/refreshed.js";
import { say } from "../words.js";

/** How often the list is asked for. */
const EVERY_MS = 5000;
const LISTED = 30;

/** @type {import("../router.js").View} */
export const tournaments = {
  open(root) {
    document.title = `${say.cup.title} – Moothall`;
    /** @type {any[]} */
    let titles = [];
    const load = async () => {
      if (!titles.length) titles = await loadTitles();
      return loadLists();
    };
    return refreshed(root, EVERY_MS, load, (lists, away) => page(lists, titles, away)).end;
  },
};

/** @returns {Promise<Record<string, any[]>>} */
async function loadLists() {
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
