/** Who plays in this browser. The token stays here: it is sent to this server alone, and to nobody else. */

const KEPT = "moothall.account";

/** @typedef {{id: string, name: string, token: string}} Account */

/** @type {Set<() => void>} */
const listeners = new Set();

/** @type {Account | null} */
let current = read();

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    return kept && typeof kept.token === "string" && typeof kept.id === "string" ? kept : null;
  } catch {
    return null; // a browser that keeps nothing, or something that is not ours
  }
}

/** The account, or null for somebody who only looks on. */
export function account() {
  return current;
}

/** @param {Account | null} next */
export function setAccount(next) {
  current = next;
  try {
    if (next) localStorage.setItem(KEPT, JSON.stringify(next));
    else localStorage.removeItem(KEPT);
  } catch {
    // it lasts as long as this page, then
  }
  for (const listener of listeners) listener();
}

/** @param {() => void} listener @returns {() => void} to stop */
export function onAccount(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

addEventListener("storage", (event) => {
  if (event.key !== KEPT) return;
  current = read();
  for (const listener of listeners) listener();
});
