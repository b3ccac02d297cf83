/** What was checked of a game, and what it means. */

import { h } from "../dom.js";
import { say } from "../words.js";
import { icon } from "./icons.js";

/** @param {import("../types.d.ts").Audit | null} audit As GET /v1/games/{id}/audit answers it; null if nobody has checked. */
export function verdicts(audit) {
  if (audit === null) return h("p", { class: "hint" }, say.replayPage.unchecked);
  return h("section", { class: "verdicts" }, h("h2", null, say.replayPage.checks),
    h("ul", null, Object.entries(audit.verdicts).map(([name, verdict]) => one(name, verdict))));
}

/** @param {string} name @param {import("../types.d.ts").Verdict} verdict */
function one(name, verdict) {
  const [head, meaning] = say.replayPage.verdicts[name] ?? [name, ""];
  const [kind, sign, word] = verdict.ok === null ? ["unknown", "eye", say.replayPage.unknown] : verdict.ok ? ["good", "check", say.replayPage.ok] : ["bad", "cross", say.replayPage.bad];
  return h("li", { class: `verdict ${kind}` }, icon(sign), h("div", null, h("strong", null, head, ": ", word), h("p", null, verdict.ok === false ? verdict.why : meaning)));
}
