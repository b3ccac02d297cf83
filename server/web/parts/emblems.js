/** A drawn emblem for every title, of our own shapes. */

import { h } from "../dom.js";

/** @type {Record<string, () => import("../dom.js").Child>} */
const DRAWINGS = {
  "gates-of-mara": () => [
    h("circle", { cx: 60, cy: 60, r: 50, class: "e-ground" }),
    [0, 72, 144, 216, 288].map((angle, index) => h("g", { transform: `rotate(${angle} 60 60)` },
      h("path", { d: "M50 24v-8a10 10 0 0 1 20 0v8z", class: `e-gate e-${index}` }),
      h("path", { d: "M57 24v-6a3 3 0 0 1 6 0v6z", class: "e-hole" }))),
    h("circle", { cx: 60, cy: 60, r: 18, class: "e-core" }),
    h("path", { d: "M60 46l4 10 10 4-10 4-4 10-4-10-10-4 10-4z", class: "e-star" }),
  ],
  manaforge: () => [
    h("circle", { cx: 60, cy: 60, r: 50, class: "e-ground" }),
    h("path", { d: "M32 78h56l-8 14H40zM40 66h40v10H40zM26 54h62c-2 8-8 12-14 12H44c-8 0-14-4-18-12z", class: "e-core" }),
    h("path", { d: "M60 14l12 14-12 22-12-22z", class: "e-gate e-2" }),
    h("path", { d: "M60 14l12 14H48z", class: "e-star" }),
    h("circle", { cx: 34, cy: 34, r: 6, class: "e-gate e-0" }), h("circle", { cx: 86, cy: 34, r: 6, class: "e-gate e-1" }),
    h("circle", { cx: 26, cy: 46, r: 4, class: "e-gate e-3" }), h("circle", { cx: 94, cy: 46, r: 4, class: "e-gate e-4" }),
  ],
  "medieval-realms": () => [
    h("circle", { cx: 60, cy: 60, r: 50, class: "e-ground" }),
    h("path", { d: "M28 88V48h8v6h8v-6h8v6h16v-6h8v6h8v-6h8v40z", class: "e-core" }),
    h("path", { d: "M48 48V30h6v5h12v-5h6v18z", class: "e-gate e-1" }),
    h("path", { d: "M52 88V74a8 8 0 0 1 16 0v14z", class: "e-hole" }),
    h("path", { d: "M60 12v18M60 12l16 5-16 6z", class: "e-flag" }),
  ],
  "winds-of-numa-sera": () => [
    h("circle", { cx: 60, cy: 60, r: 50, class: "e-ground" }),
    h("path", { d: "M22 50c14-12 34 6 48-6 6-6 2-16-6-14-4 1-6 4-5 8M18 64c20-12 46 8 66-6 8-6 4-18-6-16-5 1-7 6-5 10M30 80c14-8 28 4 42-2 8-4 14 4 8 10-4 3-9 2-11-2", class: "e-wind" }),
    h("circle", { cx: 86, cy: 30, r: 8, class: "e-gate e-1" }),
  ],
};

/** @param {string} slug @param {boolean} [small] */
export function emblem(slug, small = false) {
  const drawing = DRAWINGS[slug];
  return h("svg", { class: `emblem title-${slug}${small ? " small" : ""}`, viewBox: "0 0 120 120", "aria-hidden": "true" },
    drawing ? drawing() : [h("circle", { cx: 60, cy: 60, r: 50, class: "e-ground" }), h("text", { x: 60, y: 76, "text-anchor": "middle", class: "e-letter" }, slug.charAt(0).toUpperCase())]);
}
