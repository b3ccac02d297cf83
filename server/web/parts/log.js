/** The log in English: what happened, event by event, the newest last. */

import { h } from "../dom.js";
import { say } from "../words.js";
import { seatSign } from "./icons.js";

/** Events shown at first; the rest is a click away. */
const SHOWN = 200;

/**
 * @param {import("../types.d.ts").Event[]} events
 * @param {{ at?: number, go?: (seq: number) => void }} [how] In a replay: the event looked at, and how to go to another.
 */
export function log(events, how = {}) {
  const told = events.filter((event) => event.text.length).slice(-SHOWN);
  return h("section", { class: "log", "aria-label": say.log },
    h("h2", null, say.log),
    h("ol", { class: "log-lines", "data-seq": events.at(-1)?.seq ?? 0, after: keepAtEnd, tabindex: "0", "aria-label": say.log }, told.map((event) => entry(event, how))),
  );
}

/** @param {import("../types.d.ts").Event} event @param {{ at?: number, go?: (seq: number) => void }} how */
function entry(event, how) {
  const lines = event.text.map((/** @type {string} */ line) => h("span", { class: "log-line" }, line));
  const inside = how.go
    ? h("button", { class: "log-go", type: "button", on: { click: () => how.go?.(event.seq) } }, lines)
    : h("div", null, lines);
  return h("li", {
    key: event.seq,
    class: `log-entry${how.at === event.seq ? " now" : ""}`,
    "aria-current": how.at === event.seq ? "step" : null,
  }, event.seat === null ? h("span", { class: "sign" }) : seatSign(event.seat), inside);
}

/** The newest line is in sight, unless somebody has scrolled up to read. @param {Element} list */
function keepAtEnd(list) {
  let atEnd = true;
  list.addEventListener("scroll", () => {
    atEnd = list.scrollTop + list.clientHeight > list.scrollHeight - 24;
  });
  const end = () => atEnd && (list.scrollTop = list.scrollHeight);
  new MutationObserver(end).observe(list, { childList: true });
  requestAnimationFrame(end);
}
