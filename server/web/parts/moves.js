/** The panel with the own moves: the list in words, the filter, the move that waits for its confirmation. */

import { h } from "../dom.js";
import { say } from "../words.js";
import { icon } from "./icons.js";

/** Moves that the list shows at a time. */
const SHOWN = 60;

/**
 * @typedef {object} Panel
 * @property {import("../selection.js").Selection} selection
 * @property {string[] | null} preview What the ready move would do; null while nobody knows.
 * @property {boolean} busy
 * @property {any | null} undo
 * @property {number} more How many times more of the list is shown.
 * @property {() => void} redraw
 * @property {(listed: any) => void} choose
 * @property {() => void} confirm
 * @property {() => void} cancel
 * @property {() => void} showMore
 * @property {() => void} takeBack
 */

/** @param {Panel} panel */
export function moves(panel) {
  const { selection } = panel;
  return h("section", { class: "moves", "aria-label": say.yourMove },
    h("h2", null, say.yourMove),
    selection.ready ? ready(panel) : list(panel),
    panel.undo ? h("button", { class: "quiet undo", type: "button", disabled: panel.busy, on: { click: panel.takeBack } }, icon("undo"), say.undo) : null,
  );
}

/** @param {Panel} panel */
function ready({ selection, preview, busy, confirm, cancel }) {
  return h("div", { class: "ready", key: "ready" },
    h("p", { class: "ready-text" }, selection.ready?.text),
    preview === null ? null : preview.length
      ? [h("p", { class: "ready-head" }, say.wouldHappen), h("ul", { class: "ready-lines" }, preview.map((line) => h("li", null, line)))]
      : h("p", { class: "ready-head" }, say.unknownOutcome),
    h("div", { class: "row", key: "do" },
      h("button", { class: "main", type: "button", id: "do-it", disabled: busy, on: { click: confirm } }, icon("check"), say.doIt),
      h("button", { class: "quiet", type: "button", on: { click: cancel } }, say.dontDoIt)),
  );
}

/** @param {Panel} panel */
function list(panel) {
  const { selection } = panel;
  const found = selection.shown();
  const most = SHOWN * (1 + panel.more);
  return h("div", { key: "list", class: "move-list" },
    h("p", { class: "hint" }, say.chooseOnBoard),
    selection.moves.length > 8 || selection.words
      ? h("label", { class: "filter" }, h("span", { class: "unseen" }, say.filterMoves),
        h("input", { type: "search", id: "filter", placeholder: `${say.filterMoves}: ${say.filterHelp} ( / )`, prop: { value: selection.words }, on: { input: (/** @type {any} */ event) => filter(panel, event.target.value) } }))
      : null,
    h("p", { class: "count", role: "status" }, found.length ? say.movesShown(found.length, selection.moves.length) : say.noMoveMatches,
      selection.chosen.length ? h("button", { class: "quiet small", type: "button", on: { click: panel.cancel } }, icon("cross"), say.dontDoIt) : null),
    h("ol", { class: "choices", on: { keydown: arrows } }, found.slice(0, most).map((listed) => h("li", { key: JSON.stringify(listed.move) },
      h("button", { class: "choice", type: "button", on: { click: () => panel.choose(listed) } }, listed.text)))),
    found.length > most ? h("button", { class: "quiet", type: "button", on: { click: panel.showMore } }, say.moreMoves) : null,
  );
}

/** @param {Panel} panel @param {string} words */
function filter(panel, words) {
  panel.selection.words = words;
  panel.redraw();
}

/** Up and down go from one choice to the next. @param {KeyboardEvent} event */
function arrows(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !(event.target instanceof HTMLElement)) return;
  const all = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("button")];
  const next = all[all.indexOf(/** @type {any} */ (event.target)) + step];
  if (next) {
    event.preventDefault();
    next.focus();
  }
}
