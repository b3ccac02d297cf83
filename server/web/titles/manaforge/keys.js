/** Which places of the board a move touches. */

/** @param {any} move @returns {string[]} */
export function keysOf(move) {
  const keys = [...(PLACES[move.type] ?? plain)(move)];
  for (const id of parts(move.copy)) keys.push(`die:${id}`);
  for (const id of [...parts(move.target), ...parts(move.exhaust), ...parts(move.replace)]) keys.push(`card:${id}`);
  for (const element of [...parts(move.gem), ...parts(move.element), ...parts(move.scavenge_gem)]) keys.push(`gem:${element}`);
  for (const element of parts(move.take)) keys.push(`mana:${element}`);
  return keys;
}

/** @type {Record<string, (move: any) => string[]>} */
const PLACES = {
  draft_talent: (move) => [`talent:${move.talent}`],
  keep_talents: (move) => [`talent:${move.first}`, `talent:${move.second}`],
  choose: (move) => (move.choice === "mimic" ? [`card:${move.value}`] : [`choice:${move.value}`]),
  spend_die: (move) => [`die:${move.die}`],
  build: (move) => [`card:${move.card}`],
  gain_prism: () => ["prism"],
  exchange_prism: () => ["prism"],
  activate: (move) => [`card:${move.card}`],
  upgrade: (move) => [`card:${move.card}`],
  activate_talent: (move) => [`talent:${move.talent}`, ...parts(move.die).map((id) => `die:${id}`)],
  reserve_store: (move) => ["talent:aether_reserve", `die:${move.die}`],
  reserve_release: () => ["talent:aether_reserve"],
  precog_raise: (move) => [`deck:${move.position}`],
};

/** @param {any} move */
const plain = (move) => [`move:${move.type}`];

/** Several ids in one text are joined by +. @param {string | null | undefined} text */
const parts = (text) => (text ? text.split("+") : []);
