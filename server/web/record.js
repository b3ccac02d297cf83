/** Records as files: read, and their chain of hashes followed. */

/**
 * @typedef {object} RecordFile
 * @property {any} header
 * @property {{seq: number, data: string, hash: string, content: any}[]} events
 * @property {any | null} end
 */

/** Larger files are none of a game. */
const LARGEST = 64 * 1024 * 1024;

/** Raises a SyntaxError if it is no record. @param {string} text @returns {RecordFile} */
export function readRecord(text) {
  if (text.length > LARGEST) throw new SyntaxError("too large");
  const lines = text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const header = lines.find((line) => line.line === "header");
  if (!header || typeof header.game !== "string" || typeof header.title !== "string" || !Array.isArray(header.seats)) {
    throw new SyntaxError("no header");
  }
  const events = lines.filter((line) => line.line === "event").map((line) => ({ ...line, content: JSON.parse(line.data) }));
  return { header, events, end: lines.find((line) => line.line === "end") ?? null };
}

/**
 * Whether every hash follows from the one before, h(n) = SHA-256(h(n-1) + d(n)), and the last is the head that was signed.
 * @param {RecordFile} file @returns {Promise<{ok: boolean, seq: number}>}
 */
export async function checkChain(file) {
  let before = new Uint8Array(32);
  for (const [index, event] of file.events.entries()) {
    const data = new TextEncoder().encode(event.data);
    const joined = new Uint8Array(before.length + data.length);
    joined.set(before);
    joined.set(data, before.length);
    before = new Uint8Array(await crypto.subtle.digest("SHA-256", joined));
    if (event.seq !== index + 1 || hex(before) !== event.hash) return { ok: false, seq: event.seq };
  }
  const ok = file.events.length > 0 && file.end !== null && file.end.head === hex(before) && file.end.seq === file.events.length;
  return { ok, seq: file.events.length };
}

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
