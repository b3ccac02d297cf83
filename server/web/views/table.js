/** A game: its board, the own moves, who plays, what happened. */

import { account, onAccount } from "../account.js";
import { Away, postOnce, Problem } from "../api.js";
import { components as loadComponents, title as loadTitle } from "../catalogue.js";
import { h, render } from "../dom.js";
import { Feed } from "../feed.js";
import { board } from "../parts/board.js";
import { withName } from "../parts/name.js";
import { log } from "../parts/log.js";
import { moves } from "../parts/moves.js";
import { result } from "../parts/result.js";
import { seats } from "../parts/seats.js";
import { confirmBox } from "../parts/confirm.js";
import { icon } from "../parts/icons.js";
import { tell, tellError } from "../parts/tell.js";
import { sitters } from "../people.js";
import { Selection } from "../selection.js";
import { titleModule } from "../titles/contract.js";
import { useStyle } from "../parts/style.js";
import { say } from "../words.js";

/** @type {import("../router.js").View} */
export const table = {
  open(root, { id }) {
    const page = new TablePage(root, id);
    void page.open();
    return () => page.close();
  },
};

/** While a clock runs, what is left of it is drawn anew so often. */
const TICK_MS = 500;

class TablePage {
  /** @param {HTMLElement} root @param {string} id */
  constructor(root, id) {
    this.root = root;
    this.id = id;
    this.feed = new Feed(id, () => this.draw());
    /** @type {any} */
    this.title = null;
    /** @type {import("../catalogue.js").Components | null} */
    this.components = null;
    /** @type {import("../titles/contract.js").TitleModule | null} */
    this.module = null;
    /** @type {Selection | null} */
    this.selection = null;
    this.more = 0;
    /** @type {string[] | null} */
    this.preview = null;
    /** @type {import("../types.d.ts").Moves | null} The moves that were offered last, and what they were. */
    this.listed = null;
    this.decision = "";
    /** How often others were offered. */
    this.offers = 0;
    /** @type {import("../selection.js").Listed | null} The move that is being made. */
    this.making = null;
    /** What a board may do with the page. */
    this.hands = {
      choose: (/** @type {string} */ key) => this.choose(key),
      propose: (/** @type {any} */ move, /** @type {string} */ text = "") => this.setReady({ move, text }),
      redraw: () => this.draw(),
      memory: {},
    };
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.forgetAccount = onAccount(() => this.again());
    this.timer = 0;
  }

  async open() {
    render(this.root, h("p", { class: "waiting" }, say.loading));
    addEventListener("keydown", this.onKey);
    try {
      await this.feed.load();
      const { title, edition } = this.feed.now.game;
      [this.title, this.components, this.module] = await Promise.all([
        loadTitle(title, edition), loadComponents(title, edition), titleModule(title),
      ]);
      await useStyle(this.module.style);
      this.selection = new Selection(this.module.keysOf);
      document.title = `${this.title.name} – Moothall`;
      await this.feed.open();
      this.timer = setInterval(() => this.feed.now.game?.clock && this.draw(), TICK_MS);
    } catch (error) {
      if (this.feed.closed) return;
      if (error instanceof Away || (error instanceof Problem && error.status >= 500)) {
        render(this.root, h("p", { class: "waiting" }, say.disconnected));
        setTimeout(() => !this.feed.closed && this.open(), 2000);
        return;
      }
      render(this.root, h("section", { class: "card narrow" }, h("h1", null, say.notFound), h("p", null, error instanceof Error ? error.message : ""), h("a", { href: "/" }, say.home)));
    }
  }

  close() {
    this.feed.close();
    this.forgetAccount();
    clearInterval(this.timer);
    removeEventListener("keydown", this.onKey);
  }

  /** Somebody else looks on now. */
  again() {
    this.feed.close();
    this.feed = new Feed(this.id, () => this.draw());
    this.decision = "";
    void this.open();
  }

  /** What can be chosen is never older than what is drawn beside it. @param {import("../types.d.ts").Moves | null} moves */
  keepUp(moves) {
    if (moves === this.listed) return;
    this.listed = moves;
    const listed = moves?.moves ?? [];
    const asked = JSON.stringify(listed.map((/** @type {any} */ each) => each.move));
    if (asked === this.decision) return;
    this.decision = asked;
    this.offer(listed);
  }

  /**
   * New legal moves. What was chosen stays chosen while others act, as long as it can still be done; what is being done
   * does not. @param {any[]} listed
   */
  offer(listed) {
    this.offers += 1;
    const ready = this.selection?.ready === this.making ? null : this.selection?.ready;
    const still = ready && listed.find((each) => JSON.stringify(each.move) === JSON.stringify(ready.move));
    this.selection?.offer(listed);
    this.more = 0;
    this.hands.memory = {};
    if (still) this.setReady(still);
    else this.readyIfOnly();
  }

  draw() {
    const { now } = this.feed;
    const { game } = now;
    if (!game || !this.selection || !this.module || !this.components) return;
    this.keepUp(now.moves);
    const people = sitters(game);
    render(this.root,
      h("div", { class: `table-page title-${game.title}`, "data-seq": game.seq },
        h("header", { class: "table-head" },
          h("h1", null, h("a", { href: `/titles/${game.title}` }, this.title.name)),
          h("span", { class: "table-round" }, game.status === "active" ? say.round(game.round) : null),
          game.rated ? h("span", { class: "hint" }, say.rated) : null,
          h("p", { class: "table-status", role: "status" }, status(game, people)),
          now.connected ? null : h("p", { class: "offline" }, say.disconnected)),
        h("div", { class: "table-board" }, game.state
          ? board(this.module, game, people, this.components, this.selection, this.hands)
          : this.lounge(game)),
        h("aside", { class: "table-side" },
          seats(game, people),
          game.result ? result(game.result, people) : null,
          now.moves?.moves.length && !game.paused ? moves(this.panel(now)) : this.onlyUndo(now),
          this.acts(game),
          log(now.events))));
  }

  /** A table that waits for players. @param {any} game */
  lounge(game) {
    const mine = (/** @type {any} */ seat) => !seat.reserved || seat.reserved.player === account()?.id;
    const free = game.seats.some((/** @type {any} */ seat) => seat.kind === "human" && !seat.player && mine(seat));
    return h("section", { class: "card lounge" },
      h("p", null, game.status === "aborted" ? say.aborted : say.open),
      game.status === "open" ? h("div", { class: "row" },
        free && game.you === null ? h("button", { class: "main", type: "button", on: { click: () => this.join() } }, say.takeSeat) : null,
        game.you !== null ? h("button", { class: "quiet", type: "button", on: { click: () => this.leave(game) } }, say.leaveSeat) : null,
        h("button", { class: "quiet", type: "button", on: { click: copyLink } }, icon("copy"), say.copyLink)) : null);
  }

  /** @param {import("../feed.js").Snapshot} now @returns {import("../parts/moves.js").Panel} */
  panel(now) {
    return {
      selection: /** @type {Selection} */ (this.selection),
      preview: this.preview,
      busy: now.busy,
      undo: now.moves?.undo ?? null,
      more: this.more,
      redraw: () => this.draw(),
      choose: (listed) => this.setReady(listed),
      confirm: () => void this.confirm(),
      cancel: () => this.cancel(),
      showMore: () => {
        this.more += 1;
        this.draw();
      },
      takeBack: () => void this.act("undo"),
    };
  }

  /** @param {import("../feed.js").Snapshot} now */
  onlyUndo(now) {
    if (!now.moves?.undo) return null;
    return h("button", { class: "quiet undo", type: "button", disabled: now.busy, on: { click: () => this.act("undo") } }, icon("undo"), say.undo);
  }

  /** What can be done besides playing. @param {any} game */
  acts(game) {
    if (game.status === "finished") {
      return h("div", { class: "row acts" },
        h("a", { class: "button main", href: `/games/${game.id}/replay` }, icon("play"), say.replay),
        h("button", { class: "quiet", type: "button", on: { click: copyLink } }, icon("link"), say.copyLink));
    }
    if (game.status !== "active" || game.you === null) return null;
    return h("div", { class: "row acts" },
      h("button", { class: "quiet small", type: "button", on: { click: () => this.act(game.paused ? "resume" : "pause") } }, icon(game.paused ? "play" : "pause"), game.paused ? say.resume : say.pause),
      h("button", { class: "quiet small", type: "button", on: { click: () => this.resign() } }, icon("flag"), say.resign));
  }

  /** A click on a place of the board. @param {string} key */
  choose(key) {
    this.selection?.choose(key);
    if (this.selection?.ready) this.setReady(this.selection.ready);
    else this.draw();
  }

  /** The only thing that can be done is offered at once. */
  readyIfOnly() {
    if (this.selection?.moves.length === 1) this.setReady(this.selection.moves[0]);
  }

  /** @param {import("../selection.js").Listed} listed */
  setReady(listed) {
    if (!this.selection) return;
    this.selection.ready = listed;
    this.preview = null;
    this.draw();
    document.getElementById("do-it")?.focus({ preventScroll: true });
    void this.ask(listed);
  }

  /** @param {import("../selection.js").Listed} listed */
  async ask(listed) {
    try {
      const told = await this.feed.preview({ move: listed.move });
      if (this.selection?.ready !== listed) return;
      this.preview = told.events.flatMap((/** @type {any} */ event) => event.text);
      this.draw();
    } catch (error) {
      if (this.selection?.ready !== listed) return;
      if (!(error instanceof Problem) || !error.rule) return;
      const late = this.selection.moves.includes(listed); // what was listed was legal then: another has acted since
      this.cancel();
      await (late ? this.feed.refresh() : this.tell(error));
    }
  }

  cancel() {
    this.selection?.clear();
    this.preview = null;
    this.draw();
  }

  async confirm() {
    const ready = this.selection?.ready;
    if (!ready || this.feed.now.busy) return;
    const id = this.feed.now.moves?.decision?.id;
    await this.act("moves", { move: ready.move, ...(id === undefined ? {} : { decision: id }) });
  }

  /** @param {string} what @param {any} [body] */
  async act(what, body = {}) {
    const before = this.offers;
    this.making = this.selection?.ready ?? null;
    try {
      await this.feed.act(what, body);
      // The same moves again: what was done is chosen no longer. Of others something may have been chosen already.
      if (this.offers === before) this.offer(this.feed.now.moves?.moves ?? []);
      this.draw();
    } catch (error) {
      await this.tell(error);
    } finally {
      this.making = null;
    }
  }

  async resign() {
    if (await confirmBox(say.resignSure, say.resign)) await this.act("resign");
  }

  async join() {
    await withName(async () => {
      try {
        await postOnce(`/v1/games/${this.id}/seats`, {});
        this.again();
      } catch (error) {
        await this.tell(error);
      }
    });
  }

  /** @param {any} game */
  async leave(game) {
    try {
      if (game.creator === account()?.id) await postOnce(`/v1/games/${this.id}/abort`, {});
      else await import("../api.js").then(({ call }) => call("DELETE", `/v1/games/${this.id}/seats/me`));
      await this.feed.refresh();
    } catch (error) {
      await this.tell(error);
    }
  }

  /** @param {unknown} error */
  async tell(error) {
    const { game } = this.feed.now;
    await tellError(error, game && { slug: game.title, edition: game.edition });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement || event.target instanceof HTMLTextAreaElement;
    if (event.key === "Escape" && this.selection && (this.selection.ready || this.selection.chosen.length)) return this.cancel();
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/") {
      event.preventDefault();
      document.getElementById("filter")?.focus();
    } else if (event.key === "u" && this.feed.now.moves?.undo) void this.act("undo");
  }
}

/** @param {any} game @param {import("../people.js").Sitter[]} people */
function status(game, people) {
  if (game.status === "aborted") return say.aborted;
  if (game.status === "finished") return say.gameOver;
  if (game.status === "open") return null;
  if (game.paused) return say.paused;
  if (game.awaiting.step) return say.stepDue;
  const awaited = game.awaiting.decisions.map((/** @type {any} */ each) => people[each.seat]);
  if (awaited.some((/** @type {any} */ each) => each.you)) return say.yourTurn;
  return say.waitForOthers(awaited.map((/** @type {any} */ each) => each.name));
}

async function copyLink() {
  await navigator.clipboard.writeText(location.href);
  tell("good", say.copied);
}
