/** A live stream (server-sent events over fetch, which can carry a token) that goes on after whatever interrupts it. */

import { authorization, Problem } from "./api.js";

/** Nothing heard for so long, not even that it lives: the line is dead. */
const SILENCE_MS = 45_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
/** Refusals that may pass: the request came in too slowly, or too many came. */
const FOR_NOW = [408, 429];

/**
 * @typedef {object} Listener
 * @property {(event: string, data: any, id: string | null) => void} event
 * @property {(connected: boolean) => void} connected
 * @property {(problem: Problem | null) => void} ended The server says that it is over (null), or refuses.
 */

/**
 * Follow a stream until it is closed or over.
 * @param {string} path
 * @param {string | null} after The id of the last event that is known.
 * @param {Listener} listener
 * @returns {() => void} to stop
 */
export function follow(path, after, listener) {
  const stopped = new AbortController();
  void run(path, after, listener, stopped);
  return () => stopped.abort();
}

/** @param {string} path @param {string | null} after @param {Listener} listener @param {AbortController} stopped */
async function run(path, after, listener, stopped) {
  let last = after;
  let wait = FIRST_WAIT_MS;
  while (!stopped.signal.aborted) {
    try {
      const over = await listen(path, last, stopped.signal, (event, data, id) => {
        wait = FIRST_WAIT_MS;
        if (id !== null) last = id;
        listener.event(event, data, id);
      }, () => listener.connected(true));
      if (over) return listener.ended(null);
    } catch (error) {
      if (stopped.signal.aborted) return;
      if (error instanceof Problem && error.status < 500 && !FOR_NOW.includes(error.status)) return listener.ended(error);
    }
    if (stopped.signal.aborted) return;
    listener.connected(false);
    await pause(wait, stopped.signal);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

/**
 * One connection. @returns {Promise<boolean>} whether there is nothing more to come
 * @param {string} path @param {string | null} last @param {AbortSignal} stopped
 * @param {(event: string, data: any, id: string | null) => void} heard @param {() => void} begun
 */
async function listen(path, last, stopped, heard, begun) {
  const line = new AbortController();
  const stop = () => line.abort();
  stopped.addEventListener("abort", stop);
  let watch = setTimeout(stop, SILENCE_MS);
  try {
    const headers = { Accept: "text/event-stream", ...authorization(), ...(last === null ? {} : { "Last-Event-ID": last }) };
    const answer = await fetch(path, { headers, signal: line.signal, cache: "no-store" });
    if (answer.status === 204) return true;
    if (!answer.ok || !answer.body) throw new Problem(answer.status, await answer.json().catch(() => null));
    begun();
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return false;
      clearTimeout(watch);
      watch = setTimeout(stop, SILENCE_MS);
      text += value;
      const frames = text.split("\n\n");
      text = frames.pop() ?? "";
      for (const frame of frames) tell(frame, heard);
    }
  } finally {
    clearTimeout(watch);
    stopped.removeEventListener("abort", stop);
    line.abort();
  }
}

/** @param {string} frame @param {(event: string, data: any, id: string | null) => void} heard */
function tell(frame, heard) {
  let event = "message", id = null, data = "";
  for (const line of frame.split("\n")) {
    if (line.startsWith("event: ")) event = line.slice(7);
    else if (line.startsWith("id: ")) id = line.slice(4);
    else if (line.startsWith("data: ")) data += line.slice(6);
  }
  if (data) heard(event, JSON.parse(data), id);
}

/** @param {number} ms @param {AbortSignal} stopped */
function pause(ms, stopped) {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    stopped.addEventListener("abort", () => {
      clearTimeout(timer);
      done(undefined);
    });
  });
}
