/** The account of this browser: a name and a key. It can be shown, taken elsewhere, brought here, and forgotten. */

import { account, onAccount, setAccount } from "../account.js";
import { call, Problem } from "../api.js";
import { h, render } from "../dom.js";
import { confirmBox } from "../parts/confirm.js";
import { icon } from "../parts/icons.js";
import { nameForm } from "../parts/name.js";
import { save } from "../parts/save.js";
import { tell, tellError } from "../parts/tell.js";
import { say } from "../words.js";

/** @type {import("../router.js").View} */
export const accountView = {
  open(root) {
    document.title = `${say.account.title} – Moothall`;
    let shown = false;
    const draw = () => render(root, h("div", { class: "narrow account" }, account() ? known(shown, () => ((shown = !shown), draw())) : unknown()));
    draw();
    return onAccount(draw);
  },
};

function unknown() {
  return [
    h("section", { class: "card" }, h("h1", null, say.chooseName), nameForm(() => {})),
    bring(),
  ];
}

/** @param {boolean} shown @param {() => void} toggle */
function known(shown, toggle) {
  const who = /** @type {import("../account.js").Account} */ (account());
  return [
    h("section", { class: "card" },
      h("h1", null, who.name),
      h("p", null, h("a", { href: `/players/${who.id}` }, say.account.profile)),
      h("p", { class: "hint" }, say.account.about),
      h("div", { class: "row" },
        h("button", { class: "quiet", type: "button", "aria-expanded": String(shown), on: { click: toggle } }, icon("eye"), shown ? say.account.hide : say.account.show),
        h("button", { class: "quiet", type: "button", on: { click: () => saveKey(who) } }, icon("download"), say.account.save),
        h("button", { class: "quiet", type: "button", on: { click: forget } }, icon("cross"), say.account.forget)),
      shown ? h("p", null, h("code", { class: "token" }, who.token)) : null),
    bring(),
  ];
}

/** Take an account over from elsewhere: its key, or the file that was saved. */
function bring() {
  const submit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    await use(String(new FormData(form).get("token")).trim());
    form.reset();
  };
  const read = async (/** @type {Event} */ event) => {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (!file) return;
    try {
      await use(String(JSON.parse(await file.text()).token));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      tell("bad", say.account.notAFile);
    }
  };
  return h("section", { class: "card" },
    h("h2", null, say.account.bring),
    h("form", { class: "row", on: { submit } },
      h("label", null, h("span", null, say.account.key), h("input", { name: "token", required: true, autocomplete: "off", spellcheck: "false" })),
      h("button", { class: "main", type: "submit" }, say.account.use)),
    h("label", null, h("span", null, say.account.orFile), h("input", { type: "file", accept: "application/json,.json", on: { change: read } })));
}

/** @param {string} token */
async function use(token) {
  try {
    const me = await call("GET", "/v1/me", { headers: { Authorization: `Bearer ${token}` } });
    setAccount({ id: me.id, name: me.name, token });
    tell("good", say.account.welcome(me.name));
  } catch (error) {
    if (error instanceof Problem && error.status === 401) tell("bad", say.account.unknownKey);
    else await tellError(error);
  }
}

/** @param {import("../account.js").Account} who */
function saveKey(who) {
  save(new Blob([JSON.stringify(who)], { type: "application/json" }), `moothall-${who.id}.json`);
}

async function forget() {
  if (await confirmBox(say.account.forgetSure, say.account.forget)) setAccount(null);
}
