/** Setting up a table: who plays, by which options, with which clock. */

import { postOnce } from "../api.js";
import { title as loadTitle, words } from "../catalogue.js";
import { h } from "../dom.js";
import { go } from "../router.js";
import { say } from "../words.js";
import { box } from "./confirm.js";
import { tellError } from "./tell.js";

const PERSON = "human";
const CLOCKS = { per_move_s: say.clockPerMove, bank_s: say.clockBank, increment_s: say.clockIncrement };

/** @param {any} brief A title, as listed. */
export async function newTable(brief) {
  try {
    const title = await loadTitle(brief.slug);
    const made = await box(form(title));
    if (made) go(`/games/${made}`);
  } catch (error) {
    await tellError(error);
  }
}

/** @param {any} title */
function form(title) {
  const seats = [PERSON, PERSON];
  let timed = false;
  return (/** @type {(value: any) => void} */ close, /** @type {() => void} */ redraw) => {
    const submit = async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const data = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
      try {
        const game = await postOnce("/v1/games", asked(title, seats, timed, data));
        close(game.id);
      } catch (error) {
        await tellError(error);
      }
    };
    const change = (/** @type {number} */ index) => (/** @type {any} */ event) => {
      seats[index] = event.target.value;
      redraw();
    };
    return h("form", { class: "new-table", on: { submit } },
      h("h2", null, say.tableFor(title.name)),
      h("ol", { class: "new-seats" }, seats.map((kind, index) => h("li", null,
        h("label", null, h("span", null, `${say.seatKind} ${index + 1}`),
          index === 0 ? h("output", null, say.you)
            : h("select", { name: `seat-${index}`, prop: { value: kind }, on: { change: change(index) } },
              h("option", { value: PERSON }, say.human),
              title.levels.map((/** @type {string} */ level) => h("option", { value: level }, say.levels[level] ?? words(level)))))))),
      h("div", { class: "row" },
        seats.length < title.players.max ? h("button", { class: "quiet small", type: "button", on: { click: () => (seats.push(PERSON), redraw()) } }, say.addSeat) : null,
        seats.length > Math.max(2, title.players.min) ? h("button", { class: "quiet small", type: "button", on: { click: () => (seats.pop(), redraw()) } }, say.removeSeat) : null),
      options(title),
      h("label", { class: "tick" }, h("input", { type: "checkbox", name: "timed", prop: { checked: timed }, on: { change: () => ((timed = !timed), redraw()) } }), h("span", null, say.clock)),
      timed ? h("div", { class: "fields" }, Object.entries(CLOCKS).map(([name, text]) => h("label", null, h("span", null, text), h("input", { type: "number", name, min: "0", max: "86400", value: name === "bank_s" ? "900" : name === "increment_s" ? "10" : "" })))) : null,
      h("label", { class: "tick" }, h("input", { type: "checkbox", name: "private" }), h("span", null, say.privateTable)),
      h("label", { class: "tick" }, h("input", { type: "checkbox", name: "unrated" }), h("span", null, say.unratedTable)),
      h("div", { class: "row" },
        h("button", { class: "main", type: "submit" }, say.openTable),
        h("button", { class: "quiet", type: "button", on: { click: () => close(false) } }, say.cancel)));
  };
}

/** The options of a title by name, as their schemas say. @param {any} title @returns {[string, any][]} */
function optionsOf({ options: schema }) {
  const whole = schema.$ref ? schema.$defs[schema.$ref.split("/").pop()] : schema;
  return Object.entries(whole.properties ?? {});
}

/** The type of an option's value, null apart. @param {any} schema @returns {any} */
function kindOf(schema) {
  return (schema.anyOf ?? [schema]).find((/** @type {any} */ each) => each.type !== "null");
}

/** A field for every option of the title, made from its schema. @param {any} title */
function options(title) {
  const known = optionsOf(title);
  if (!known.length) return null;
  return h("fieldset", { class: "fields" }, h("legend", null, say.options), known.map(([name, schema]) => option(name, schema)));
}

/** @param {string} name @param {any} schema */
function option(name, schema) {
  const kind = kindOf(schema);
  const label = h("span", null, words(name), schema.description ? h("small", { class: "hint" }, schema.description) : null);
  const field = `option-${name}`;
  if (kind.type === "boolean") {
    return h("label", { class: "tick" }, h("input", { type: "checkbox", name: field, checked: schema.default ?? false }), label);
  }
  if (kind.enum) {
    return h("label", null, label, h("select", { name: field }, kind.enum.map((/** @type {string} */ value) => h("option", { value, selected: value === schema.default }, words(value)))));
  }
  const number = kind.type === "integer" || kind.type === "number";
  return h("label", null, label, h("input", {
    type: number ? "number" : "text", name: field, min: kind.minimum, max: kind.maximum, value: schema.default ?? "",
    placeholder: kind.type === "array" ? say.severalIds : null,
  }));
}

/** What a field of an option holds; undefined where nothing was said. @param {any} schema @param {FormDataEntryValue | null} given */
function valueOf(schema, given) {
  const kind = kindOf(schema);
  if (kind.type === "boolean") return given !== null;
  if (given === null || given === "") return undefined;
  if (kind.type === "array") return String(given).split(",").map((each) => each.trim()).filter(Boolean);
  return kind.type === "integer" || kind.type === "number" ? Number(given) : given;
}

/** The body of the request. @param {any} title @param {string[]} seats @param {boolean} timed @param {FormData} data */
function asked(title, seats, timed, data) {
  const chosen = optionsOf(title)
    .map(([name, schema]) => [name, valueOf(schema, data.get(`option-${name}`))])
    .filter(([, value]) => value !== undefined);
  const number = (/** @type {string} */ name) => (data.get(name) ? Number(data.get(name)) : null);
  return {
    title: title.slug,
    seats: seats.map((kind) => (kind === PERSON ? { kind: "human" } : { kind: "ai", level: kind })),
    options: Object.fromEntries(chosen),
    private: data.get("private") !== null,
    rated: data.get("unrated") === null ? null : false,
    clock: timed ? { per_move_s: number("per_move_s"), bank_s: number("bank_s"), increment_s: number("increment_s") ?? 0 } : null,
  };
}
