/** Which places of the board a move touches, and what the ids in a view name. */

import { listed, say } from "../../words.js";

/** @typedef {import("../contract.js").Table} Table */

/** Elements in the order of the rules. */
export const ELEMENTS = ["fire", "water", "earth", "air"];

/** The keys of the places that a move touches. @param {any} move @returns {string[]} */
export function keysOf(move) {
  switch (move.type) {
    case "place":
      return [`figure:${move.figure}`, `space:${move.space}`, ...(move.via ? [`ability:${move.via}`] : [])];
    case "activate":
      return [`ability:${move.ability}`, ...(move.realm ? [`realm:${move.realm}`] : [])];
    case "enchant":
      return [`slot:${move.slot}`, `figure:${move.figure}`];
    case "choose_influence":
      return [`take:${move.take}`];
    case "choose_gems":
      return [`gems:${gemsKey(move.gems)}`, ...ELEMENTS.filter((element) => move.gems[element]).map((element) => `gem:${element}`)];
    case "choose_caravan_space":
      return [`stop:${move.space}`];
    case "choose_exchange":
      return [`exchange:${move.option}`];
    case "choose_figure":
    case "take_fire_banner":
      return [`figure:${move.figure}`];
    case "place_lord":
      return [`lord:${move.lord}`, `realm:${move.realm}`];
    default:
      return [`move:${move.type}`];
  }
}

/** So many gems of each element, as a key. @param {Record<string, number>} gems */
export function gemsKey(gems) {
  return ELEMENTS.map((element) => gems[element] ?? 0).join("-");
}

/** Gems in words. @param {Record<string, number>} gems */
export function gemNames(gems) {
  return listed(ELEMENTS.filter((element) => gems[element]).map((element) => say.gates.owned(gems[element], element)));
}

/**
 * A card by its id, or the id of a copy of it, with the table that it stands in.
 * @param {Table} table @param {string} id
 */
export function cardOf(table, id) {
  const plain = id.replace(/_\d+$/, "");
  for (const name of ["enchantments", "banners", "fire_banners"]) {
    const known = table.components.byTable.get(name);
    const card = known?.get(id) ?? known?.get(plain);
    if (card) return { table: name, card };
  }
  return { table: "enchantments", card: table.components.find("enchantments", plain) };
}

/** The kind of a figure: `merchant_2` is a merchant. @param {Table} table @param {string} name */
export function figureKind(table, name) {
  return table.components.find("figures", name.replace(/_\d+$/, ""));
}

/** A figure as people call it. @param {Table} table @param {string} name */
export function figureName(table, name) {
  const number = /_(\d+)$/.exec(name)?.[1];
  return [figureKind(table, name).name, number].filter(Boolean).join(" ");
}

/** A place as people call it. @param {Table} table @param {string} place */
export function placeName(table, place) {
  const [, kind, number] = /^(gate|enchantment_board)_(\d+)$/.exec(place) ?? [];
  if (kind === "gate") return gateName(table, Number(number));
  if (kind) return say.gates.boardSpace(boardName(table), Number(number));
  if (place === "central_gate") return table.components.name("gates", place);
  return table.components.name("spaces", place);
}

/** A Standard Gate with the realms that it joins. @param {Table} table @param {number} number */
export function gateName(table, number) {
  const { ring } = table.view;
  const beside = [ring[number - 1], ring[number % ring.length]].filter(Boolean);
  return say.gates.gate(number, beside.map((realm) => table.components.name("realms", realm.realm)));
}

/** @param {Table} table @returns {string} */
export const boardName = (table) => table.components.tables.enchantment_board.name;
