/** The lobby: what can be played, what is being played. */

import { account, onAccount } from "../account.js";
import { get, postOnce } from "../api.js";
import { titles as loadTitles } from "../catalogue.js";
import { h } from "../dom.js";
import { icon, seatSign } from "../parts/icons.js";
import { nameForm, withName } from "../parts/name.js";
import { newTable } from "../parts/newtable.js";
import { emblem } from "../parts/emblems.js";
import { refreshed } from "../parts/refreshed.js";
import { tellError } from "../parts/tell.js";
import { nameOf } from "../people.js";
import { go } from "../router.js";
import { say } from "../words.js";

/** How often the lists are asked for. */
const EVERY_MS = 4000;
const LISTED = 12;

/** @type {import("../router.js").View} */
export const lobby = {
  open(root) {
    document.title = "Moothall";
    /** @type {any[]} */
    let titles = [];
    const load = async () => {
      if (!titles.length) titles = await loadTitles();
      return loadLists();
    };
    const shown = refreshed(root, EVERY_MS, load, (lists, away) => page(titles, lists, away));
    const forget = onAccount(shown.now);
    return () => {
      shown.end();
      forget();
    };
  },
};

async function loadLists() {
  const list = (/** @type {string} */ status) => get(`/v1/games?status=${status}&limit=${LISTED}`).then((answer) => answer.games);
  const own = account() ? get(`/v1/me/games?limit=${LISTED}`).then((answer) => answer.games) : Promise.resolve([]);
  const [mine, open, active, finished] = await Promise.all([own, list("open"), list("active"), list("finished")]);
  const known = new Set(mine.map((/** @type {any} */ game) => game.id));
  const others = (/** @type {any[]} */ games) => games.filter((game) => !known.has(game.id));
  return { mine: mine.sort((/** @type {any} */ a, /** @type {any} */ b) => rank(a) - rank(b)), open: others(open), active: others(active), finished: others(finished) };
}

/** What waits for the player comes first. @param {any} game */
const rank = (game) => (game.your_turn ? 0 : game.status === "active" ? 1 : game.status === "open" ? 2 : 3);

/** @param {any[]} titles @param {any} lists @param {boolean} away */
function page(titles, lists, away) {
  return h("div", { class: "lobby" },
    h("section", { class: "hero" }, h("h1", null, say.lobbyTitle), h("p", null, say.lobbyWelcome),
      account() ? null : h("div", { class: "card narrow" }, h("h2", null, say.chooseName), nameForm(() => {}))),
    away ? h("p", { class: "offline", role: "status" }, say.lobbyAway) : null,
    h("ul", { class: "titles" }, titles.map(titleCard)),
    lists === null ? h("p", { class: "waiting" }, say.loading) : [
      account() ? section(say.myGames, lists.mine, say.noGames, (game) => (game.your_turn ? say.goOn : say.look)) : null,
      section(say.openTables, lists.open, say.noTables, () => say.join),
      section(say.running, lists.active, say.noneRunning, () => say.watch),
      section(say.over, lists.finished, say.noneOver, () => say.look),
    ]);
}

/** @param {any} title */
function titleCard(title) {
  return h("li", { key: title.slug, class: `title-card title-${title.slug}` },
    emblem(title.slug),
    h("h2", null, title.name),
    h("p", { class: "hint" }, say.players(title.players.min, title.players.max)),
    h("div", { class: "row" },
      h("button", { class: "main", type: "button", "data-play": title.slug, on: { click: () => withName(() => playBots(title)) } }, icon("play"), say.playBots),
      h("button", { class: "quiet", type: "button", on: { click: () => withName(() => newTable(title)) } }, say.newTable)),
    h("a", { href: `/titles/${title.slug}` }, say.aboutTitle));
}

/** @param {any} title */
async function playBots(title) {
  const bots = Math.min(2, title.players.max - 1);
  const seats = [{ kind: "human" }, ...Array.from({ length: bots }, () => ({ kind: "ai", level: "greedy" }))];
  try {
    const game = await postOnce("/v1/games", { title: title.slug, seats });
    go(`/games/${game.id}`);
  } catch (error) {
    await tellError(error);
  }
}

/** @param {string} head @param {any[]} games @param {string} none @param {(game: any) => string} act */
function section(head, games, none, act) {
  return h("section", { class: "games", key: head },
    h("h2", null, head),
    games.length ? h("ul", { class: "game-list" }, games.map((game) => line(game, act(game)))) : h("p", { class: "hint" }, none));
}

/** @param {any} game @param {string} act */
function line(game, act) {
  const free = game.seats.filter((/** @type {any} */ seat) => seat.kind === "human" && !seat.player).length;
  const names = game.awaiting.map((/** @type {number} */ seat) => nameOf(game.seats[seat]));
  const now = game.your_turn ? h("strong", { class: "your-turn" }, say.yourTurn)
    : game.status === "open" ? say.freeSeats(free)
      : game.status === "active" ? (names.length ? say.waitingFor(names) : say.round(game.round)) : null;
  return h("li", { key: game.id, class: "game-line" },
    h("a", { href: `/games/${game.id}` },
      emblem(game.title, true),
      h("span", { class: "game-people" }, game.seats.map((/** @type {any} */ seat) => h("span", { class: "game-seat" }, seatSign(seat.seat), nameOf(seat)))),
      game.private ? icon("lock", "private") : null,
      h("span", { class: "game-now" }, now),
      h("span", { class: "game-act" }, act)));
}
