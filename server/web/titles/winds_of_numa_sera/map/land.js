/** The land itself: coast and sea, kingdoms, mountains, woods, rivers, roads. All of it is decoration. */

import { h } from "../../../dom.js";
import { HEIGHT, ROADS, way, WIDTH } from "./places.js";

/** @typedef {import("./places.js").Spot} Spot */
/** @typedef {import("../../../dom.js").Child} Child */

/** @type {number[][]} */
const COAST = [
  [152, 66], [232, 36], [330, 50], [420, 26], [520, 18], [610, 34], [690, 52], [790, 44], [866, 78], [886, 150], [930, 200], [908, 262], [934, 330], [978, 400],
  [980, 500], [936, 560], [900, 610], [914, 690], [900, 790], [862, 866], [770, 884], [680, 872], [600, 900], [500, 906], [400, 896], [310, 872], [222, 888], [146, 858],
  [118, 780], [84, 716], [98, 640], [52, 580], [20, 500], [26, 410], [76, 350], [66, 268], [94, 196], [104, 120],
];

/** @type {number[][][]} */
const RIVERS = [
  [[352, 170], [340, 240], [372, 300], [352, 368], [336, 420]],
  [[330, 446], [268, 500], [228, 562], [150, 600], [84, 612]],
  [[620, 190], [640, 262], [606, 340], [640, 410], [596, 520], [566, 600], [596, 690], [604, 780], [640, 902]],
];

/** Foot, and half the width. @type {number[][]} */
const MOUNTAINS = [
  [140, 118, 26], [172, 160, 34], [204, 92, 30], [330, 92, 32], [366, 132, 38], [398, 88, 28], [332, 178, 30], [142, 206, 24], [620, 84, 26], [646, 122, 32], [618, 160, 26],
  [420, 420, 24], [424, 470, 32], [582, 424, 26], [578, 478, 32], [138, 690, 26],
];

/** @type {number[][]} */
const PINES = [
  [560, 190], [580, 204], [596, 184], [664, 196], [686, 214], [702, 190], [672, 232], [696, 246], [430, 196], [412, 214], [440, 226], [394, 232], [268, 214], [290, 228],
  [880, 196], [862, 214], [846, 190], [268, 246],
];

/** @type {number[][]} */
const TREES = [
  [236, 404], [256, 418], [276, 398], [250, 440], [280, 432], [298, 418], [220, 428], [690, 474], [712, 488], [732, 468], [704, 508], [738, 500], [760, 486], [756, 516],
  [858, 606], [838, 622], [860, 640], [820, 604], [852, 668], [430, 640], [450, 656], [470, 634], [446, 684], [474, 672], [404, 728], [384, 744], [410, 756],
  [690, 736], [672, 754], [682, 800], [702, 360], [722, 374], [690, 384],
];

/** @type {number[][]} */
const REEDS = [[96, 330], [116, 344], [140, 362], [98, 372], [166, 378], [128, 250], [112, 280], [250, 340], [270, 352], [58, 520], [80, 540], [62, 548]];

/** @type {number[][]} */
const BARROWS = [[222, 640], [248, 666], [218, 688], [392, 596], [404, 628], [356, 700], [330, 716]];

/** @type {number[][]} */
const HILLS = [[300, 330], [420, 350], [590, 350], [660, 320], [440, 560], [520, 580], [560, 640], [720, 680], [170, 560], [360, 500], [480, 730], [640, 560], [790, 380], [780, 560], [300, 760], [880, 740], [340, 840], [700, 850], [850, 340]];

/** Where roads cross rivers, and how they lie there. @type {number[][]} */
const BRIDGES = [[357, 271, 1], [326, 449, 0], [241, 545, 42], [638, 271, -1], [617, 474, 3], [586, 544, 40], [599, 719, -44], [609, 803, -2]];

/** @type {number[][]} */
const WAVES = [[20, 40], [62, 84], [32, 160], [956, 120], [930, 40], [972, 300], [14, 330], [20, 640], [44, 700], [968, 620], [950, 720], [976, 820], [930, 880], [700, 908], [270, 908]];

const coast = smooth(COAST, true);
const rivers = RIVERS.map((points) => smooth(points, false)).join("");
const roads = ROADS.map(([from, to, bend]) => way(from, to, bend)).join("");

/** Each kingdom's share of the land, up to the middle. @type {Record<string, string>} */
const SHARES = {
  numa_sera: "M1000 190L720 330Q640 460 720 590L1000 700z",
  meran: "M0 200L290 350Q350 470 280 580L0 690z",
  siaa_dee: "M60 920L300 730Q500 600 700 730L960 920z",
  dena_vale: "M60 0L320 190Q500 290 680 190L920 0z",
};

/** @param {Record<string, number>} seats Whose kingdom it is, by kingdom. @param {Spot[]} unknown Where the map still shows nothing. @param {Child} over What is drawn upon it. */
export function land(seats, unknown, over) {
  return h("svg", { class: "ns-land", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    h("defs", null, h("clipPath", { id: "ns-coast" }, h("path", { d: coast }))),
    h("path", { d: WAVES.map(([x, y]) => `M${x - 14} ${y}q7-8 14 0t14 0`).join(""), class: "ns-wave" }),
    h("path", { d: coast, class: "ns-shallows" }), h("path", { d: coast, class: "ns-shore" }),
    h("g", { "clip-path": "url(#ns-coast)" }, Object.entries(SHARES).map(([id, d]) => h("path", { d, key: id, class: id in seats ? `ns-share ns-seat-${seats[id]}` : "ns-share" }))),
    h("path", { d: HILLS.map(([x, y]) => `M${x - 26} ${y}q16-20 32 0M${x + 2} ${y - 3}q12-15 26 3`).join(""), class: "ns-hills" }),
    h("path", { d: rivers, class: "ns-river" }), h("ellipse", { cx: 336, cy: 420, rx: 34, ry: 17, class: "ns-lake" }),
    h("path", { d: roads, class: "ns-road" }),
    BRIDGES.map(([x, y, turn]) => h("path", { transform: `translate(${x} ${y}) rotate(${turn})`, d: "M-11-6h22v12h-22z", class: "ns-bridge" })),
    growth(), heights(), ember(),
    h("path", { d: rows(836, 716, 5), class: "ns-vines" }),
    rose(58, 846), ship(944, 66),
    unknown.map((spot) => cloud(spot)), over);
}

/** Woods, reeds, barrows. */
function growth() {
  return [
    h("path", { d: BARROWS.map(([x, y]) => `M${x - 15} ${y}q15-22 30 0z`).join(""), class: "ns-barrow" }),
    h("path", { d: REEDS.map(([x, y]) => `M${x} ${y}v-14M${x - 5} ${y}l-4-11M${x + 5} ${y}l4-11`).join(""), class: "ns-reed" }),
    h("path", { d: TREES.map(([x, y]) => `M${x} ${y + 6}v-8`).join(""), class: "ns-trunk" }),
    h("path", { d: TREES.map(([x, y]) => `M${x - 10} ${y - 8}a10 10 0 1 1 20 0a10 10 0 1 1-20 0z`).join(""), class: "ns-tree-top" }),
    h("path", { d: PINES.map(([x, y]) => `M${x} ${y - 22}l9 15h-4l7 11h-24l7-11h-4z`).join(""), class: "ns-pine" }),
  ];
}

/** Mountains, the farther ones first. */
function heights() {
  const sorted = [...MOUNTAINS].sort((one, other) => one[1] - other[1]);
  return sorted.map(([x, y, s]) => [
    h("path", { d: `M${x - s} ${y}L${x} ${y - 1.25 * s}L${x + s} ${y}z`, class: "ns-rock" }),
    h("path", { d: `M${x} ${y - 1.25 * s}L${x + s} ${y}H${x + 0.2 * s}l${-0.25 * s} ${-0.45 * s}z`, class: "ns-shade" }),
    y < 250 ? h("path", { d: `M${x} ${y - 1.25 * s}l${0.34 * s} ${0.42 * s}l${-0.17 * s} ${-0.06 * s}l${-0.15 * s} ${0.14 * s}l${-0.17 * s} ${-0.15 * s}l${-0.19 * s} ${0.07 * s}z`, class: "ns-snow" }) : null,
  ]);
}

/** The mountain that smokes above Emberhold. */
function ember() {
  return [
    h("path", { d: "M104 790L146 716h26l44 74z", class: "ns-rock" }), h("path", { d: "M172 716l44 74h-34l-18-40z", class: "ns-shade" }),
    h("path", { d: "M146 716h26l8 14-8 10-7-8-8 14-7-12-8 2z", class: "ns-lava" }), h("path", { d: "M158 708c-14-12 10-20-2-34s8-22 16-24", class: "ns-smoke" }),
  ];
}

/** Rows of vines. @param {number} x @param {number} y @param {number} count */
function rows(x, y, count) {
  return Array.from({ length: count }, (_, index) => `M${x + index * 12} ${y}q10 14 4 34`).join("");
}

/** Where the winds come from. @param {number} x @param {number} y */
function rose(x, y) {
  return h("g", { transform: `translate(${x} ${y})`, class: "ns-rose" },
    h("circle", { r: 30 }), h("path", { d: "M0-44L8-8 0 0-8-8zM44 0L8 8 0 0 8-8zM0 44L-8 8 0 0 8 8zM-44 0L-8-8 0 0-8 8z" }), h("path", { class: "ns-rose-half", d: "M0-44L8-8 0 0zM44 0L8 8 0 0zM0 44L-8 8 0 0zM-44 0L-8-8 0 0z" }));
}

/** @param {number} x @param {number} y */
function ship(x, y) {
  return h("g", { transform: `translate(${x} ${y})` }, h("path", { d: "M-24 12h48l-9 13h-30z", class: "ns-trunk-fill" }), h("path", { d: "M-1 10v-40c14 6 22 18 22 34zM-5 10v-32c-8 6-14 16-16 28z", class: "ns-sail" }));
}

/** What nobody knows of yet lies in the clouds. @param {Spot} spot */
function cloud({ x, y }) {
  return h("path", { key: `c${x}`, transform: `translate(${x} ${y})`, class: "ns-cloud", d: "M-48 18a18 18 0 0 1 2-36 26 26 0 0 1 48-10 20 20 0 0 1 34 12 17 17 0 0 1 8 34z" });
}

/** A curve through points (Catmull and Rom's). @param {number[][]} points @param {boolean} closed */
function smooth(points, closed) {
  const count = points.length;
  const point = (/** @type {number} */ index) => (closed ? points[(index + count) % count] : points[Math.max(0, Math.min(count - 1, index))]);
  const parts = Array.from({ length: closed ? count : count - 1 }, (_, index) => {
    const [before, from, to, after] = [point(index - 1), point(index), point(index + 1), point(index + 2)];
    const bend = (/** @type {number[]} */ a, /** @type {number[]} */ b, /** @type {number[]} */ c, /** @type {number} */ sign) => [0, 1].map((axis) => Math.round(a[axis] + (sign * (c[axis] - b[axis])) / 6)).join(" ");
    return `C${bend(from, before, to, 1)} ${bend(to, from, after, -1)} ${to.join(" ")}`;
  });
  return `M${points[0].join(" ")}${parts.join("")}${closed ? "z" : ""}`;
}

/** Where an army marches from and to. @param {Spot} from @param {Spot} to @param {number} seat */
export function march(from, to, seat) {
  const d = way(from, to, 46);
  return h("g", { key: "march", class: `ns-march ns-seat-${seat}` }, h("path", { d, class: "ns-march-edge" }), h("path", { d }));
}

