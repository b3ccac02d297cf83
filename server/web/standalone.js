/** Where a replay begins that is a file of its own (moothall replay FILE --html): all that it shows is in the document. */

import { watchTips } from "./parts/tip.js";
import { fromFile } from "./sources.js";
import { ReplayPage } from "./views/replay.js";

watchTips(/** @type {HTMLElement} */ (document.getElementById("tip")));

const root = document.createElement("div");
root.className = "view";
document.getElementById("main")?.append(root);

/** What was packed into the document. @param {string} text */
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

const data = await unpacked(document.getElementById("game")?.textContent ?? "");
await new ReplayPage(root, fromFile(data), new URLSearchParams(location.hash.slice(1))).open();
