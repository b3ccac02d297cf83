/** Heroes as shapes: a bust before a shield in the colours of its seat. Fur, tusks and helmets tell who it is. */

import { h } from "../../dom.js";

/**
 * @typedef {object} Look
 * @property {string} skin
 * @property {[string, string][]} [back] Behind the head: a colour's name and a shape.
 * @property {[string, string][]} [front] Before it.
 * @property {boolean} [closed] The face is hidden.
 */

const SHIELD = "M4 3h56v33c0 18-14 28-28 33C18 64 4 54 4 36z";
const FIELD = "M9 8h46v28c0 14-11 22.500-23 27.500C20 58.500 9 50 9 36z";
const SHOULDERS = "M12 52c1-9 9-13 20-13s19 4 20 13c-5 6-12 9.500-20 12.500-8-3-15-6.500-20-12.500z";
const COLLAR = "M24 40l8 9 8-9 4 2-12 14-12-14z";

const SHAPES = {
  short: "M19 26c0-10 6-15 13-15s13 5 13 15c-2-5-6-7-13-7s-11 2-13 7z",
  long: "M17 25c0-11 6-16 15-16s15 5 15 16c0 8 1 14 2 20H15c1-6 2-12 2-20z",
  beard: "M20 29c0 12 5 17 12 17s12-5 12-17c-2 4-6 5-12 5s-10-1-12-5z",
  crown: "M21 18l-2-12 7 6 6-9 6 9 7-6-2 12z",
  tiara: "M20 20c7-5 17-5 24 0l-1-4-6-2-5-7-5 7-6 2z",
  band: "M19 20h26v4H19z",
  cap: "M16 23c-1-11 6-17 16-17 8 0 15 4 16 12-8 0-20 1-32 5zM42 9c5-2 7-6 7-8-5 0-9 3-10 7z",
  hood: "M14 46c-2-26 4-38 18-38s20 12 18 38l-6-6V26c0-7-5-11-12-11s-12 4-12 11v14z",
  helm: "M18 24c0-11 6-15 14-15s14 4 14 15v15l-14 6-14-6z",
  visor: "M21 25h22v3H33.500v11h-3V28H21z",
  plume: "M30 10c-4-6 4-8 14-7-4 2-5 5-10 8z",
  ears: "M19 24l-3-15 13 7zM45 24l3-15-13 7z",
  muzzle: "M29 31h6l-3 4zM31.400 34h1.200v3h-1.200zM18 33l8 1v1l-8 0zM46 33l-8 1v1l8 0z",
  mane: "M32 6c5 0 6 3 10 4s4 5 7 8 1 6 2 10-3 6-4 9-5 5-8 7-5 1-7 1-4 1-7-1-7-4-8-7-5-5-4-9-1-7 2-10 3-7 7-8 5-4 10-4z",
  reeds: "M23 18l-3-14 6 12zM41 18l3-14-6 12z",
  patch: "M20 19.500l25 4v2l-4-.6c0 7-8 7-8-1.300L20 21.500z",
  tusks: "M25 38l1-8 4 5zM39 38l-1-8-4 5z",
  brow: "M22 24l9 2v2l-9-2zM42 24l-9 2v2l9-2z",
  crest: "M28 3h8l2 15H26z",
  paint: "M21 29l7 1v2l-7-1zM43 29l-7 1v2l7-1zM30.500 16h3v8h-3z",
  horns: "M19 22C12 20 11 12 14 6c1 6 4 8 8 9zM45 22c7-2 8-10 5-16-1 6-4 8-8 9z",
  flames: "M16 26c-3-9 2-11 1-19 5 3 6 6 7 9 0-7 4-10 8-14 0 6 5 7 6 13 3-2 4-5 4-8 6 6 7 11 6 19-4-6-9-8-16-8s-12 2-16 8z",
};

/** @type {Record<string, Look>} */
const LOOKS = {
  lelia: { skin: "fair", back: [["blond", SHAPES.long]], front: [["blond", SHAPES.short], ["gold", SHAPES.crown]] },
  krill: { skin: "tan", front: [["brown", SHAPES.short], ["green", SHAPES.cap]] },
  corvane: { skin: "fair", back: [["grey", SHAPES.long]], front: [["grey", SHAPES.beard], ["grey", SHAPES.short], ["gold", SHAPES.band]] },
  ashkari: { skin: "tawny", back: [["tawny", SHAPES.ears]], front: [["dark", SHAPES.muzzle], ["green", SHAPES.reeds], ["green", SHAPES.band]] },
  tamsu: { skin: "slate", back: [["slate", SHAPES.ears]], front: [["dark", SHAPES.muzzle], ["dark", SHAPES.patch]] },
  oshira: { skin: "tawny", back: [["brown", SHAPES.mane], ["tawny", SHAPES.ears]], front: [["dark", SHAPES.muzzle], ["gold", SHAPES.band]] },
  sjorsja: { skin: "moss", back: [["red", SHAPES.crest]], front: [["red", SHAPES.paint], ["bone", SHAPES.tusks]] },
  vharga: { skin: "moss", back: [["bone", SHAPES.horns]], front: [["dark", SHAPES.short], ["dark", SHAPES.brow], ["red", SHAPES.tusks]] },
  urzhen: { skin: "moss", back: [["flame", SHAPES.flames]], front: [["dark", SHAPES.brow], ["bone", SHAPES.tusks]] },
  kelesandra: { skin: "tan", back: [["dark", SHAPES.long]], front: [["dark", SHAPES.short], ["steel", SHAPES.tiara]] },
  halvard: { skin: "fair", back: [["brown", SHAPES.hood]], front: [["red", SHAPES.beard]] },
  edrik: { skin: "fair", closed: true, front: [["red", SHAPES.plume], ["steel", SHAPES.helm], ["dark", SHAPES.visor]] },
};

/** Whoever comes with another edition. @type {Look} */
const STRANGER = { skin: "tan", front: [["steel", "M18 23c0-11 6-15 14-15s14 4 14 15l-11-2v9h-6v-9z"]] };

/** @param {string} hero */
export function portrait(hero) {
  const { skin, back = [], front = [], closed } = LOOKS[hero] ?? STRANGER;
  const drawn = (/** @type {[string, string][]} */ shapes) => shapes.map(([colour, d]) => h("path", { d, class: `ns-hue-${colour}` }));
  return h("svg", { class: "ns-portrait", viewBox: "0 0 64 72", "aria-hidden": "true" },
    h("path", { d: SHIELD, class: "ns-shield" }), h("path", { d: FIELD, class: "ns-field" }),
    drawn(back), h("path", { d: SHOULDERS, class: "ns-robe" }), h("path", { d: COLLAR, class: "ns-collar" }),
    h("ellipse", { cx: 32, cy: 28, rx: 12, ry: 14, class: `ns-hue-${skin}` }),
    closed ? null : h("path", { d: "M27 25.500a1.600 2 0 1 0 .1 0zM37 25.500a1.600 2 0 1 0 .1 0z", class: "ns-hue-dark" }),
    skin === "fair" || skin === "tan" ? h("path", { d: "M28.500 34.500q3.500 2 7 0-3.500 4.500-7 0z", class: "ns-hue-red" }) : null,
    drawn(front));
}
