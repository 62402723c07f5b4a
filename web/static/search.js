// The one search of the site: over documents, the language and the algorithms. Its index is made with the site, and
// loaded by the first search. Pages have `#wanted` to type in, and `#hits` for what is found.

const WORDS = /[\p{Alphabetic}\p{N}_]{2,}|[\u2190-\u22ff]/gu;
const TERMS_MAX = 8;
const FAILED = "The search did not arrive. Without a network it needs to have been here once.";

/** Without accents, which nobody types. */
const plain = (word) => word.normalize("NFD").replace(/\p{M}/gu, "");

/** What is looked for, taken apart as the index is. */
const terms = (wanted) => [...new Set(plain(wanted.toLowerCase()).match(WORDS))].slice(0, TERMS_MAX);

/** As somebody is told of it, who may have pasted anything. */
export const quoted = (wanted) => `‘${wanted.trim().slice(0, 40)}${wanted.trim().length > 40 ? "…" : ""}’`;

/** A word without what its relatives do not share. */
const stem = (word) => word.replace(/(?<=\p{L}{4})(?:ability|ibility|ables?|ibles?|ations?|ions?|ing|ed|es|s)$/u, "");

/** How far a word is what is looked for, from 0 to 1. */
function likeness(word, term) {
  if (word === term) return 1;
  if (word.startsWith(term)) return 0.7;
  if (stem(word) === stem(term)) return 0.6;
  return term.length > 2 && word.includes(term) ? 0.2 : 0;
}

const closest = (words, term) => Math.max(0, ...words.map((it) => likeness(it, term)));

const engine = async () => (await import("./load.js")).load();

async function load() {
  const reply = await fetch("search.json");
  // where no document was made beforehand the engine makes it
  const index = reply.ok ? await reply.json() : JSON.parse((await engine()).document("search.json"));
  const places = index.places.map(([page, anchor, heading]) => {
    const [file, title] = index.pages[page];
    const isAlgorithm = page >= index.documents;
    return {
      file,
      isAlgorithm,
      href: anchor ? `${file}#${anchor}` : file,
      // where it leads: what it is a part of, and itself
      path: isAlgorithm ? ["Algorithms", title] : [title, heading].slice(0, heading === title ? 1 : 2),
      heading: terms(isAlgorithm ? title : heading),
      title: terms(title),
    };
  });
  const words = Object.entries(index.words).map(([word, at]) => [plain(word), at]);
  return { places, words, common: new Set(index.common) };
}

/** Adds to each place how well the words below its heading answer. */
function look(index, term, scores) {
  for (const [word, packed] of index.words) {
    const like = likeness(word, term);
    if (!like) continue;
    let place = 0;
    for (const digits of packed.split(" ")) {
      const number = parseInt(digits, 36);
      place += Math.floor(number / 3);
      scores[place] = Math.max(scores[place], like * (1 + (number % 3) / 2));
    }
  }
}

/** The places that answer every term, the best first. */
export function find(index, wanted) {
  const all = terms(wanted);
  const sums = index.places.map(() => 0);
  for (const term of all) {
    // of a word that stands almost everywhere no section can be without
    const scores = index.places.map((it) => (!it.isAlgorithm && index.common.has(term) ? 0.01 : 0));
    look(index, term, scores);
    index.places.forEach(({ heading, title }, at) => {
      const score = scores[at] + 5 * closest(heading, term) + closest(title, term);
      sums[at] = score && sums[at] >= 0 ? sums[at] + score : -1;
    });
  }
  const hits = index.places.map((place, at) => ({ ...place, score: all.length ? sums[at] : 0 }));
  return hits.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
}

/** Shows the first hits as links, each with where it leads. */
export function list(place, hits, most) {
  const items = hits.slice(0, most).map(({ href, path }) => {
    const item = document.createElement("li");
    const link = item.appendChild(document.createElement("a"));
    link.href = href;
    path.forEach((part, at) => {
      if (at) link.append(" › ");
      link.appendChild(document.createElement(at === path.length - 1 ? "b" : "span")).textContent = part;
    });
    return item;
  });
  place.replaceChildren(...items);
  place.hidden = !items.length;
}

/** From the field to what was found, from link to link, and back. */
function keys(field, hits) {
  field.closest("search").addEventListener("keydown", (event) => {
    const links = [field, ...hits.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && at >= 0 && links[at + step]) {
      event.preventDefault();
      links[at + step].focus();
    } else if (event.key === "Enter" && at === 0) {
      links[1]?.click();
    } else if (event.key === "Escape" && at > 0) {
      event.preventDefault();
      field.focus();
    }
  });
}

/** Answers whatever is typed: `show` is given what is found, whether something is asked, and what went wrong. */
export function search(show) {
  const [field, hits] = ["wanted", "hits"].map((it) => document.getElementById(it));
  let loading;
  const answer = async () => {
    loading ??= load();
    try {
      const index = await loading;
      // whatever was typed meanwhile
      show(find(index, field.value), terms(field.value).length > 0);
    } catch (error) {
      console.warn(error);
      loading = undefined;
      show([], true, FAILED);
    }
  };
  field.addEventListener("focus", () => (loading ??= load()).catch(() => (loading = undefined)));
  field.addEventListener("input", answer);
  keys(field, hits);
  field.closest("search").hidden = false;
  // what the browser has kept from before
  if (field.value) answer();
}
