/** Style sheets that only some pages need. */

/** @type {Map<string, Promise<void>>} */
const used = new Map();

/** Load a style sheet below `web/`, once. A page that is a file of its own has it already. @param {string} path */
export async function useStyle(path) {
  if (import.meta.url.startsWith("data:")) return;
  let loaded = used.get(path);
  if (!loaded) {
    loaded = new Promise((done) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = new URL(`../${path}`, import.meta.url).href;
      link.onload = link.onerror = () => done();
      document.head.append(link);
    });
    used.set(path, loaded);
  }
  await loaded;
}
