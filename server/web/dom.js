/**
 * Elements from descriptions, and the smallest change from one description to the next.
 *
 * A view describes the whole page whenever something changes; `patch` alters only what differs, so that focus, scroll
 * and open menus stay where they are. Text is set as text: no description can become markup.
 */

/**
 * @typedef {object} Node A described element.
 * @property {string} tag
 * @property {Props} props
 * @property {(Node | string)[]} children
 * @property {Element} [element] The element it was made into.
 */

/**
 * @typedef {Record<string, any>} Props Attributes, and some words of our own: `key` (which child is which), `on`
 * (listeners by event), `style` (properties by name), `prop` (properties of the element, such as `value`), `mark` (when
 * this changes from one description to the next, the element is marked for a moment), `after` (called with the element
 * once it is in the page).
 */

/** @typedef {import("./types.d.ts").Child} Child What may stand in an element, lists of lists included. */

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set([
  "svg", "g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon", "text", "tspan", "defs", "use",
  "linearGradient", "radialGradient", "stop", "clipPath", "pattern", "symbol", "title", "desc", "marker", "mask",
]);
const OWN = new Set(["key", "on", "style", "prop", "mark", "after"]);

/** How long a changed element stays marked. */
const MARKED_MS = 2200;

/**
 * Describe an element.
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {Node}
 */
export function h(tag, props, ...children) {
  return { tag, props: props ?? {}, children: flat(children, []) };
}

/**
 * @param {Child[]} children
 * @param {(Node | string)[]} into
 */
function flat(children, into) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) flat(child, into);
    else into.push(typeof child === "object" ? child : String(child));
  }
  return into;
}

/** Class names, leaving out what is not so. @param {...(string | false | null | undefined)} names */
export function classes(...names) {
  return names.filter(Boolean).join(" ");
}

/** @type {WeakMap<Element, Node>} */
const shown = new WeakMap();

/**
 * Show children in an element, changing what is there as little as possible.
 * @param {Element} root
 * @param {...Child} children
 */
export function render(root, ...children) {
  const before = shown.get(root) ?? { tag: "", props: {}, children: [] };
  if (!shown.has(root)) root.replaceChildren();
  const next = { tag: "", props: {}, children: flat(children, []), element: root };
  patchChildren(root, before.children, next.children, false);
  shown.set(root, next);
}

/** @param {Node | string} node @param {boolean} drawn */
function create(node, drawn) {
  if (typeof node === "string") return document.createTextNode(node);
  const inside = node.tag !== "foreignObject" && (drawn || node.tag === "svg");
  const element = inside && (DRAWN.has(node.tag) || drawn)
    ? document.createElementNS(SVG, node.tag)
    : document.createElement(node.tag);
  node.element = element;
  for (const child of node.children) element.append(create(child, inside));
  setProps(element, {}, node.props);
  node.props.after?.(element);
  return element;
}

/** @typedef {{node: Node | string, element: ChildNode}} Shown A description and what it was made into. */

/**
 * @param {Element} parent
 * @param {(Node | string)[]} before
 * @param {(Node | string)[]} next
 * @param {boolean} drawn
 */
function patchChildren(parent, before, next, drawn) {
  /** @type {Map<any, Shown>} */
  const keyed = new Map();
  /** @type {Shown[]} */
  const loose = [];
  const old = [...parent.childNodes];
  before.forEach((node, index) => {
    const entry = { node, element: old[index] };
    if (typeof node !== "string" && node.props.key !== undefined) keyed.set(node.props.key, entry);
    else loose.push(entry);
  });
  let place = 0;
  const kept = new Set();
  const wanted = next.map((node) => {
    const key = typeof node === "string" ? undefined : node.props.key;
    const found = key === undefined ? takeAlike(loose, node, () => place++, place) : keyed.get(key);
    if (found && alike(found.node, node)) {
      kept.add(found.element);
      return patchOne(found.element, found.node, node, drawn);
    }
    return create(node, drawn);
  });
  for (const element of old) if (!kept.has(element)) element.remove();
  wanted.forEach((element, index) => {
    const here = parent.childNodes[index];
    if (here !== element) parent.insertBefore(element, here ?? null);
  });
}

/** The next child without a key, if it is of the same kind. @param {Shown[]} loose @param {Node | string} node @param {() => void} taken @param {number} place */
function takeAlike(loose, node, taken, place) {
  const found = loose[place];
  if (found && alike(found.node, node)) {
    taken();
    return found;
  }
  if (found) taken();
  return undefined;
}

/** @param {Node | string} one @param {Node | string} other */
function alike(one, other) {
  if (typeof one === "string" || typeof other === "string") return typeof one === typeof other;
  return one.tag === other.tag && one.props.key === other.props.key;
}

/** @param {ChildNode} element @param {Node | string} before @param {Node | string} next @param {boolean} drawn */
function patchOne(element, before, next, drawn) {
  if (typeof next === "string" || typeof before === "string") {
    if (before !== next) element.textContent = /** @type {string} */ (next);
    return element;
  }
  const place = /** @type {Element} */ (element);
  next.element = place;
  patchChildren(place, before.children, next.children, drawn || next.tag === "svg");
  setProps(place, before.props, next.props);
  if (next.props.mark !== undefined && before.props.mark !== undefined && next.props.mark !== before.props.mark) {
    markChanged(place);
  }
  return element;
}

/** @param {Element} element */
function markChanged(element) {
  element.classList.remove("changed");
  requestAnimationFrame(() => element.classList.add("changed"));
  setTimeout(() => element.classList.remove("changed"), MARKED_MS);
}

/** @param {Element} element @param {Props} before @param {Props} next */
function setProps(element, before, next) {
  for (const name of Object.keys(before)) if (!OWN.has(name) && !(name in next)) element.removeAttribute(name);
  for (const [name, value] of Object.entries(next)) {
    if (OWN.has(name)) continue;
    if (value === before[name] && name !== "class") continue;
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else if (name === "class") setClass(element, String(before.class ?? ""), String(value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  setStyle(/** @type {HTMLElement} */ (element), before.style ?? {}, next.style ?? {});
  setListeners(element, before.on ?? {}, next.on ?? {});
  for (const [name, value] of Object.entries(next.prop ?? {})) {
    if (/** @type {any} */ (element)[name] !== value) /** @type {any} */ (element)[name] = value;
  }
}

/** Only our own classes: a mark that is still shown stays. @param {Element} element @param {string} before @param {string} next */
function setClass(element, before, next) {
  if (before === next) return;
  const names = (/** @type {string} */ text) => text.split(" ").filter(Boolean);
  const wanted = new Set(names(next));
  for (const name of names(before)) if (!wanted.has(name)) element.classList.remove(name);
  element.classList.add(...wanted);
}

/** @param {HTMLElement} element @param {Record<string, string>} before @param {Record<string, string>} next */
function setStyle(element, before, next) {
  for (const name of Object.keys(before)) if (!(name in next)) element.style.removeProperty(name);
  for (const [name, value] of Object.entries(next)) {
    if (value !== before[name]) element.style.setProperty(name, String(value));
  }
}

/** @param {Element} element @param {Record<string, any>} before @param {Record<string, any>} next */
function setListeners(element, before, next) {
  for (const [name, listener] of Object.entries(before)) {
    if (next[name] !== listener) element.removeEventListener(name, listener);
  }
  for (const [name, listener] of Object.entries(next)) {
    if (listener && before[name] !== listener) element.addEventListener(name, listener);
  }
}
