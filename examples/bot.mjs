// A bot for Moothall: plays any title from the legal moves alone. Needs nothing but Node 18 or newer.
//
//   node examples/bot.mjs manaforge http://127.0.0.1:8000               one game against an AI
//   node examples/bot.mjs manaforge http://127.0.0.1:8000 TOURNAMENT    enters it (an id) and plays its tables

const [title, base = "http://127.0.0.1:8000", cup] = process.argv.slice(2);
const headers = { "Content-Type": "application/json" };

/** The answer to a request; null if the game has moved on meanwhile (409). */
async function call(method, path, body, read = (answer) => answer.json()) {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const answer = await fetch(base + path, { method, headers, body: sent });
  if (answer.status === 409) return null;
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return read(answer);
}

async function play(game) {
  const path = `/v1/games/${game.id}`;
  let played = 0;
  let mine = null;
  while (["open", "active"].includes(game.status)) {
    mine ??= await call("GET", `${path}/moves?wait=30`);
    if (mine.decision) { // it is our turn: any of the listed moves can be posted as it is, and the answer says what next
      const chosen = mine.moves[Math.floor(Math.random() * mine.moves.length)];
      const done = await call("POST", `${path}/moves?include=moves`, { move: chosen.move, decision: mine.decision.id });
      if (done) {
        played += 1;
        console.log(`${String(mine.seq).padStart(5)}  ${chosen.text}`);
      }
      mine = done && done.moves;
    } else {
      [game, mine] = [await call("GET", path), null];
    }
  }
  const { ranking, scores } = game.result ?? {};
  console.log(`${game.status} after ${played} moves: ranking ${JSON.stringify(ranking)}, scores ${JSON.stringify(scores)}`);
}

async function playTournament(notices) {
  let text = "";
  for await (const part of notices.body.pipeThrough(new TextDecoderStream())) {
    const lines = (text + part).split("\n");
    text = lines.pop();
    for (const notice of lines.filter((line) => line.trim()).map((line) => JSON.parse(line))) {
      if (notice.type === "seat_reserved") await play(await call("POST", `/v1/games/${notice.game}/seats`, {})); // our table is open
      if (notice.type === "tournament_finished") return;
    }
  }
}

const me = { name: `Fifty Lines ${Math.floor(Math.random() * 1e9)}`, kind: "bot" };
headers.Authorization = `Bearer ${process.env.MOOTHALL_TOKEN ?? (await call("POST", "/v1/players", me)).token}`;
if (cup) {
  await call("POST", `/v1/tournaments/${cup}/entries`, {});
  headers.Accept = "application/x-ndjson";
  await call("GET", "/v1/me/events?after=0", undefined, playTournament);
} else {
  const seats = [{ kind: "human" }, { kind: "ai", level: "random" }];
  await play(await call("POST", "/v1/games", { title, seats, clock: { per_move_s: 60 } }));
}
