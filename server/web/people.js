/** Who sits where, as the page shows it. */

import { say } from "./words.js";

/**
 * @typedef {object} Sitter
 * @property {number} seat
 * @property {string} name How the viewer knows it: "You", a name, or which bot.
 * @property {boolean} you
 * @property {boolean} ai
 * @property {string | null} level
 * @property {number | null} score
 */

/** @param {import("./types.d.ts").Game} game @returns {Sitter[]} */
export function sitters(game) {
  const own = game.you?.seat ?? null;
  return game.seats.map((/** @type {any} */ seat) => ({
    seat: seat.seat,
    name: seat.seat === own ? say.you_ : nameOf(seat),
    you: seat.seat === own,
    ai: seat.kind === "ai",
    level: seat.level,
    score: seat.score ?? null,
  }));
}

/** @param {any} seat */
export function nameOf(seat) {
  if (seat.name) return seat.name;
  return seat.kind === "ai" ? say.bot(seat.seat) : say.freeSeat;
}
