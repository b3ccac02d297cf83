/** Choosing a name: an account is made, and its token kept in this browser. */

import { account, setAccount } from "../account.js";
import { post } from "../api.js";
import { h } from "../dom.js";
import { say } from "../words.js";
import { box } from "./confirm.js";
import { tellError } from "./tell.js";

/** Do something that takes an account, asking for a name first where there is none. @param {() => Promise<void> | void} act */
export async function withName(act) {
  if (account() || (await askName())) await act();
}

function askName() {
  return box((close) => nameForm(() => close(true)));
}

/** @param {() => void} done */
export function nameForm(done) {
  const submit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    try {
      await register(String(new FormData(form).get("name")));
      done();
    } catch (error) {
      await tellError(error);
    }
  };
  return h("form", { class: "name-form", on: { submit } },
    h("label", null, h("span", null, say.yourName),
      h("input", { name: "name", required: true, maxlength: "40", autocomplete: "nickname", spellcheck: "false", autofocus: true })),
    h("p", { class: "hint" }, say.nameHelp),
    h("button", { class: "main", type: "submit" }, say.useName));
}

/** @param {string} name */
async function register(name) {
  const { id, token, name: given } = await post("/v1/players", { name, kind: "human" });
  setAccount({ id, token, name: given });
}
