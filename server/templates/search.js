// The search of these pages. All that can be found comes from this server, in one file, when it is first wanted.
const MOST = 40;

/** The entries in which every word of the query occurs, best first: by name before by text, whole before part. */
export function find(entries, query, most = MOST) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const scored = [];
  for (const entry of entries) {
    const score = words.reduce((sum, word) => sum + rank(entry, word), 0);
    if (Number.isFinite(score)) scored.push([score, entry]);
  }
  return scored.sort((one, other) => one[0] - other[0]).slice(0, most).map(([, entry]) => entry);
}

function rank(entry, word) {
  const name = entry.name.toLowerCase();
  if (name === word) return 0;
  if (name.startsWith(word)) return 1;
  if (name.includes(word)) return 2;
  if (entry.kind === word || entry.more.toLowerCase().includes(word)) return 3;
  return entry.text.toLowerCase().includes(word) ? 4 : Infinity;
}

function show(list, entries) {
  list.replaceChildren(
    ...entries.map((entry) => {
      const link = Object.assign(document.createElement("a"), { href: entry.place, textContent: entry.name });
      const about = [entry.kind, entry.more].filter(Boolean).join(", ");
      const line = document.createElement("li");
      const text = entry.text.length > 160 ? entry.text.slice(0, 160) + "…" : entry.text;
      line.append(link, ` (${about}) ${text}`);
      return line;
    }),
  );
}

function listen(field, list) {
  let entries = null;
  const load = async () => (entries ??= await (await fetch("/docs/search.json")).json());
  const look = async () => show(list, field.value.trim() ? find(await load(), field.value) : []);
  field.addEventListener("focus", load, { once: true });
  field.addEventListener("input", look);
  const asked = new URLSearchParams(location.search).get("q");
  if (asked) {
    field.value = asked;
    look();
  }
}

if (typeof document !== "undefined") {
  const field = document.getElementById("search");
  field.hidden = false;
  listen(field, document.getElementById("found"));
}
