// As much of a browser as examples/page.html asks for, so that its own script can run where there is none: a document
// of buttons, and EventSource over real connections. Clicks on what is offered until the page says that it is over.
//
//   node tests/support/browser.mjs PAGE TITLE BASE

import { readFileSync } from "node:fs";

const [page, title, base] = process.argv.slice(2);
const script = /<script type="module">(.*)<\/script>/s.exec(readFileSync(page, "utf8"))[1];
let streams = 0;

class Element {
  children = [];
  textContent = "";
  append(...parts) { this.children.push(...parts); }
  replaceChildren(...parts) { this.children = parts; }
}

const elements = Object.fromEntries(["head", "moves", "log"].map((id) => [id, new Element()]));
globalThis.location = { search: `?title=${title}&base=${encodeURIComponent(base)}` };
globalThis.document = { getElementById: (id) => elements[id], createElement: () => new Element() };

globalThis.EventSource = class {
  #heard = {};
  #ended = new AbortController();
  constructor(url) { streams += 1; this.#read(url).catch(() => this.#ended.signal.aborted || this.onerror?.()); }
  addEventListener(kind, heard) { this.#heard[kind] = heard; }
  close() { this.#ended.abort(); }
  async #read(url) {
    const answer = await fetch(url, { headers: { Accept: "text/event-stream" }, signal: this.#ended.signal });
    if (answer.status !== 200) throw new Error(`the stream was refused: ${answer.status}`);
    let text = "";
    for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
      const frames = (text + piece).split("\n\n");
      text = frames.pop();
      for (const frame of frames) {
        const fields = Object.fromEntries(frame.split("\n").map((line) => line.split(/: (.*)/s)));
        await this.#heard[fields.event]?.({ data: fields.data });
      }
      // A stream that breaks off half-way must be taken up again: this one does, once.
      if (streams === 1 && elements.log.children.length > 5) break;
    }
    throw new Error("the stream ended");
  }
};

await import(`data:text/javascript,${encodeURIComponent(script)}`);
let clicks = 0;
while (!elements.head.textContent.startsWith("It is over")) {
  const offered = elements.moves.children;
  if (offered.length > 0) {
    const button = offered[Math.floor(Math.random() * offered.length)];
    elements.moves.replaceChildren();
    clicks += 1;
    await button.onclick();
  } else {
    await new Promise((go) => setTimeout(go, 10));
  }
}
console.log(JSON.stringify({ clicks, streams, lines: elements.log.children.length, head: elements.head.textContent }));
process.exit(0);
