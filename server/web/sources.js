/** Where a replay comes from: a game of this server, or a file that carries all of it. */

import { get } from "./api.js";
import { Components, components as loadComponents, title as loadTitle } from "./catalogue.js";

/** Views that one request asks for. */
const PAGE = 100;

/** @typedef {"watch" | number} Eyes A spectator's, or a seat's. */

/**
 * @typedef {object} Source
 * @property {import("./types.d.ts").Game} game As it ended, or stands.
 * @property {string} name Of the title.
 * @property {Components} components
 * @property {import("./types.d.ts").Event[]} events
 * @property {{seq: number, scores: number[]}[]} timeline
 * @property {Eyes[]} eyes Whose knowledge can be shown.
 * @property {(seq: number, eyes: Eyes) => import("./types.d.ts").Game | null} view The game after that event; null while it is not here yet.
 * @property {(seq: number, eyes: Eyes) => Promise<void>} need Bring what is needed to show it, and what is likely to follow.
 * @property {() => Promise<import("./types.d.ts").Audit | null>} audit The verdicts; null if nobody has checked.
 * @property {string | null} record Where its record can be had.
 */

/** A game of this server. @param {string} id @returns {Promise<Source>} */
export async function fromServer(id) {
  const path = `/v1/games/${encodeURIComponent(id)}`;
  const game = await get(path);
  const [title, components, events, scores] = await Promise.all([
    loadTitle(game.title, game.edition), loadComponents(game.title, game.edition), allEvents(path), get(`${path}/scores`),
  ]);
  /** @type {Map<string, Promise<any[]>>} */
  const asked = new Map();
  /** @type {Map<string, any[]>} */
  const pages = new Map();
  const over = game.status === "finished" && !game.sealed;

  const load = (/** @type {number} */ page, /** @type {Eyes} */ eyes) => {
    const key = `${eyes}/${page}`;
    let answer = asked.get(key);
    if (!answer) {
      const as = eyes === "watch" || eyes === game.you?.seat ? "" : `&as=${eyes}`;
      answer = get(`${path}/views?after=${page * PAGE}&limit=${PAGE}${as}`).then((found) => {
        pages.set(key, found.views);
        return found.views;
      });
      answer.catch(() => asked.delete(key));
      asked.set(key, answer);
    }
    return answer;
  };

  return {
    game, name: title.name, components, events, timeline: scores.timeline,
    eyes: over ? ["watch", ...game.seats.map((/** @type {any} */ seat) => seat.seat)] : [game.you?.seat ?? "watch"],
    view: (seq, eyes) => pages.get(`${eyes}/${Math.floor((seq - 1) / PAGE)}`)?.[(seq - 1) % PAGE] ?? null,
    async need(seq, eyes) {
      const page = Math.floor((seq - 1) / PAGE);
      await load(page, eyes);
      for (const next of [page + 1, page - 1]) if (next >= 0 && next * PAGE < events.length) void load(next, eyes).catch(() => {});
    },
    audit: async () => (over ? get(`${path}/audit`) : null),
    record: over ? `${path}/events` : null,
  };
}

/** @param {string} path */
async function allEvents(path) {
  const found = [];
  for (let after = 0; ;) {
    const page = await get(`${path}/events?after=${after}`);
    found.push(...page.events);
    if (page.next === null) return found;
    after = page.next;
  }
}

/**
 * A file that carries every view (moothall replay FILE --html).
 * @param {any} data @returns {Source}
 */
export function fromFile(data) {
  return {
    game: data.game,
    name: data.name,
    components: new Components(data.content),
    events: data.events,
    timeline: data.timeline,
    eyes: data.eyes,
    view: (seq, eyes) => data.views[String(eyes)][seq - 1] ?? null,
    need: async () => {},
    audit: async () => data.audit,
    record: null,
  };
}
