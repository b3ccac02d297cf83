/** Who stands where in a tournament, and how everybody fared round by round. */

import { classes, h } from "../dom.js";
import { icon } from "./icons.js";
import { say } from "../words.js";

/** @param {any} cup @param {any[]} rows @param {string | null} me The id of the viewer's own entrant. */
export function standingsTable(cup, rows, me) {
  const breaks = cup.settings.tie_breaks;
  const wins = !breaks.includes("wins"); // told once
  return h("section", { class: "card cup-standings" }, h("h2", null, say.cup.standings),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": say.cup.standings },
      h("table", null,
        h("thead", null, h("tr", null, [say.cup.rank, say.cup.name, say.cup.points, ...breaks.map((/** @type {string} */ each) => say.cup.breaks[each] ?? each), say.cup.played, wins ? say.cup.wins : null]
          .map((head) => (head === null ? null : h("th", { scope: "col" }, head))))),
        h("tbody", null, rows.map((row) => h("tr", { key: row.entrant, class: classes(row.entrant === me && "own", row.dropped && "dropped") },
          h("td", null, String(row.rank)),
          h("th", { scope: "row" }, nameOf(cup, row.entrant)),
          h("td", { mark: row.points }, h("strong", null, String(row.points))),
          breaks.map((/** @type {string} */ each, /** @type {number} */ index) => h("td", { key: each }, row.tie_breaks[index] === undefined ? "" : String(row.tie_breaks[index]))),
          h("td", null, String(row.played)), wins ? h("td", null, String(row.wins)) : null))))));
}

/**
 * Everybody's place and points in every round, with a link to the game.
 * @param {any} cup @param {any[]} rows @param {any[]} rounds
 */
export function crossTable(cup, rows, rounds) {
  return h("section", { class: "card cup-cross" }, h("h2", null, say.cup.cross),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": say.cup.cross },
      h("table", null,
        h("thead", null, h("tr", null, h("th", { scope: "col" }, say.cup.name), rounds.map((each) => h("th", { scope: "col", key: each.round }, say.cup.shortRound(each.round))))),
        h("tbody", null, rows.map((row) => h("tr", { key: row.entrant },
          h("th", { scope: "row" }, nameOf(cup, row.entrant)),
          rounds.map((each) => h("td", { key: each.round }, cell(cup, each, row.entrant)))))))));
}

/** @param {any} cup @param {any} round @param {string} entrant */
function cell(cup, round, entrant) {
  if (round.byes.includes(entrant)) return say.cup.bye;
  const table = round.tables.find((/** @type {any} */ each) => each.seats.includes(entrant));
  if (!table) return "–";
  const others = table.seats.filter((/** @type {string} */ each) => each !== entrant).map((/** @type {string} */ each) => nameText(cup, each));
  const place = placeOf(table, table.seats.indexOf(entrant));
  const text = place === null ? say.cup.stands[table.status] ?? table.status : say.cup.place(place);
  return h("a", { href: `/games/${table.game}`, title: say.cup.against(others) }, text);
}

/** The place of a seat, or null while it has none. @param {any} table @param {number} seat */
export function placeOf(table, seat) {
  if (!table.result) return null;
  let ahead = 0;
  for (const group of table.result.ranking) {
    if (group.includes(seat)) return ahead + 1;
    ahead += group.length;
  }
  return null;
}

/** @param {any} cup @param {string} id */
export function nameText(cup, id) {
  return cup.entrants.find((/** @type {any} */ each) => each.entrant === id)?.name ?? id;
}

/** @param {any} cup @param {string} id */
export function nameOf(cup, id) {
  const entrant = cup.entrants.find((/** @type {any} */ each) => each.entrant === id);
  if (!entrant) return id;
  const name = entrant.player ? h("a", { href: `/players/${entrant.player}` }, entrant.name) : entrant.name;
  return h("span", { class: "cup-name" }, icon(entrant.kind === "human" ? "person" : "bot"), " ", name, entrant.dropped ? h("small", { class: "hint" }, ` ${say.cup.dropped}`) : null);
}
