/** Which places of the board a move touches. Trades of one's own are composed in a form (trade.js). */

/** @param {any} move @returns {string[]} */
export function keysOf(move) {
  switch (move.type) {
    case "choose_kingdom": return [`kingdom:${move.kingdom}`];
    case "set_succession": return move.order.slice(0, 2).map((/** @type {string} */ hero, /** @type {number} */ place) => `line:${place}:${hero}`);
    case "explore": return ["deck:exploration"];
    case "buy_skill": return [`skill:${move.skill}`];
    case "buy_item": return [`item:${move.item}`];
    case "equip": return [`card:${move.item}`];
    case "use": return [`card:${move.source}`, `block:${move.source}`];
    case "attempt_test": case "heal_from_card": return [`card:${move.card}`];
    case "build": return [`block:${move.block}`];
    case "attack": return [move.target_type === "hero" ? `hero:${move.target}` : `stronghold:${move.target}`];
    case "commit_battle": return move.cards?.length ? move.cards.map((/** @type {string} */ card) => `card:${card}`) : ["move:no_card"];
    case "choose": return [`option:${move.option}`, `card:${move.option}`];
    case "offer_trade": case "counter_trade": return [`trade:${move.to}`, ...(move.give_cards ?? []).map((/** @type {string} */ card) => `card:${card}`)];
    default: return [`move:${move.type}`];
  }
}
