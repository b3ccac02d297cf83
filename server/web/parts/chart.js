/** Scores over the events of a game; a click goes to that event. */

import { h } from "../dom.js";
import { say } from "../words.js";
import { seatSign } from "./icons.js";

const WIDTH = 340, HEIGHT = 120, EDGE = 4;

/** Lines that can be told apart without colour. */
const DASHES = ["none", "7 3", "2 3", "10 3 2 3", "4 2"];

/**
 * @param {{seq: number, scores: number[]}[]} timeline @param {import("../people.js").Sitter[]} people
 * @param {number} at @param {number} last @param {(seq: number) => void} go
 */
export function chart(timeline, people, at, last, go) {
  if (!timeline.length) return null;
  const all = timeline.flatMap((point) => point.scores);
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (/** @type {number} */ seq) => EDGE + ((seq - 1) / Math.max(1, last - 1)) * (WIDTH - 2 * EDGE);
  const y = (/** @type {number} */ score) => HEIGHT - EDGE - ((score - least) / (most - least)) * (HEIGHT - 2 * EDGE);
  const click = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * (last - 1)) + 1);
  };
  const now = timeline.findLast((point) => point.seq <= at)?.scores ?? people.map(() => 0);
  return h("section", { class: "chart", "aria-label": say.replayPage.chart },
    h("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": say.replayPage.chartText, on: { click } },
      h("line", { x1: EDGE, x2: WIDTH - EDGE, y1: y(0), y2: y(0), class: "chart-zero" }),
      people.map(({ seat }) => h("polyline", { points: steps(timeline, seat, last, x, y), class: `chart-line line-${seat}`, "stroke-dasharray": DASHES[seat % DASHES.length] })),
      h("line", { x1: x(at), x2: x(at), y1: 0, y2: HEIGHT, class: "chart-now" }),
      people.map(({ seat }) => h("circle", { cx: x(at), cy: y(now[seat] ?? 0), r: 3.5, class: `chart-dot line-${seat}` }))),
    h("p", { class: "chart-legend" }, people.map(({ seat, name }) => h("span", null, seatSign(seat), " ", name, " ", h("b", null, now[seat] ?? 0)))));
}

/**
 * A line that stays level until the score changes.
 * @param {{seq: number, scores: number[]}[]} timeline @param {number} seat @param {number} last
 * @param {(seq: number) => number} x @param {(score: number) => number} y
 */
function steps(timeline, seat, last, x, y) {
  const points = [];
  let score = 0;
  for (const point of timeline) {
    points.push(`${x(point.seq)},${y(score)}`);
    score = point.scores[seat] ?? 0;
    points.push(`${x(point.seq)},${y(score)}`);
  }
  points.push(`${x(last)},${y(score)}`);
  return points.join(" ");
}
