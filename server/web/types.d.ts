/** Names for what the API answers. The schemas are made from openapi.yaml where the modules are checked (tests/web). */

import type { components } from "../../.node/api";

type Schemas = components["schemas"];

export type Game = Schemas["GameAnswer"];
export type GameBrief = Schemas["GameBrief"];
export type Moves = Schemas["MovesAnswer"];
export type Listed = Schemas["LegalMove"];
export type Event = Schemas["EventAnswer"];
export type Title = Schemas["TitleAnswer"];
export type TitleBrief = Schemas["TitleBrief"];
export type Audit = Schemas["AuditAnswer"];
export type Verdict = Schemas["VerdictAnswer"];
export type Result = Schemas["ResultAnswer"];
export type Profile = Schemas["ProfileAnswer"];
export type Leaderboard = Schemas["LeaderboardAnswer"];
export type Totals = Schemas["TotalsAnswer"];

/** What may stand in an element. (JSDoc has no types that name themselves.) */
export type Child = import("./dom.js").Node | string | number | null | undefined | false | Child[];
