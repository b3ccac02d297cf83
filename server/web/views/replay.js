/** A game looked at again: any event, with anybody's eyes. */

import { Away, authorization, Problem } from "../api.js";
import { h, render } from "../dom.js";
import { board } from "../parts/board.js";
import { chart } from "../parts/chart.js";
import { icon, seatSign } from "../parts/icons.js";
import { log } from "../parts/log.js";
import { result } from "../parts/result.js";
import { save } from "../parts/save.js";
import { seats } from "../parts/seats.js";
import { useStyle } from "../parts/style.js";
import { tell, tellError } from "../parts/tell.js";
import { verdicts } from "../parts/verdicts.js";
import { sitters } from "../people.js";
import { Selection } from "../selection.js";
import { fromServer } from "../sources.js";
import { titleModule } from "../titles/contract.js";
import { say } from "../words.js";
import { lost } from "./lost.js";

/** Milliseconds an event is shown for, at each speed. @type {Record<string, number>} */
const SPEEDS = { Slow: 2400, Normal: 1200, Fast: 500, Fastest: 120 };

/** The eyes of whoever acts, as an address names them. */
const MOVER = "mover";

/** A board that is only looked at. */
const LOOKING = { choose: () => {}, propose: () => {}, redraw: () => {}, memory: {} };

/** @type {import("../router.js").View} */
export const replay = {
  open(root, { id }, query) {
    let page = /** @type {ReplayPage | null} */ (null);
    let gone = false;
    render(root, h("p", { class: "waiting" }, say.loading));
    fromServer(id).then((source) => {
      if (gone) return;
      page = new ReplayPage(root, source, query);
      void page.open();
    }, (error) => {
      if (gone || !(error instanceof Problem || error instanceof Away)) return;
      lost.open(root, {}, query);
      void tellError(error);
    });
    return () => {
      gone = true;
      page?.close();
    };
  },
};

export class ReplayPage {
  /** @param {HTMLElement} root @param {import("../sources.js").Source} source @param {URLSearchParams} query */
  constructor(root, source, query) {
    this.root = root;
    this.source = source;
    this.last = source.events.length;
    this.at = Math.min(Math.max(1, Number(query.get("at")) || this.last), this.last);
    const asked = query.get("as");
    /** @type {import("../sources.js").Eyes} */
    this.eyes = source.eyes.find((each) => String(each) === asked) ?? source.eyes[0];
    /** Whether each event is shown with the eyes of whoever acted in it. */
    this.following = asked === MOVER && source.eyes.length > 1;
    this.speed = "Normal";
    this.timer = 0;
    /** @type {any} */
    this.audit = undefined;
    /** @type {any} The latest view shown: it stays while the one asked for is under way. */
    this.shown = null;
    this.selection = new Selection(() => []);
    this.rounds = roundStarts(source);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
  }

  async open() {
    document.title = `${say.replayPage.title}: ${this.source.name} – Moothall`;
    this.module = await titleModule(this.source.game.title);
    await useStyle(this.module.style);
    addEventListener("keydown", this.onKey);
    this.source.audit().then((found) => this.checked(found), () => this.checked(null));
    await this.go(this.at);
  }

  close() {
    this.stop();
    removeEventListener("keydown", this.onKey);
  }

  /** @param {any} found */
  checked(found) {
    this.audit = found;
    this.draw();
  }

  /** @param {number} seq */
  async go(seq) {
    this.at = Math.min(Math.max(1, seq), this.last);
    if (this.following) this.eyes = this.mover();
    this.draw();
    if (this.source.view(this.at, this.eyes)) {
      void this.source.need(this.at, this.eyes);
      return;
    }
    try {
      await this.source.need(this.at, this.eyes);
      this.draw();
    } catch (error) {
      this.stop();
      await tellError(error);
    }
  }

  draw() {
    this.shown = this.source.view(this.at, this.eyes) ?? this.shown;
    const game = this.shown;
    if (!game || !this.module) return;
    const people = sitters(game);
    const event = this.source.events[this.at - 1];
    render(this.root, h("div", { class: `table-page replay title-${game.title}` },
      h("header", { class: "table-head" },
        h("h1", null, this.source.name),
        h("span", { class: "table-round" }, say.round(game.round)),
        h("p", { class: "table-status" }, say.replayPage.title)),
      h("div", { class: "table-board" },
        this.controls(),
        h("p", { class: "replay-now", role: "status" }, event.text.length ? event.text.join(". ") : say.replayPage.nothing),
        game.state ? board(this.module, game, people, this.source.components, this.selection, LOOKING) : null),
      h("aside", { class: "table-side" },
        seats(game, people),
        game.result ? result(game.result, people) : null,
        chart(this.source.timeline, people, this.at, this.last, (seq) => void this.go(seq)),
        this.audit === undefined ? h("p", { class: "hint" }, say.replayPage.checking) : verdicts(this.audit),
        this.takeAway(),
        log(this.source.events, { at: this.at, go: (seq) => void this.go(seq) }))));
  }

  /** The seat that acted last, up to this event. */
  mover() {
    return this.source.events.slice(0, this.at).findLast((event) => event.seat !== null)?.seat ?? this.source.eyes[0];
  }

  /** The next event in which that seat acts; the first one after the last. @param {number} seat */
  nextOf(seat) {
    const acts = this.source.events.filter((event) => event.seat === seat);
    return (acts.find((event) => event.seq > this.at) ?? acts[0])?.seq ?? this.at;
  }

  controls() {
    const button = (/** @type {string} */ sign, /** @type {string} */ text, /** @type {() => void} */ act) =>
      h("button", { class: "quiet", type: "button", "aria-label": text, title: text, on: { click: act } }, icon(sign));
    return h("div", { class: "replay-controls" },
      h("div", { class: "row" },
        button("first", say.replayPage.roundBack, () => void this.go(this.roundBefore())),
        button("back", say.replayPage.back, () => void this.go(this.at - 1)),
        h("button", { class: "main", type: "button", id: "play", on: { click: () => (this.timer ? this.stop() : this.play()) } }, icon(this.timer ? "pause" : "play"), this.timer ? say.replayPage.pause : say.replayPage.play),
        button("forward", say.replayPage.forward, () => void this.go(this.at + 1)),
        button("last", say.replayPage.roundOn, () => void this.go(this.roundAfter())),
        h("label", { class: "inline" }, h("span", { class: "unseen" }, say.replayPage.speed),
          h("select", { prop: { value: this.speed }, on: { change: (/** @type {any} */ event) => this.setSpeed(event.target.value) } }, Object.keys(SPEEDS).map((name) => h("option", { value: name }, name)))),
        h("label", { class: "inline" }, h("span", null, say.replayPage.eyes),
          h("select", { id: "eyes", prop: { value: this.following ? MOVER : String(this.eyes) }, on: { change: (/** @type {any} */ event) => this.setEyes(event.target.value) } },
            this.source.eyes.map((eyes) => h("option", { value: String(eyes) }, this.eyesName(eyes))),
            this.source.eyes.length > 1 ? h("option", { value: MOVER }, say.replayPage.mover) : null)),
        h("span", { class: "replay-seats" }, sitters({ ...this.source.game, you: null }).map(({ seat, name }) =>
          h("button", { class: "quiet", type: "button", "aria-label": say.replayPage.nextOf(name), title: say.replayPage.nextOf(name), on: { click: () => void this.go(this.nextOf(seat)) } }, seatSign(seat), icon("forward")))),
        h("span", { class: "replay-count" }, say.replayPage.event(this.at, this.last))),
      h("input", { type: "range", id: "slider", min: "1", max: String(this.last), "aria-label": say.replayPage.slider, prop: { value: String(this.at) }, on: { input: (/** @type {any} */ event) => void this.go(Number(event.target.value)) } }));
  }

  takeAway() {
    return h("div", { class: "row acts" },
      location.protocol.startsWith("http") ? h("button", { class: "quiet small", type: "button", on: { click: () => void this.copy() } }, icon("link"), say.replayPage.link) : null,
      this.source.record ? h("button", { class: "quiet small", type: "button", on: { click: () => void this.download() } }, icon("download"), say.replayPage.download) : null,
      this.source.game.status === "active" ? h("p", { class: "hint" }, say.replayPage.notOver) : null);
  }

  /** @param {import("../sources.js").Eyes} eyes */
  eyesName(eyes) {
    return eyes === "watch" ? say.replayPage.spectator : say.replayPage.of(sitters({ ...this.source.game, you: null })[eyes].name);
  }

  /** @param {string} name */
  setEyes(name) {
    this.following = name === MOVER;
    if (!this.following) this.eyes = name === "watch" ? "watch" : Number(name);
    void this.go(this.at);
  }

  /** @param {string} name */
  setSpeed(name) {
    this.speed = name;
    if (this.timer) this.play();
    else this.draw();
  }

  play() {
    this.stop();
    if (this.at >= this.last) this.at = 1;
    this.timer = setInterval(() => (this.at < this.last ? void this.go(this.at + 1) : this.stop()), SPEEDS[this.speed]);
    this.draw();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.draw();
  }

  roundBefore() {
    return this.rounds.findLast((seq) => seq < this.at) ?? 1;
  }

  roundAfter() {
    return this.rounds.find((seq) => seq > this.at) ?? this.last;
  }

  async copy() {
    const address = new URL(location.href);
    address.search = new URLSearchParams({ at: String(this.at), as: this.following ? MOVER : String(this.eyes) }).toString();
    await navigator.clipboard.writeText(address.href);
    tell("good", say.copied);
  }

  async download() {
    const answer = await fetch(/** @type {string} */ (this.source.record), { headers: { Accept: "application/x-ndjson", ...authorization() } });
    save(await answer.blob(), `${this.source.game.id}.ndjson`);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = {
      ArrowLeft: () => void this.go(this.at - 1),
      ArrowRight: () => void this.go(this.at + 1),
      PageUp: () => void this.go(this.roundBefore()),
      PageDown: () => void this.go(this.roundAfter()),
      Home: () => void this.go(1),
      End: () => void this.go(this.last),
    }[event.key];
    if (act) {
      event.preventDefault();
      act();
    }
  }
}

/** The events with which rounds end: where scores of the step are told. @param {import("../sources.js").Source} source */
function roundStarts(source) {
  return source.events.filter((event) => event.step !== null).map((event) => event.seq);
}
