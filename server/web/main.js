/** Where the page begins. */

import { topBar } from "./parts/bar.js";
import { watchTips } from "./parts/tip.js";
import { start } from "./router.js";

const ID = "(?<id>[0-9A-Za-z_-]{1,64})";

topBar(/** @type {HTMLElement} */ (document.getElementById("bar")));
watchTips(/** @type {HTMLElement} */ (document.getElementById("tip")));

start(
  /** @type {HTMLElement} */ (document.getElementById("main")),
  [
    [/^\/$/, async () => (await import("./views/lobby.js")).lobby],
    [new RegExp(`^/games/${ID}$`), async () => (await import("./views/table.js")).table],
    [new RegExp(`^/games/${ID}/replay$`), async () => (await import("./views/replay.js")).replay],
    [new RegExp(`^/titles/${ID}$`), async () => (await import("./views/title.js")).title],
    [new RegExp(`^/players/${ID}$`), async () => (await import("./views/player.js")).player],
    [/^\/tournaments$/, async () => (await import("./views/tournaments.js")).tournaments],
    [new RegExp(`^/tournaments/${ID}$`), async () => (await import("./views/tournament.js")).tournament],
    [/^\/account$/, async () => (await import("./views/account.js")).accountView],
    [/^\/record$/, async () => (await import("./views/record.js")).record],
  ],
  async () => (await import("./views/lost.js")).lost,
);
