/** Icons, drawn by us on a field of 24 by 24. They take the colour of the text. */

import { h } from "../dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  hall: "M3 11 12 3l9 8v10h-6v-6a3 3 0 0 0-6 0v6H3z",
  person: "M12 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4 21c0-5 3-8 8-8s8 3 8 8z",
  bot: "M11 2h2v3h4a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2h4zM8.5 9a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zm7 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM8 14h8v2H8z",
  clock: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16zm1 3v4.6l3.4 2-1 1.7L11 12.7V7z",
  undo: "M9 5 3 11l6 6v-4c5 0 8 1 11 5-1-7-5-10-11-10z",
  play: "M6 3l15 9-15 9z",
  pause: "M5 3h5v18H5zM14 3h5v18h-5z",
  first: "M4 4h3v16H4zM20 4v16L8 12z",
  last: "M17 4h3v16h-3zM4 4v16l12-8z",
  back: "M16 3v18L5 12z",
  forward: "M8 3v18l11-9z",
  flag: "M5 2h2v20H5zM8 3h11l-3 4 3 4H8z",
  eye: "M12 5c5 0 8.500 4 10 7-1.500 3-5 7-10 7S3.500 15 2 12c1.500-3 5-7 10-7zm0 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
  lock: "M7 10V7a5 5 0 0 1 10 0v3h2v12H5V10zm2 0h6V7a3 3 0 0 0-6 0z",
  copy: "M8 2h12v14h-4v-2h2V4h-8v2H8zM4 8h12v14H4z",
  download: "M10 2h4v9h4l-6 7-6-7h4zM4 20h16v2H4z",
  check: "M4 12l3-3 3 3 7-8 3 3-10 12z",
  cross: "M5 3 12 10l7-7 2 2-7 7 7 7-2 2-7-7-7 7-2-2 7-7-7-7z",
  star: "M12 2l3 7 7 .5-5.500 4.700L18.500 22 12 17.500 5.500 22l2-7.800L2 9.500 9 9z",
  swap: "M3 8h13V4l6 6-6 6v-4H3zM21 16H8v4l-6-6z",
  link: "M10 14a4 4 0 0 1 0-6l3-3a4 4 0 0 1 6 6l-2 2-1.500-1.500 2-2a2 2 0 0 0-3-3l-3 3a2 2 0 0 0 0 3zM14 10a4 4 0 0 1 0 6l-3 3a4 4 0 0 1-6-6l2-2 1.500 1.500-2 2a2 2 0 0 0 3 3l3-3a2 2 0 0 0 0-3z",
};

/** @param {string} name @param {string} [label] What it says to whoever does not see it; nothing if text stands beside it. */
export function icon(name, label) {
  const props = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return h("svg", { class: "icon", viewBox: "0 0 24 24", ...props }, h("path", { d: PATHS[name] ?? PATHS.star, fill: "currentColor" }));
}

/** Seats are told apart by colour and by shape. */
const SEATS = [
  "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z",
  "M12 2 22 20H2z",
  "M4 4h16v16H4z",
  "M12 1 22 12 12 23 2 12z",
  "M9 2h6v7h7v6h-7v7H9v-7H2V9h7z",
];

/** The sign of a seat. @param {number} seat @param {string} [label] */
export function seatSign(seat, label) {
  const props = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return h("svg", { class: `sign seat-${seat}`, viewBox: "0 0 24 24", ...props }, h("path", { d: SEATS[seat % SEATS.length] }));
}
