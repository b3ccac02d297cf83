/** The public API, as any other client sees it. */

import { account } from "./account.js";

/** What a server answers when it does not do as it was asked (RFC 9457). */
export class Problem extends Error {
  /** @param {number} status @param {any} body */
  constructor(status, body) {
    super(body?.detail ?? body?.title ?? `HTTP ${status}`);
    this.status = status;
    this.type = String(body?.type ?? "").split("/").pop() ?? "";
    this.rule = body?.rule ?? null;
    /** @type {Record<string, string[]>} */
    this.errors = body?.errors ?? {};
    this.retryAfter = body?.retry_after ?? null;
  }
}

/** The server did not answer, or not to the end. */
export class Away extends Error {}

const PATIENCE_MS = 20_000;

/**
 * @param {string} method
 * @param {string} path
 * @param {{body?: any, headers?: Record<string, string>, signal?: AbortSignal, as?: "json" | "text" | "response"}} [how]
 */
export async function call(method, path, how = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", ...authorization(), ...how.headers };
  if (how.body !== undefined) headers["Content-Type"] = "application/json";
  const signal = how.signal ?? AbortSignal.timeout(PATIENCE_MS);
  try {
    const answer = await fetch(path, {
      method,
      headers,
      signal,
      body: how.body === undefined ? undefined : JSON.stringify(how.body),
      cache: "no-cache",
    });
    if (!answer.ok) throw new Problem(answer.status, await answer.json().catch(() => null));
    return await content(answer, how.as ?? "json"); // awaited here: a line may break in the middle of an answer, too
  } catch (error) {
    if (error instanceof Problem || how.signal?.aborted) throw error;
    throw new Away();
  }
}

/** @param {Response} answer @param {"json" | "text" | "response"} as */
async function content(answer, as) {
  if (as === "response") return answer;
  if (as === "text") return answer.text();
  return answer.status === 204 ? null : answer.json();
}

/** @param {string} path @param {Parameters<typeof call>[2]} [how] */
export const get = (path, how) => call("GET", path, how);

/** @param {string} path @param {any} [body] @param {Parameters<typeof call>[2]} [how] */
export const post = (path, body = {}, how) => call("POST", path, { ...how, body });

/** @returns {Record<string, string>} */
export function authorization() {
  const who = account();
  return who ? { Authorization: `Bearer ${who.token}` } : {};
}

/** A name for one request of ours, so that it can be sent again without being done twice. */
export function requestKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Post something that must be done once: tried again, under the same name, while the server is away.
 * @param {string} path @param {any} body @param {Record<string, string>} [headers]
 */
export async function postOnce(path, body, headers = {}) {
  const key = requestKey();
  for (let wait = 300; ; wait *= 2) {
    try {
      return await post(path, body, { headers: { ...headers, "Idempotency-Key": key } });
    } catch (error) {
      const again = error instanceof Away || (error instanceof Problem && error.status === 503);
      if (!again || wait > 10_000) throw error;
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}

/**
 * Everything of a list that comes in pages.
 * @param {string} path @param {string} name @param {number} [most]
 */
export async function pages(path, name, most = 200) {
  const found = [];
  let cursor = null;
  do {
    const joined = path.includes("?") ? "&" : "?";
    const answer = await get(cursor === null ? path : `${path}${joined}cursor=${encodeURIComponent(cursor)}`);
    found.push(...answer[name]);
    cursor = answer.next;
  } while (cursor !== null && found.length < most);
  return found;
}
