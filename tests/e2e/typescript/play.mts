// A client whose types openapi-typescript made plays a whole game: node play.mjs ADDRESS TITLE
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.d.ts";

type Move = components["schemas"]["Move"];
type Game = components["schemas"]["GameAnswer"];

const [address, title] = process.argv.slice(2) as [string, string];
const api = createClient<paths>({ baseUrl: address });

function must<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  if (answer.data === undefined) throw new Error(`${answer.response.status} ${JSON.stringify(answer.error)}`);
  return answer.data;
}

const name = `Typed ${Math.random().toString(36).slice(2, 10)}`;
const { token } = must(await api.POST("/v1/players", { body: { name, kind: "bot" } }));
api.use({ onRequest: ({ request }) => void request.headers.set("Authorization", `Bearer ${token}`) });

let game: Game = must(
  await api.POST("/v1/games", { body: { title, seats: [{ kind: "human" }, { kind: "ai", level: "random" }] } }),
);
const path = { game_id: game.id };
let requests = 0;
let played = 0;
while (game.status !== "finished") {
  if (++requests > 5000) throw new Error("this game does not end");
  const offered = must(await api.GET("/v1/games/{game_id}/moves", { params: { path, query: { limit: 50 } } }));
  if (offered.decision === null) {
    const header = { "If-None-Match": `"${game.seq}"` };
    game = must(await api.GET("/v1/games/{game_id}", { params: { path, query: { wait: 30 }, header } }));
    if (game.state && game.state.title !== title) throw new Error(`a view of ${game.state.title}`);
    continue;
  }
  const move: Move = offered.moves[(requests * 7) % offered.moves.length]!.move;
  const answer = must(await api.POST("/v1/games/{game_id}/moves", { params: { path }, body: { move } }));
  played += answer.events.length > 0 ? 1 : 0;
}
if (game.result === null) throw new Error("no result");
console.log(JSON.stringify({ played, scores: game.result.scores, ranking: game.result.ranking }));
