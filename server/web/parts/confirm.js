/** A question in a box of its own, answered with yes or no. */

import { h, render } from "../dom.js";
import { say } from "../words.js";

/** @param {string} question @param {string} [yes] @returns {Promise<boolean>} */
export function confirmBox(question, yes = say.yes) {
  return box((close) => [
    h("p", null, question),
    h("div", { class: "row" },
      h("button", { class: "main", type: "button", on: { click: () => close(true) } }, yes),
      h("button", { class: "quiet", type: "button", on: { click: () => close(false) } }, say.no)),
  ]);
}

/**
 * A box over the page. `draw` describes what is in it; it is given how to close the box and how to draw it anew. Escape closes
 * it with false.
 * @param {(close: (value: any) => void, redraw: () => void) => import("../dom.js").Child} draw
 * @returns {Promise<any>}
 */
export function box(draw) {
  const dialog = document.createElement("dialog");
  dialog.className = "box";
  document.body.append(dialog);
  return new Promise((done) => {
    const close = (/** @type {any} */ value) => {
      dialog.close();
      dialog.remove();
      done(value);
    };
    const redraw = () => render(dialog, draw(close, redraw));
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      close(false);
    });
    redraw();
    dialog.showModal();
  });
}
