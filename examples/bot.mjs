// A bot for Moothall: plays any title from the legal moves alone. Needs nothing but Node 18 or newer.
//
//   node examples/bot.mjs manaforge http://127.0.0.1:8000

const [title, base = "http://127.0.0.1:8000"] = process.argv.slice(2);
const headers = { "Content-Type": "application/json" };

/** The answer to a request; null if there is no news (304) or the game has moved on meanwhile (409). */
async function call(method, path, body, have) {
  const extra = have === undefined ? {} : { "If-None-Match": `"${have}"` };
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const answer = await fetch(base + path, { method, headers: { ...headers, ...extra }, body: sent });
  if (answer.status === 304 || answer.status === 409) return null;
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const { token } = await call("POST", "/v1/players", { name: "Forty Lines", kind: "bot" });
headers.Authorization = `Bearer ${token}`;
const seats = [{ kind: "human" }, { kind: "ai", level: "random" }];
let game = await call("POST", "/v1/games", { title, seats, clock: { per_move_s: 60 } });
const path = `/v1/games/${game.id}`;
let played = 0;

while (game.status === "active") {
  const mine = await call("GET", `${path}/moves`);
  if (mine.decision) { // it is our turn: any of the listed moves can be posted as it is
    const chosen = mine.moves[Math.floor(Math.random() * mine.moves.length)];
    if (await call("POST", `${path}/moves`, { move: chosen.move, decision: mine.decision.id })) {
      played += 1;
      console.log(`${String(mine.seq).padStart(5)}  ${chosen.text}`);
    }
  }
  game = (await call("GET", `${path}?wait=30`, undefined, mine.seq)) ?? game;
}

const { ranking, scores } = game.result;
console.log(`${game.status} after ${played} moves: ranking ${JSON.stringify(ranking)}, scores ${JSON.stringify(scores)}`);
