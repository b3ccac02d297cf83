/** What the board of Gates of Mara says. */

/** @param {number} count @param {string} one @param {string} [many] */
const so = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** @type {Record<string, string>} */
const things = {
  fire: "Fire", water: "Water", earth: "Earth", air: "Air", onyx: "Onyx", key: "Keys", caravan: "Caravans",
};

export const gates = {
  things,
  gemText: (/** @type {any} */ scoring) => `At the end of the game ${scoring.gems_per_point} gems are worth 1 point.`,
  onyxText: (/** @type {any} */ scoring) => `Worth ${so(scoring.points_per_onyx, "point")} each at the end of the game.`,
  keyText: (/** @type {any} */ scoring) => `Most keys at the end of the game: ${so(scoring.end_first, "point")}; second most: ${scoring.end_second}.`,
  caravanText: "Caravans that can still be placed this round. All come home after it.",
  owns: (/** @type {string} */ what, /** @type {number} */ count) => `${what}: ${count}`,
  energy: (/** @type {number} */ left, /** @type {number} */ most) => `Energy: ${left} of ${most}`,
  energyText: "Pays for figures and abilities; full again after every round. Whoever has most left goes first in the next round.",

  layingOut: "The table is being laid out.",
  round: (/** @type {number} */ round, /** @type {number} */ rounds) => `Round ${round} of ${rounds}`,
  order: "Turn order",
  passed: "passed",
  place: (/** @type {string} */ name, /** @type {boolean} */ you) => (you ? "Place a figure, or pass." : `${name} places a figure or passes.`),
  act: (/** @type {string} */ name, /** @type {boolean} */ you, /** @type {string} */ figure, /** @type {string} */ where) => `${you ? "Use" : `${name} may use`} the abilities of the ${figure} on ${where}.`,
  questions: /** @type {Record<string, (name: string, you: boolean, what: string) => string>} */ ({
    choose_influence: (name, you, what) => `${you ? "Take" : `${name} takes`} influence in the ${what}, or as many points.`,
    choose_gems: (name, you, what) => `${you ? "Choose" : `${name} chooses`} ${what}.`,
    choose_caravan_space: (name, you, what) => `${you ? "Choose" : `${name} chooses`} a caravan space in the ${what}.`,
    choose_exchange: (name, you, what) => `${you ? "Trade" : `${name} may trade`} with the ${what}${you ? ", or not" : ""}.`,
    choose_figure: (name, you, what) => `${you ? "Choose" : `${name} chooses`} a figure for the ${what}.`,
  }),
  gemsToChoose: (/** @type {number} */ count) => so(count, "gem"),
  fireBanner: (/** @type {string} */ name, /** @type {boolean} */ you) => `${you ? "Choose a figure for" : `${name} may take`} a Fire Banner${you ? ", or leave it" : ""}.`,
  lordsOff: (/** @type {string} */ name, /** @type {boolean} */ you) => (you ? "Put a lord back: choose the lord, then the realm." : `${name} puts a lord back on the board.`),
  steps: /** @type {Record<string, string>} */ ({ score_claims: "Claims are placed…", score_round: "The round is scored…", score_game: "The game is scored…" }),
  over: "The game is over.",

  pass: "Pass",
  endTurn: "End turn",
  innate: "Own ability",
  innateOf: (/** @type {string} */ figure) => `Own ability of the ${figure}`,
  wanderer: "The Wanderer",
  influenceInstead: "Influence",
  pointsInstead: "Points",
  noExchange: "No exchange",
  noBanner: "No banner",
  takeGems: (/** @type {string} */ gems) => `Gain ${gems}`,
  option: (/** @type {number} */ number) => `Exchange ${number}`,
  payOtherwise: "Pay with other gems…",
  payWith: (/** @type {string} */ gems) => `Pay ${gems}`,
  paidWith: (/** @type {string} */ gems) => `paying ${gems}`,
  owned: (/** @type {number} */ count, /** @type {string} */ element) => `${count} ${things[element]}`,
  back: "Back",

  ring: "The realms and gates",
  gate: (/** @type {number} */ number, /** @type {string[]} */ realms) => `Gate ${number} (${realms.join(", ")})`,
  boardSpace: (/** @type {string} */ board, /** @type {number} */ number) => `${board}, space ${number}`,
  standing: (/** @type {string[]} */ who) => (who.length ? `Here: ${who.join(", ")}.` : "Nobody stands here."),
  whose: (/** @type {string} */ what, /** @type {string} */ name) => `${what} (${name})`,
  bannerHere: (/** @type {string} */ name, /** @type {string} */ text) => `Here lies: ${name}. ${text}`,
  bannerGone: "The banner is gone.",
  influenceIn: (/** @type {string} */ realm) => `Influence in the ${realm}`,
  claimsIn: (/** @type {string} */ realm) => `Claims in the ${realm}`,
  seatCount: (/** @type {string} */ name, /** @type {number} */ count) => `${name} ${count}`,
  threshold: (/** @type {number} */ least) => `Only ${least} or more count here.`,
  keysHere: (/** @type {number} */ count) => `${so(count, "key")} ${count === 1 ? "lies" : "lie"} here.`,
  caravanOf: (/** @type {string} */ name) => `Caravan of ${name}`,

  emptySlot: "Empty",
  worth: (/** @type {number} */ points) => `${so(points, "point")} if it is bought this round`,
  objectives: "Objectives",
  decks: "Decks",
  deckNames: /** @type {Record<string, string>} */ ({ enchantments: "Enchantments", banners: "Banners", objectives: "Objectives", wanderer_cards: "Wanderer" }),
  deck: (/** @type {string} */ name) => `Deck: ${name}`,
  cards: (/** @type {number} */ count) => `${so(count, "card")}, face down.`,
  under: (/** @type {string[]} */ names) => `Put under it: ${names.join(", ")}.`,

  atHome: "At home",
  stands: (/** @type {string} */ where) => `On ${where}`,
  perRound: (/** @type {number} */ keys, /** @type {number} */ enchantments) => `This round: ${so(keys, "key")} gained, ${so(enchantments, "enchantment")} bought.`,
};
