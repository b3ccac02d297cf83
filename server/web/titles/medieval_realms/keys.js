/** Which places of the board a move touches. Placements are composed on the own realm (placing.js). */

/** @param {any} move @returns {string[]} */
export function keysOf(move) {
  const keys = [];
  if (move.square !== undefined) keys.push(`square:${move.square}`);
  if (move.card !== undefined) keys.push(`card:${move.card}`);
  if (move.resource !== undefined) keys.push(`resource:${move.resource}`);
  for (const resource of move.resources ?? []) keys.push(`resource:${resource}`);
  if (move.bid !== undefined) keys.push(`bid:${move.bid}`);
  if (move.type === "bid") keys.push(`bid:${move.amount}`);
  return keys.length ? keys : [`move:${move.type}`];
}
