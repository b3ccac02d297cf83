/** Which view an address shows. Links within the page change the view; everything else is left to the browser. */

/**
 * @typedef {object} View
 * @property {(root: HTMLElement, found: Record<string, string>, query: URLSearchParams) => (() => void) | void} open
 * Shows itself in the element; what it returns is called when it goes.
 */

/** @typedef {[RegExp, () => Promise<View>]} Route */

/** @param {HTMLElement} root @param {Route[]} routes @param {() => Promise<View>} lost */
export function start(root, routes, lost) {
  let close = () => {};
  let turn = 0;

  async function show() {
    const mine = ++turn;
    close();
    close = () => {};
    const [load, found] = match(routes, location.pathname) ?? [lost, {}];
    const view = await load();
    if (mine !== turn) return;
    const place = document.createElement("div");
    place.className = "view";
    root.replaceChildren(place);
    close = view.open(place, found, new URLSearchParams(location.search)) ?? (() => {});
    scrollTo(0, 0);
    root.focus({ preventScroll: true });
  }

  addEventListener("popstate", show);
  addEventListener("moothall:go", show);
  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (!match(routes, link.pathname) || (link.hash && link.pathname === location.pathname)) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
  void show();
}

/** @param {string} path */
export function go(path) {
  history.pushState(null, "", path);
  dispatchEvent(new Event("moothall:go"));
}

/** @param {Route[]} routes @param {string} path @returns {[() => Promise<View>, Record<string, string>] | null} */
function match(routes, path) {
  for (const [pattern, load] of routes) {
    const found = pattern.exec(path);
    if (found) return [load, Object.fromEntries(Object.entries(found.groups ?? {}).map(([k, v]) => [k, decodeURIComponent(v)]))];
  }
  return null;
}
