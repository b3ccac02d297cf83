/** Gates of Mara: the ring of realms and gates, the Enchantment board, and every player's board. */

import { h } from "../../dom.js";
import { bar } from "./bar.js";
import { corners } from "./corners.js";
import { keysOf } from "./keys.js";
import { market } from "./market.js";
import { ring } from "./ring.js";
import { seatBoard } from "./seat.js";

/** @type {import("../contract.js").TitleModule} */
const gates = { style: "style/gates-of-mara.css", board, keysOf };

export default gates;

/** @param {import("../contract.js").Table} table */
function board(table) {
  const { view, seats, you } = table;
  const order = seats.map((_, index) => ((you ?? 0) + index) % seats.length);
  return h("div", { class: "gm" },
    bar(table),
    view.ring.length ? [ring(table, corners(table)), market(table)] : null,
    h("div", { class: `gm-seats gm-seats-${seats.length}` }, order.map((seat) => seatBoard(table, seat))));
}
