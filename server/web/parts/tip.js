/**
 * What a thing is, told on hover, focus or tap. Any element with `data-tip` has one: its text, the first line of which is
 * its name. (The text is also in the element's description for whoever listens instead of looking.)
 */

const NEAR_PX = 8;

/** @param {HTMLElement} tip */
export function watchTips(tip) {
  /** @type {Element | null} */
  let about = null;

  /** @param {Element | null} element */
  function show(element) {
    if (element === about) return;
    about = element;
    tip.hidden = element === null;
    if (element) {
      fill(tip, element.getAttribute("data-tip") ?? "");
      place(tip, element.getBoundingClientRect());
    }
  }

  const under = (/** @type {Event} */ event) =>
    event.target instanceof Element ? event.target.closest("[data-tip]") : null;
  addEventListener("pointerover", (event) => event.pointerType !== "touch" && show(under(event)));
  addEventListener("focusin", (event) => show(under(event)));
  addEventListener("focusout", () => show(null));
  addEventListener("pointerup", (event) => event.pointerType === "touch" && show(under(event)));
  addEventListener("keydown", (event) => event.key === "Escape" && show(null));
  addEventListener("scroll", () => show(null), { capture: true, passive: true });
}

/** @param {HTMLElement} tip @param {string} text */
function fill(tip, text) {
  const [first, ...rest] = text.split("\n");
  const name = document.createElement("strong");
  name.textContent = first;
  tip.replaceChildren(name, ...rest.map((line) => {
    const part = document.createElement("p");
    part.textContent = line;
    return part;
  }));
}

/** @param {HTMLElement} tip @param {DOMRect} near */
function place(tip, near) {
  const size = tip.getBoundingClientRect();
  const below = near.bottom + NEAR_PX + size.height < innerHeight;
  const top = below ? near.bottom + NEAR_PX : Math.max(NEAR_PX, near.top - NEAR_PX - size.height);
  const left = Math.min(Math.max(NEAR_PX, near.left + near.width / 2 - size.width / 2), innerWidth - size.width - NEAR_PX);
  tip.style.setProperty("top", `${top}px`);
  tip.style.setProperty("left", `${Math.max(NEAR_PX, left)}px`);
}

/** Attributes of an element with a tip. @param {string} name @param {string} [text] @returns {Record<string, any>} */
export function tip(name, text = "") {
  return { "data-tip": text ? `${name}\n${text}` : name };
}
