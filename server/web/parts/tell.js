/** Short messages: what went wrong, what was done. They are read aloud, and go by themselves. */

import { Away, Problem } from "../api.js";
import { rule } from "../catalogue.js";
import { h, render } from "../dom.js";
import { say } from "../words.js";
import { icon } from "./icons.js";

const SHOWN_MS = 8000;

/** @type {{id: number, kind: "good" | "bad", head: string, lines: string[]}[]} */
let messages = [];
let counter = 0;

/** @param {"good" | "bad"} kind @param {string} head @param {string[]} [lines] */
export function tell(kind, head, lines = []) {
  const message = { id: ++counter, kind, head, lines };
  messages = [...messages.slice(-2), message];
  draw();
  setTimeout(() => forget(message.id), SHOWN_MS + 40 * lines.join("").length);
}

/** Say why something failed; of a refused move, the rule that refuses it. @param {unknown} error @param {{slug: string, edition?: number}} [game] */
export async function tellError(error, game) {
  if (error instanceof Away) return tell("bad", say.away);
  if (!(error instanceof Problem)) throw error;
  const fields = Object.entries(error.errors).map(([path, texts]) => `${path}: ${texts.join(" ")}`);
  if (!error.rule || !game) return tell("bad", say.failed, [error.message, ...fields]);
  const cited = await rule(game.slug, error.rule, game.edition).catch(() => null);
  return tell("bad", `${say.refused} ${error.message}`, cited ? [`${say.refusedBy(error.rule)}: ${cited.text}`] : []);
}

/** @param {number} id */
function forget(id) {
  messages = messages.filter((message) => message.id !== id);
  draw();
}

function draw() {
  const place = document.getElementById("told");
  if (!place) return;
  render(place, messages.map((message) => h("div", { key: message.id, class: `told ${message.kind}` },
    h("div", null, h("strong", null, message.head), message.lines.map((line) => h("p", null, line))),
    h("button", { class: "quiet", type: "button", "aria-label": "Close", on: { click: () => forget(message.id) } }, icon("cross")))));
}
