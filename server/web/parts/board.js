/** A title's board with what makes its places clickable and its components speak. */

import { classes } from "../dom.js";
import { tip } from "./tip.js";

/**
 * @param {import("../titles/contract.js").TitleModule} module
 * @param {import("../types.d.ts").Game} game
 * @param {import("../people.js").Sitter[]} people
 * @param {import("../catalogue.js").Components} components
 * @param {import("../selection.js").Selection} selection
 * @param {{choose: (key: string) => void, propose: (move: any, text?: string) => void, redraw: () => void, memory: Record<string, any>}} page
 */
export function board(module, game, people, components, selection, page) {
  return module.board({
    view: game.state,
    seats: people,
    you: game.you?.seat ?? null,
    awaited: game.awaiting.decisions.map((/** @type {any} */ each) => each.seat),
    components,
    moves: selection.moves,
    place: (key, label) => place(selection, page.choose, key, label),
    tip: (table, id) => tip(components.name(table, id), components.text(table, id)),
    propose: page.propose,
    memory: page.memory,
    redraw: page.redraw,
  });
}

/**
 * @param {import("../selection.js").Selection} selection @param {(key: string) => void} choose
 * @param {string} key @param {string} label
 */
function place(selection, choose, key, label) {
  if (!selection.can(key)) return { "data-place": key };
  const chosen = selection.chosen.includes(key);
  const press = () => choose(key);
  return {
    "data-place": key,
    class: classes("can", chosen && "chosen", !chosen && !selection.narrows(key) && "apart"),
    role: "button",
    tabindex: "0",
    "aria-pressed": String(chosen),
    "aria-description": label,
    on: { click: press, keydown: (/** @type {KeyboardEvent} */ event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), press()) },
  };
}

/** Props joined: classes are added up, later words win otherwise. @param {...(Record<string, any> | null | undefined)} several */
export function joined(...several) {
  const all = Object.assign({}, ...several);
  all.class = classes(...several.map((props) => props?.class));
  return all;
}
