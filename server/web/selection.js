/**
 * Which of the legal moves is meant. A move touches places on the board, each with a key (`card:phoenix_egg`, `space:air_3`);
 * clicking places narrows the moves down until one is left. The list of words does the same, and so does the keyboard.
 */

/** @typedef {import("./types.d.ts").Listed} Listed A legal move as the server lists it. */

export class Selection {
  /** @param {(move: any) => string[]} keysOf */
  constructor(keysOf) {
    this.keysOf = keysOf;
    /** @type {Listed[]} */
    this.moves = [];
    /** @type {Set<string>[]} */
    this.touched = [];
    /** @type {string[]} The places clicked so far. */
    this.chosen = [];
    /** @type {Listed | null} The move that waits for its confirmation. */
    this.ready = null;
    /** What the list is asked for. */
    this.words = "";
  }

  /** New moves: whatever was chosen before is forgotten. @param {Listed[]} moves */
  offer(moves) {
    this.moves = moves;
    this.touched = moves.map((listed) => new Set(this.keysOf(listed.move)));
    this.clear();
  }

  clear() {
    this.chosen = [];
    this.ready = null;
    this.words = "";
  }

  /** The moves that touch every place chosen so far. */
  narrowed() {
    return this.moves.filter((_, index) => this.chosen.every((key) => this.touched[index].has(key)));
  }

  /** Those among them that have the words asked for. */
  shown() {
    const wanted = this.words.toLowerCase().split(/\s+/).filter(Boolean);
    const moves = this.narrowed();
    return wanted.length ? moves.filter(({ text }) => wanted.every((word) => text.toLowerCase().includes(word))) : moves;
  }

  /** Whether a click on that place would mean something. @param {string} key */
  can(key) {
    return this.touched.some((keys) => keys.has(key));
  }

  /** Whether it would narrow what is chosen down further. @param {string} key */
  narrows(key) {
    return this.moves.some((_, index) => this.touched[index].has(key) && this.chosen.every((each) => this.touched[index].has(each)));
  }

  /** A click on a place. A place that goes with none of the moves chosen among begins anew. @param {string} key */
  choose(key) {
    if (this.chosen.includes(key)) this.chosen = this.chosen.filter((each) => each !== key);
    else if (this.narrows(key)) this.chosen = [...this.chosen, key];
    else this.chosen = this.can(key) ? [key] : [];
    const left = this.narrowed();
    this.ready = this.chosen.length && left.length === 1 ? left[0] : null;
  }
}
