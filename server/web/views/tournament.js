/** A tournament as it goes on: rounds, tables, standings, cross table, and what one can do oneself. */

import { account, onAccount } from "../account.js";
import { Away, call, get, postOnce, Problem } from "../api.js";
import { h, render } from "../dom.js";
import { confirmBox } from "../parts/confirm.js";
import { roundPart } from "../parts/cupround.js";
import { emblem } from "../parts/emblems.js";
import { icon } from "../parts/icons.js";
import { withName } from "../parts/name.js";
import { save } from "../parts/save.js";
import { crossTable, nameText, standingsTable } from "../parts/standings.js";
import { useStyle } from "../parts/style.js";
import { tellError } from "../parts/tell.js";
import { follow } from "../stream.js";
import { say } from "../words.js";
import { lost } from "./lost.js";

/** Rounds that are shown at once: a ladder may have hundreds. */
const SHOWN = 12;
/** Lines of the log. */
const LINES = 60;
/** Until a server that is away is asked again. */
const AGAIN_MS = 2000;

/** @type {import("../router.js").View} */
export const tournament = {
  open(root, { id }, query) {
    const cup = new Cup(id, () => render(root, page(cup)));
    render(root, h("p", { class: "waiting" }, say.loading));
    const open = () => void Promise.all([useStyle("style/tournament.css"), cup.open()]).catch((error) => {
      if (cup.closed) return;
      if (error instanceof Away || (error instanceof Problem && error.status >= 500)) {
        render(root, h("p", { class: "waiting" }, say.disconnected));
        setTimeout(() => !cup.closed && open(), AGAIN_MS);
      } else if (error instanceof Problem) lost.open(root, {}, query);
      else throw error;
    });
    open();
    const forget = onAccount(() => cup.tell());
    return () => {
      forget();
      cup.close();
    };
  },
};

/** What is known of it, brought up to date with every event. */
class Cup {
  /** @param {string} id @param {() => void} changed */
  constructor(id, changed) {
    this.path = `/v1/tournaments/${encodeURIComponent(id)}`;
    this.changed = changed;
    /** @type {any} */
    this.now = null;
    /** @type {any[]} */
    this.rows = [];
    /** @type {Map<number, any>} */
    this.rounds = new Map();
    /** @type {any[]} */
    this.events = [];
    this.closed = false;
    this.connected = true;
    this.asking = false;
    this.again = false;
    this.stop = () => {};
  }

  async open() {
    await this.load();
    this.tell();
    this.stop = follow(`${this.path}/events`, null, {
      event: (kind, data) => {
        if (kind !== "event" || data.seq <= (this.events.at(-1)?.seq ?? 0)) return;
        this.events = [...this.events.slice(1 - LINES), data];
        void this.refresh();
      },
      connected: (connected) => {
        this.connected = connected;
        this.tell();
      },
      ended: () => {
        this.connected = true;
        void this.refresh();
      },
    });
  }

  close() {
    this.closed = true;
    this.stop();
  }

  tell() {
    if (this.now && !this.closed) this.changed();
  }

  /** Many asks in one moment become one. */
  async refresh() {
    this.again = true;
    if (this.asking) return;
    this.asking = true;
    try {
      while (this.again && !this.closed) {
        this.again = false;
        await this.load();
      }
      this.tell();
    } catch (error) {
      if (!(error instanceof Away) && !(error instanceof Problem)) throw error;
      setTimeout(() => !this.closed && this.refresh(), 1500);
    } finally {
      this.asking = false;
    }
  }

  async load() {
    const now = await get(this.path);
    const ruled = now.rulings.length !== this.now?.rulings.length;
    const numbers = Array.from({ length: Math.min(now.round, SHOWN) }, (_, index) => now.round - index);
    const missing = numbers.filter((number) => ruled || this.rounds.get(number)?.status !== "closed");
    const [standings, ...rounds] = await Promise.all([get(`${this.path}/standings`), ...missing.map((number) => get(`${this.path}/rounds/${number}`))]);
    for (const round of rounds) this.rounds.set(round.round, round);
    this.rows = standings.standings;
    this.now = now;
  }

  /** Do something oneself, and see what came of it. @param {() => Promise<any>} act */
  async act(act) {
    try {
      await act();
    } catch (error) {
      await tellError(error, { slug: this.now.settings.title, edition: this.now.settings.edition });
    }
    await this.refresh();
  }
}

/** @param {Cup} cup */
function page(cup) {
  const { now, rows } = cup;
  const me = now.entrants.find((/** @type {any} */ each) => each.player !== null && each.player === account()?.id) ?? null;
  const rounds = [...cup.rounds.values()].sort((a, b) => b.round - a.round);
  document.title = `${now.name} – Moothall`;
  return h("div", { class: "cup-page" },
    head(cup, me),
    cup.connected ? null : h("p", { class: "offline", role: "status" }, say.disconnected),
    h("div", { class: "cup-columns" },
      h("div", { class: "cup-main" },
        rounds.slice(0, 1).map((each) => roundPart(now, each)),
        standingsTable(now, rows, me?.entrant ?? null),
        rounds.length ? crossTable(now, rows, [...rounds].reverse()) : null,
        rounds.slice(1).map((each) => roundPart(now, each))),
      h("aside", { class: "cup-side" }, rulings(now), log(cup))));
}

/** @param {Cup} cup @param {any} me */
function head(cup, me) {
  const { now } = cup;
  return h("header", { class: "card cup-head" }, emblem(now.settings.title, true),
    h("div", null,
      h("h1", null, now.name),
      h("p", { class: "hint" }, [
        h("a", { href: `/titles/${now.settings.title}` }, say.cup.rules), " · ", say.cup.formats[now.settings.format] ?? now.settings.format, " · ", say.cup.tablesOf(now.settings.table_size),
        " · ", say.cup.by(now.organiser.name)]),
      h("p", { role: "status", class: "cup-status", "data-status": now.status }, now.paused ? say.cup.paused : now.status === "active" ? say.cup.roundOf(now.round, now.rounds) : say.cup.statuses[now.status]),
      h("div", { class: "row" }, own(cup, me),
        h("button", { class: "quiet", id: "csv", type: "button", on: { click: () => cup.act(() => download(cup)) } }, icon("download"), say.cup.download))));
}

/** The standings for a spreadsheet. @param {Cup} cup */
async function download(cup) {
  const answer = await get(`${cup.path}/standings`, { headers: { Accept: "text/csv" }, as: "response" });
  save(await answer.blob(), `${cup.now.name}.csv`);
}

/** What one can do oneself. @param {Cup} cup @param {any} me */
function own(cup, me) {
  const { now } = cup;
  if (now.status === "finished" || now.status === "aborted") return null;
  const late = now.status === "active" && now.round < now.settings.late_entry;
  const enter = () => withName(() => cup.act(() => postOnce(`${cup.path}/entries`, {})));
  const drop = async () => {
    if (await confirmBox(say.cup.dropSure, say.cup.drop)) await cup.act(() => call("DELETE", `${cup.path}/entries/me`));
  };
  if (!me || me.dropped) return now.status === "open" || late ? h("button", { class: "main", id: "enter", type: "button", on: { click: enter } }, say.cup.enter) : null;
  return [
    now.settings.check_in && !me.checked_in && now.status === "open"
      ? h("button", { class: "main", id: "check-in", type: "button", on: { click: () => cup.act(() => postOnce(`${cup.path}/check-in`, {})) } }, say.cup.checkIn) : null,
    h("button", { class: "quiet", id: "drop", type: "button", on: { click: drop } }, say.cup.drop),
  ];
}

/** What the organiser has ruled and still counts, with the reasons. @param {any} now */
function rulings(now) {
  const text = (/** @type {any} */ each) => (each.type === "points" ? say.cup.adjusted(nameText(now, each.entrant), each.points) : say.cup.corrected(each.round, each.table));
  return now.rulings.length ? h("section", { class: "card" }, h("h2", null, say.cup.rulings),
    h("ul", null, now.rulings.map((/** @type {any} */ each) => h("li", { key: each.seq }, text(each), h("p", { class: "hint" }, each.reason))))) : null;
}

/** @param {Cup} cup */
function log(cup) {
  return h("section", { class: "log cup-log" }, h("h2", null, say.log),
    h("div", { class: "log-lines", tabindex: "0", role: "log", "aria-label": say.log, "data-seq": String(cup.events.at(-1)?.seq ?? 0) },
      [...cup.events].reverse().map((event) => h("div", { key: event.seq, class: "cup-event" }, event.text.map((/** @type {string} */ line) => h("span", { class: "log-line" }, line))))));
}
