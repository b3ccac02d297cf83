/** A game as it goes on: the newest view of it, the legal moves, the log. One of them serves a table. */

import { Away, get, postOnce, Problem } from "./api.js";
import { follow } from "./stream.js";

/** Events that the log of a table begins with. */
const LOG_PAGE = 500;

/**
 * @typedef {object} Snapshot
 * @property {import("./types.d.ts").Game} game As GET /v1/games/{id} answers it.
 * @property {import("./types.d.ts").Moves | null} moves As GET .../moves answers it, if it is the caller's turn.
 * @property {import("./types.d.ts").Event[]} events Every event so far, as the caller may see it.
 * @property {boolean} connected
 * @property {boolean} busy A move of ours is under way.
 */

export class Feed {
  /** @param {string} id @param {(now: Snapshot) => void} changed */
  constructor(id, changed) {
    this.path = `/v1/games/${encodeURIComponent(id)}`;
    this.changed = changed;
    /** @type {Snapshot} */
    this.now = { game: /** @type {any} */ (null), moves: null, events: [], connected: true, busy: false };
    this.stop = () => {};
    this.closed = false;
    /** @type {Promise<void> | null} */
    this.asking = null;
    this.askAgain = false;
  }

  /** Load the game and follow it. Raises a Problem if there is nothing to be seen. */
  async open() {
    let after = this.now.events.at(-1)?.seq ?? 0;
    for (;;) {
      const page = await get(`${this.path}/events?after=${after}&limit=${LOG_PAGE}`);
      this.now.events.push(...page.events);
      if (page.next === null) break;
      after = page.next;
    }
    await this.load(); // after the log: what comes later is followed, so that nothing is listed but not shown
    if (this.closed) return;
    this.tell();
    this.listen();
  }

  close() {
    this.closed = true;
    this.stop();
  }

  listen() {
    this.stop();
    const last = this.now.events.at(-1)?.seq ?? 0;
    this.stop = follow(`${this.path}/events`, String(last), {
      event: (kind, data) => kind === "event" && this.heard(data),
      connected: (connected) => {
        if (this.now.connected === connected) return;
        this.now = { ...this.now, connected };
        if (connected) void this.refresh();
        this.tell();
      },
      ended: () => {
        this.now = { ...this.now, connected: true };
        void this.refresh();
      },
    });
  }

  /** @param {any} event */
  heard(event) {
    const known = this.now.events.at(-1)?.seq ?? 0;
    if (event.seq <= known) return;
    this.now.events.push(event);
    if (event.seq > this.now.game.seq) void this.refresh();
    else this.tell();
  }

  /** Ask for what is true now; many asks in one moment become one, and each of them waits for the answer. */
  refresh() {
    this.askAgain = true;
    this.asking ??= this.ask();
    return this.asking;
  }

  async ask() {
    try {
      while (this.askAgain && !this.closed) {
        this.askAgain = false;
        await this.load();
      }
      this.asking = null; // in the same breath as the last look at askAgain: an event between them would go unasked
      this.tell();
    } catch (error) {
      this.asking = null;
      if (!(error instanceof Away) && !(error instanceof Problem)) throw error;
      setTimeout(() => !this.closed && this.refresh(), 1500);
    }
  }

  async load() {
    const game = await get(this.path);
    const moves = game.you !== null && game.status === "active" ? await get(`${this.path}/moves`) : null;
    if (this.now.game && game.seq < this.now.game.seq) return;
    this.now = { ...this.now, game, moves };
    if (moves && moves.seq > game.seq) this.askAgain = true;
  }

  tell() {
    if (!this.closed && this.now.game) this.changed(this.now);
  }

  /**
   * Do something in the game that must happen once. @param {string} what Such as `moves`. @param {any} body
   */
  async act(what, body = {}) {
    this.now = { ...this.now, busy: true };
    this.tell();
    try {
      return await postOnce(`${this.path}/${what}`, body);
    } finally {
      this.now = { ...this.now, busy: false };
      await this.refresh();
      this.tell();
    }
  }

  /** What a move would do, as far as only doing it does not tell more. @param {any} body */
  async preview(body) {
    return postOnce(`${this.path}/moves?dry_run=true`, body);
  }
}
