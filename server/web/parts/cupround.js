/** One round of a tournament: its tables, who sits out, how it was paired, and of a common deal who did how. */

import { h } from "../dom.js";
import { nameOf, placeOf } from "./standings.js";
import { seatSign } from "./icons.js";
import { say } from "../words.js";

/** @param {any} cup @param {any} round */
export function roundPart(cup, round) {
  return h("section", { class: "card cup-round", key: `round-${round.round}` },
    h("h2", null, say.round(round.round), " ", h("small", { class: "hint" }, say.cup.rounds[round.status] ?? round.status)),
    h("ul", { class: "cup-tables" }, round.tables.map((/** @type {any} */ table) => tablePart(cup, table))),
    round.byes.length ? h("p", null, say.cup.sitOut, " ", round.byes.map((/** @type {string} */ each, /** @type {number} */ index) => [index ? ", " : null, nameOf(cup, each)])) : null,
    h("details", { class: "cup-why" }, h("summary", null, say.cup.why), round.explanation.split("\n\n").map((/** @type {string} */ line) => h("p", null, line))),
    round.comparison?.length ? comparison(cup, round) : null);
}

/** @param {any} cup @param {any} table */
function tablePart(cup, table) {
  return h("li", { class: "cup-table", key: table.table },
    h("h3", null, say.cup.table(table.table)),
    h("ol", null, table.seats.map((/** @type {string} */ entrant, /** @type {number} */ seat) => {
      const place = placeOf(table, seat);
      return h("li", { key: entrant }, seatSign(seat), " ", nameOf(cup, entrant),
        table.absent.includes(seat) ? h("small", { class: "hint" }, say.cup.absent) : null,
        h("span", { class: "cup-place" }, place === null ? "" : [say.cup.place(place), ` · ${table.result.scores[seat]}`], table.points ? h("strong", null, ` +${table.points[seat]}`) : null));
    })),
    table.correction ? h("p", { class: "hint" }, say.cup.ruled, " ", table.correction.reason) : null,
    h("p", null, h("a", { href: `/games/${table.game}` }, say.cup.stands[table.status] ?? say.look),
      table.result ? [" · ", h("a", { href: `/games/${table.game}/replay` }, say.replay)] : null));
}

/** @param {any} cup @param {any} round */
function comparison(cup, round) {
  return h("section", null, h("h3", null, say.cup.sameSeat),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": say.cup.sameSeat },
      h("table", null,
        h("thead", null, h("tr", null, [say.seatKind, say.cup.name, say.cup.tableHead, say.cup.score, say.cup.outscored].map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", null, round.comparison.map((/** @type {any} */ line) => h("tr", { key: `${line.table_size}-${line.seat}-${line.entrant}` },
          h("td", null, seatSign(line.seat), " ", say.seatName(line.seat)),
          h("th", { scope: "row" }, nameOf(cup, line.entrant)),
          h("td", null, String(line.table)), h("td", null, String(line.score)),
          h("td", null, line.outscored === null ? "" : say.cup.share(line.outscored))))))));
}
