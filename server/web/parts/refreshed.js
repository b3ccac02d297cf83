/** A page that is asked for anew every few seconds, for as long as somebody looks at it. */

import { Away, Problem } from "../api.js";
import { render } from "../dom.js";

/**
 * Shows the page at once and whenever something has come. Where nobody answers, it says so and keeps what it had.
 *
 * @template T
 * @param {HTMLElement} root
 * @param {number} everyMs
 * @param {() => Promise<T>} load
 * @param {(loaded: T | null, away: boolean) => any} page what is shown; null: nothing has come yet
 * @returns {{now: () => Promise<void>, end: () => void}} ask at once, and no more
 */
export function refreshed(root, everyMs, load, page) {
  let gone = false;
  let away = false;
  /** @type {T | null} */
  let loaded = null;
  const draw = () => !gone && render(root, page(loaded, away));
  const now = async () => {
    try {
      loaded = await load();
      away = false;
    } catch (error) {
      if (!(error instanceof Away) && !(error instanceof Problem)) throw error;
      away = true;
    }
    draw();
  };
  const timer = setInterval(() => document.visibilityState === "visible" && now(), everyMs);
  draw();
  void now();
  return {
    now,
    end() {
      gone = true;
      clearInterval(timer);
    },
  };
}
