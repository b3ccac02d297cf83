/**
 * Where everything lies on the map. The rules know no distances (NS-1.13): a Stronghold has its own place for ever, whoever
 * holds it, and a kingdom lies where its epithet says: in the east, west, south or north.
 */

/** @typedef {{x: number, y: number}} Spot */

export const WIDTH = 1000, HEIGHT = 920;

/** @type {Record<string, Spot>} */
export const HOMES = {
  numa_sera: { x: 866, y: 458 },
  meran: { x: 134, y: 466 },
  siaa_dee: { x: 500, y: 800 },
  dena_vale: { x: 500, y: 102 },
};

/** @type {Record<string, Spot>} */
export const SITES = {
  reedwatch: { x: 196, y: 284 },
  emberhold: { x: 232, y: 782 },
  ironmarch_keep: { x: 502, y: 284 },
  sapphire_gate: { x: 800, y: 282 },
  scholars_spire: { x: 690, y: 618 },
  barrow_fort: { x: 316, y: 622 },
  highcrag: { x: 262, y: 118 },
  vineyard_citadel: { x: 776, y: 782 },
  stormwall: { x: 754, y: 116 },
  obsidian_seat: { x: 500, y: 462 },
};

/** The roads: what they join, and how far they bend. @type {[Spot, Spot, number][]} */
export const ROADS = [
  [HOMES.dena_vale, SITES.highcrag, 18], [HOMES.dena_vale, SITES.stormwall, -18], [HOMES.dena_vale, SITES.ironmarch_keep, 14],
  [SITES.highcrag, SITES.reedwatch, 20], [SITES.reedwatch, HOMES.meran, 14], [SITES.stormwall, SITES.sapphire_gate, -22], [SITES.sapphire_gate, HOMES.numa_sera, -16],
  [SITES.ironmarch_keep, SITES.reedwatch, 26], [SITES.ironmarch_keep, SITES.sapphire_gate, -24], [SITES.ironmarch_keep, SITES.obsidian_seat, -16],
  [SITES.obsidian_seat, HOMES.meran, 30], [SITES.obsidian_seat, HOMES.numa_sera, 30], [SITES.obsidian_seat, SITES.barrow_fort, -18], [SITES.obsidian_seat, SITES.scholars_spire, 18],
  [HOMES.meran, SITES.barrow_fort, -20], [HOMES.numa_sera, SITES.scholars_spire, 20], [SITES.barrow_fort, SITES.emberhold, 16], [SITES.scholars_spire, SITES.vineyard_citadel, -16],
  [SITES.barrow_fort, HOMES.siaa_dee, 20], [SITES.scholars_spire, HOMES.siaa_dee, -20], [SITES.emberhold, HOMES.siaa_dee, 22], [SITES.vineyard_citadel, HOMES.siaa_dee, -22],
];

/**
 * A spot for every one of them: its own; for those that another edition may bring one that is free, in their order; and
 * beyond these, spots that wind outwards from the middle.
 * @param {Record<string, Spot>} known @param {string[]} ids @returns {Map<string, Spot>}
 */
export function laid(known, ids) {
  const free = Object.entries(known).filter(([id]) => !ids.includes(id)).map(([, spot]) => spot);
  return new Map(ids.map((id, index) => [id, known[id] ?? free.shift() ?? beyond(index)]));
}

/** @param {number} index @returns {Spot} */
function beyond(index) {
  const angle = index * 2.4;
  const reach = 150 + 200 * ((index * 0.618) % 1);
  return { x: Math.round(WIDTH / 2 + reach * Math.cos(angle)), y: Math.round(HEIGHT / 2 + reach * Math.sin(angle)) };
}

/** The spot as a style, for whatever stands there. @param {Spot} spot @returns {Record<string, string>} */
export const at = ({ x, y }) => ({ "--left": `${(x * 100) / WIDTH}%`, "--top": `${(y * 100) / HEIGHT}%` });

/** A way from one spot to another, bent to the side. @param {Spot} from @param {Spot} to @param {number} bend */
export function way(from, to, bend) {
  const [across, down] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(across, down) || 1;
  return `M${from.x} ${from.y}Q${Math.round((from.x + to.x) / 2 - (down / far) * bend)} ${Math.round((from.y + to.y) / 2 + (across / far) * bend)} ${to.x} ${to.y}`;
}
