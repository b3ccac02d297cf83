/** A player's board: energy, gems, onyx, keys, caravans, and seven figures with what is attached to them. */

import { classes, h } from "../../dom.js";
import { seatSign } from "../../parts/icons.js";
import { say } from "../../words.js";
import { cardOf, ELEMENTS, figureKind, figureName, placeName } from "./keys.js";
import { figureDrawing, thing } from "./pieces.js";
import { abilityOf, counted, sign } from "./signs.js";

/** @typedef {import("../contract.js").Table} Table */

/** An attachment with more signs than this is written smaller. */
const ROOMY = 3;

/** @param {Table} table @param {number} seat */
export function seatBoard(table, seat) {
  const own = table.view.seats[seat];
  const who = table.seats[seat];
  const tribe = table.components.find("tribes", own.tribe);
  return h("section", { class: classes("gm-seat", `gm-seat-${seat}`, who.you && "own", table.awaited.includes(seat) && "awaited"), key: `seat${seat}`, "aria-label": who.name },
    h("div", { class: "gm-seat-head" },
      h("h2", null, seatSign(seat), h("span", { class: "gm-who" }, who.name)),
      own.tribe ? h("span", thing(table, { class: "gm-of", label: tribe.name, text: tribe.text }), sign(own.tribe), tribe.name) : null,
      own.passed ? h("small", { class: "gm-passed" }, say.gates.passed) : null,
      h("span", { class: "gm-score", mark: own.points }, counted(own.points, "point"), h("span", { class: "unseen" }, `${own.points} ${say.points}`))),
    energy(table, own),
    supplies(table, seat, own),
    h("div", { class: "gm-figures" }, Object.entries(own.figures).map(([name, figure]) => figureColumn(table, seat, name, figure))));
}

/** @param {Table} table @param {any} own */
function energy(table, own) {
  const most = table.components.tables.tracks.energy_max;
  return h("div", thing(table, { class: "gm-energy", label: say.gates.energy(own.energy, most), text: say.gates.energyText, mark: own.energy }),
    sign("energy"), h("b", null, own.energy),
    h("span", { class: "gm-pips", "aria-hidden": "true" }, Array.from({ length: most }, (_, index) => h("i", { class: classes(index < own.energy && "full") }))));
}

/** @param {Table} table @param {number} seat @param {any} own */
function supplies(table, seat, own) {
  const { scoring } = table.components.tables;
  const mine = seat === table.you;
  const line = (/** @type {string} */ what, /** @type {number} */ count, /** @type {string} */ text) =>
    h("span", thing(table, { at: mine && ELEMENTS.includes(what) ? `gem:${what}` : undefined, key: what, class: classes("gm-supply", !count && "none"), label: say.gates.owns(say.gates.things[what], count), text, mark: count }), sign(what), h("b", null, count));
  return h("div", { class: "gm-supplies" },
    ELEMENTS.map((element) => line(element, own.gems[element], say.gates.gemText(scoring))),
    line("onyx", own.onyx, say.gates.onyxText(scoring)),
    line("key", own.keys, `${say.gates.keyText(scoring)}\n${say.gates.perRound(own.keys_gained, own.enchantments_gained)}`),
    line("caravan", own.caravans_left, say.gates.caravanText));
}

/** @param {Table} table @param {number} seat @param {string} name @param {any} figure */
function figureColumn(table, seat, name, figure) {
  const kind = figureKind(table, name);
  const mine = seat === table.you;
  const where = figure.place === null ? say.gates.atHome : say.gates.stands(placeName(table, figure.place));
  const special = kind.id === "specialist" ? table.components.text("tribes", table.view.seats[seat].tribe) : "";
  const room = Math.max(0, table.components.tables.attachments.max_per_figure - figure.cards.length);
  return h("div", { class: "gm-column", key: name },
    h("span", thing(table, { at: mine ? `figure:${name}` : undefined, class: classes("gm-own-figure", figure.place !== null && "away"), label: figureName(table, name), text: [where, kind.text, special].filter(Boolean).join("\n"), mark: figure.place ?? "" }),
      figureDrawing(table, seat, name, figure.place !== null), h("span", { class: "gm-price" }, counted(kind.energy, "energy")), h("span", { class: "gm-figure-name" }, kind.name)),
    figure.cards.map((/** @type {string} */ id) => attachment(table, id, mine)),
    Array.from({ length: room }, (_, index) => h("span", { class: "gm-slot", key: `free${index}` })));
}

/** @param {Table} table @param {string} id @param {boolean} mine */
function attachment(table, id, mine) {
  const { table: kind, card } = cardOf(table, id);
  const banner = kind !== "enchantments";
  const signs = Object.keys(card.ability?.cost ?? {}).length + (card.ability?.cost_one_of?.length ?? 0) + (card.ability?.effects.length ?? 0);
  return h("span", thing(table, { at: mine ? `ability:card:${id}` : undefined, key: id, class: classes("gm-slot gm-attached", banner && "gm-flag", kind === "fire_banners" && "gm-burning", signs > ROOMY && "long"), label: card.name, text: card.text }),
    card.ability ? abilityOf(card.ability) : card.name);
}
