/** The seats of a game: who, how many points, whose turn, how much time. */

import { classes, h } from "../dom.js";
import { clockText, say } from "../words.js";
import { icon, seatSign } from "./icons.js";
import { tip } from "./tip.js";

/**
 * @param {import("../types.d.ts").Game} game
 * @param {import("../people.js").Sitter[]} people
 */
export function seats(game, people) {
  return h("ul", { class: "seats", "aria-label": say.scores }, people.map((sitter) => one(game, sitter)));
}

/** @param {import("../types.d.ts").Game} game @param {import("../people.js").Sitter} sitter */
function one(game, sitter) {
  const seat = game.seats[sitter.seat];
  const decision = game.awaiting.decisions.find((/** @type {any} */ each) => each.seat === sitter.seat);
  const note = seat.forfeited ? say.forfeited : seat.resigned ? say.resigned : null;
  return h("li", { key: sitter.seat, class: classes("seat", decision && "awaited", sitter.you && "own") },
    seatSign(sitter.seat),
    h("span", { class: "seat-name" }, sitter.name),
    sitter.ai ? h("span", { class: "seat-kind", ...tip(say.levels[sitter.level ?? ""] ?? sitter.level ?? "") }, icon("bot", sitter.level ?? "")) : null,
    note ? h("span", { class: "seat-note" }, note) : null,
    h("span", { class: "seat-gap" }),
    seat.time_left_ms === null ? null : clock(seat, decision),
    decision ? h("span", { class: "seat-turn" }, sitter.you ? say.yourTurn : say.isThinking) : null,
    sitter.score === null ? null : h("span", { class: "seat-score", mark: sitter.score }, sitter.score, h("span", { class: "unseen" }, ` ${say.points}`)),
  );
}

/** @param {any} seat @param {any} decision */
function clock(seat, decision) {
  const until = decision?.deadline ?? null;
  const left = until === null ? seat.time_left_ms : until - Date.now();
  return h("span", { class: classes("seat-clock", left < 10_000 && "short"), role: "timer" }, icon("clock"), clockText(left));
}
