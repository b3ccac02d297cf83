/** A realm: its lord, influence track, claims, spaces for figures and stops for caravans. */

import { classes, h } from "../../dom.js";
import { seatSign } from "../../parts/icons.js";
import { say } from "../../words.js";
import { cardOf } from "./keys.js";
import { bySeat, can, lord, names, outlines, piece, signed, thing, wanderer } from "./pieces.js";
import { abilityOf, effect, sign } from "./signs.js";

/** @typedef {import("../contract.js").Table} Table */

/** @param {Table} table @param {any} realm @param {Record<string, string>} style Where it lies in the ring. */
export function realmTile(table, realm, style) {
  const { id, name, text, element } = table.components.find("realms", realm.realm);
  const stops = Object.entries(realm.caravans);
  return h("section", { class: `gm-realm el-${id}`, key: id, style, "aria-label": name },
    h("div", { class: "gm-realm-head" },
      h("span", thing(table, { at: `realm:${id}`, class: "gm-realm-name", label: name, text, role: "group" }), sign(element === "none" ? "chaos" : element), h("b", null, name)),
      h("span", { class: "gm-guests", mark: `${realm.lord}${realm.wanderer}` },
        realm.lord ? lord(table, realm.lord, `ability:lord:${realm.lord}`) : null,
        realm.wanderer ? wanderer(table) : null),
      claims(table, realm, name)),
    track(table, realm, name),
    h("div", { class: "gm-spaces" }, Object.entries(realm.spaces).map(([space, pieces]) => figureSpace(table, realm, space, pieces))),
    h("div", { class: "gm-stops" }, stops.map(([stop, seat]) => caravanStop(table, stop, seat))));
}

/** @param {Table} table @param {any} realm @param {string} name */
function claims(table, realm, name) {
  return h("span", thing(table, { class: "gm-claims", label: say.gates.claimsIn(name), text: bySeat(table, realm.claims) }),
    realm.claims.map((/** @type {number} */ count, /** @type {number} */ seat) => h("span", { class: classes(`gm-claim gm-seat-${seat}`, !count && "none"), mark: count }, sign("claim"), h("b", null, count), seatSign(seat))));
}

/** The influence of every seat, on a track. @param {Table} table @param {any} realm @param {string} name */
function track(table, realm, name) {
  const least = table.view.lords.find((/** @type {any} */ each) => each.id === realm.lord)?.claim_threshold ?? 1;
  const text = [bySeat(table, realm.influence), least > 1 ? say.gates.threshold(least) : ""].filter(Boolean).join(". ");
  const cells = Array.from({ length: table.components.tables.tracks.influence_max + 1 }, (_, value) => value);
  return h("div", thing(table, { class: "gm-track", label: say.gates.influenceIn(name), text }), cells.map((value) => {
    const here = realm.influence.flatMap((/** @type {number} */ each, /** @type {number} */ seat) => (each === value ? [seat] : []));
    return h("span", { class: classes("gm-cell", least > 1 && value >= least && "counts", least > 1 && value === least && "least"), mark: here.join() },
      h("i", null, value), h("span", { class: "gm-markers" }, here.map((/** @type {number} */ seat) => seatSign(seat))));
  }));
}

/** @param {Table} table @param {any} realm @param {string} id @param {any} pieces */
function figureSpace(table, realm, id, pieces) {
  const space = table.components.find("spaces", id);
  const banner = space.banner_slot ? realm.banners[space.banner_slot] : undefined;
  const lying = banner ? cardOf(table, banner).card : null;
  const inside = can(table, `space:${id}`);
  const text = [space.text, space.banner_slot ? (lying ? say.gates.bannerHere(lying.name, lying.text) : say.gates.bannerGone) : "", say.gates.standing(names(table, pieces))].filter(Boolean).join("\n");
  return h("div", thing(table, { at: `space:${id}`, key: id, class: classes("gm-space", table.view.phase.place === id && "acts"), label: space.name, text, role: "group", mark: JSON.stringify(pieces) }),
    h("span", { class: "gm-space-name" }, short(table, space)),
    h("span", { class: classes("gm-stand", pieces.length > 1 && "several") }, pieces.length ? pieces.map((/** @type {any} */ each) => piece(table, each, inside)) : outlines(space.shapes ?? [])),
    h("span", { class: "gm-abilities" }, (space.abilities ?? []).map((/** @type {any} */ ability) => spaceAbility(table, id, ability, banner, inside))));
}

/** @param {Table} table @param {string} space @param {any} ability @param {string | null | undefined} banner @param {boolean} inside */
function spaceAbility(table, space, ability, banner, inside) {
  const here = table.view.phase.type === "acting" && table.view.phase.seat === table.you && table.view.phase.place === space;
  const key = `ability:space:${ability.id}`;
  const clicked = here && !inside && can(table, key) ? signed(table, key, table.components.text("spaces", space)) : {};
  const taking = ability.effects[0]?.op === "banner";
  return h("span", { ...clicked, key: ability.id, class: classes("gm-ability", clicked.class, taking && "takes", taking && !banner && "gone"), mark: taking ? banner : undefined },
    abilityOf(ability), taking && banner ? bannerEffect(table, banner) : null);
}

/** What the banner that lies there does. @param {Table} table @param {string} id */
function bannerEffect(table, id) {
  return h("span", { class: "gm-lying" }, cardOf(table, id).card.ability?.effects.map(effect));
}

/** @param {Table} table @param {string} id @param {any} seat */
function caravanStop(table, id, seat) {
  const stop = table.components.find("caravan_spaces", id);
  const held = seat === null ? "" : say.gates.caravanOf(table.seats[seat].name);
  return h("span", thing(table, { at: `stop:${id}`, key: id, class: classes("gm-stop", seat !== null && `held gm-seat-${seat}`), label: stop.name, text: [stop.text, held].filter(Boolean).join("\n"), mark: seat ?? "" }),
    seat === null ? stop.effects?.map(effect) : [sign("caravan"), seatSign(seat)]);
}

/** A space's name without that of its realm. @param {Table} table @param {any} space */
function short(table, space) {
  const [first] = table.components.name("realms", space.realm).split(" ");
  return space.name.startsWith(`${first} `) ? space.name.slice(first.length + 1) : space.name;
}
