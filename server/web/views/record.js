/**
 * A record that somebody has as a file. Its chain of hashes is checked here, in the browser; where this server has the same
 * game, the file is held against the server's log, and the game can be looked at.
 */

import { get, Problem } from "../api.js";
import { words } from "../catalogue.js";
import { h, render } from "../dom.js";
import { icon } from "../parts/icons.js";
import { tellError } from "../parts/tell.js";
import { checkChain, readRecord } from "../record.js";
import { say } from "../words.js";

/** @type {import("../router.js").View} */
export const record = {
  open(root) {
    document.title = `${say.recordPage.title} – Moothall`;
    /** @type {any} */
    let found = null;
    const draw = () => render(root, page(found, take));
    const take = async (/** @type {File | null | undefined} */ file) => {
      if (!file) return;
      try {
        found = await examine(await file.text());
      } catch (error) {
        found = { fault: error instanceof SyntaxError || error instanceof RangeError ? say.replayPage.notARecord : null };
        if (!found.fault) await tellError(error);
      }
      draw();
    };
    draw();
  },
};

/** @param {string} text */
async function examine(text) {
  const file = readRecord(text);
  const chain = await checkChain(file);
  const own = await get(`/v1/games/${encodeURIComponent(file.header.game)}`).catch((error) => {
    if (error instanceof Problem) return null;
    throw error;
  });
  if (!own || own.status !== "finished") return { file, chain, same: null };
  const last = await get(`/v1/games/${encodeURIComponent(file.header.game)}/events?after=${own.seq - 1}`);
  return { file, chain, same: last.events[0]?.hash === file.end?.head, own };
}

/** @param {any} found @param {(file: File | null | undefined) => void} take */
function page(found, take) {
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    take(event.dataTransfer?.files[0]);
  };
  return h("div", { class: "narrow record" },
    h("section", { class: "card drop", on: { dragover: (/** @type {Event} */ event) => event.preventDefault(), drop } },
      h("h1", null, say.recordPage.title),
      h("label", null, h("span", null, say.replayPage.drop), h("input", { type: "file", id: "record", accept: ".ndjson,application/x-ndjson", on: { change: (/** @type {any} */ event) => take(event.target.files[0]) } })),
      h("p", { class: "hint" }, say.recordPage.hint)),
    found?.fault ? h("p", { class: "offline", role: "status" }, found.fault) : null,
    found?.file ? about(found) : null);
}

/** @param {any} found */
function about({ file, chain, same, own }) {
  const { header } = file;
  return h("section", { class: "card", role: "status" },
    h("h2", null, words(header.title.replaceAll("-", "_"))),
    h("p", { class: "hint" }, say.recordPage.events(file.events.length), " · ", header.seats.map((/** @type {any} */ seat, /** @type {number} */ index) => seat.name ?? say.bot(index)).join(", ")),
    line(chain.ok, chain.ok ? say.recordPage.chainOk : say.recordPage.chainBad(chain.seq)),
    same === null ? line(null, say.recordPage.unknownHere) : line(same, same ? say.recordPage.same : say.recordPage.differs),
    same ? h("p", null, h("a", { class: "button main", href: `/games/${own.id}/replay` }, icon("play"), say.replay)) : h("p", { class: "hint" }, say.recordPage.elsewhere),
    same ? null : h("details", null, h("summary", null, say.recordPage.raw), h("ol", { class: "raw" }, file.events.slice(0, 500).map((/** @type {any} */ event) => h("li", null, h("b", null, event.seq), " ", facts(event))))));
}

/** The facts of an event, as they stand in the file. @param {any} event */
function facts(event) {
  return (event.content.changes ?? []).map((/** @type {any} */ change) => words(String(change.type))).join(", ");
}

/** @param {boolean | null} ok @param {string} text */
function line(ok, text) {
  return h("p", { class: `verdict ${ok === null ? "unknown" : ok ? "good" : "bad"}` }, icon(ok === null ? "eye" : ok ? "check" : "cross"), h("span", null, text));
}
