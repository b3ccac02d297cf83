/** Ratings: a leaderboard, and how one player stands. */

import { words } from "../catalogue.js";
import { h } from "../dom.js";
import { say } from "../words.js";
import { icon } from "./icons.js";

/** The best of a title. @param {import("../types.d.ts").Leaderboard} board */
export function leaderboard(board) {
  return [
    board.players.length ? h("table", { class: "ratings" },
      head(say.ratings.rank, say.ratings.player, say.ratings.rating, say.ratings.games),
      h("tbody", null, board.players.map((row) => h("tr", { key: row.player },
        h("td", null, String(row.rank)),
        h("th", { scope: "row" }, icon(row.kind === "bot" ? "bot" : "person"), " ", h("a", { href: `/players/${row.player}` }, row.name)),
        numbers(row))))) : h("p", { class: "hint" }, say.ratings.nobody(board.games_needed)),
    board.levels.length ? h("table", { class: "ratings" },
      h("caption", { class: "hint" }, say.ratings.compare),
      head(say.ratings.level, say.ratings.rating, say.ratings.games),
      h("tbody", null, board.levels.map((row) => h("tr", { key: row.level }, h("th", { scope: "row" }, words(row.level)), numbers(row))))) : null,
  ];
}

/** How a player stands, by title. @param {import("../types.d.ts").Profile["ratings"]} ratings */
export function standings(ratings) {
  const known = Object.entries(ratings);
  if (!known.length) return null;
  return h("table", { class: "ratings" },
    h("caption", null, say.ratings.head),
    head(say.player.title, say.ratings.rank, say.ratings.rating, say.ratings.games),
    h("tbody", null, known.map(([slug, each]) => h("tr", { key: slug },
      h("th", { scope: "row" }, h("a", { href: `/titles/${slug}` }, words(slug.replaceAll("-", "_")))),
      h("td", null, each.rank === null ? say.ratings.provisional : String(each.rank)),
      numbers(each)))));
}

/** @param {string[]} names */
const head = (...names) => h("thead", null, h("tr", null, names.map((name) => h("th", { scope: "col" }, name))));

/** What is as good as certain, what is likely, and the games that is from. @param {{rating: number, sigma: number, games: number}} each */
const numbers = (each) => [
  h("td", null, String(each.rating), " ", h("small", { class: "hint" }, say.ratings.likely(each.rating + Math.round(120 * each.sigma)))),
  h("td", null, String(each.games)),
];
