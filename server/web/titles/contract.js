/**
 * What a title tells the page: how its board is drawn, and which places of it a move touches.
 *
 * A board is drawn from the typed view alone, so a spectator, a seat and a replay get theirs from the same function. It
 * never asks the server for anything.
 *
 * @typedef {import("../dom.js").Node} Node
 *
 * @typedef {object} TitleModule
 * @property {string} style The path of its style sheet below `web/`.
 * @property {(table: Table) => Node} board
 * @property {(move: any) => string[]} keysOf The keys of the places that a move touches.
 * @property {(table: Table) => Node | null} [composer] A form for moves that no list can hold (trades, long placements).
 *
 * @typedef {object} Table Everything a board may look at.
 * @property {any} view The `state` of a game: the title's typed view.
 * @property {import("../people.js").Sitter[]} seats
 * @property {number | null} you The viewer's seat.
 * @property {number[]} awaited Seats that are to move.
 * @property {import("../catalogue.js").Components} components
 * @property {(key: string, label: string) => Record<string, any>} place Props of an element that stands for that place: its
 * key, whether it can be clicked now, whether it is chosen. `label` says more of it to whoever does not see it; what shows no
 * text needs an `aria-label` of its own.
 * @property {(table: string, id: string) => Record<string, any>} tip Props that tell what that component costs and does.
 * @property {any[]} moves The legal moves, as listed: `{move, text}`.
 * @property {(move: any, text?: string) => void} propose Make a composed move the one to be confirmed.
 * @property {Record<string, any>} memory What a board keeps for itself as long as the page is open: a half-composed move.
 * @property {() => void} redraw
 */

/** The title's module; a plain one for a title that has no board yet. @param {string} slug @returns {Promise<TitleModule>} */
export async function titleModule(slug) {
  const drawn = DRAWN[slug];
  return (await (drawn ? drawn() : import("./generic.js"))).default;
}

/** @type {Record<string, () => Promise<{default: TitleModule}>>} */
const DRAWN = {
  "gates-of-mara": () => import("./gates_of_mara/board.js"),
  "medieval-realms": () => import("./medieval_realms/board.js"),
  "winds-of-numa-sera": () => import("./winds_of_numa_sera/board.js"),
  manaforge: () => import("./manaforge/board.js"),
};
