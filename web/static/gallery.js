// The gallery: its door, and its search. A card stays if every word that is wanted is among its own.

import "./colours.js";
import "./door.js";

const wanted = document.getElementById("wanted");
const found = document.getElementById("found");
const none = document.getElementById("none");
const cards = [...document.querySelectorAll(".card")].map((card) => ({
  card,
  words: card.textContent.toLowerCase(),
}));

/** More words of each algorithm come with the first search; without them a card's own are searched. */
let more;

async function load() {
  try {
    const reply = await fetch("words.json");
    // where no document was made beforehand the engine makes it
    const all = reply.ok ? await reply.json() : JSON.parse((await engine()).document("words.json"));
    for (const it of cards) it.words += ` ${all[it.card.getAttribute("href").replace(".html", "")]}`.toLowerCase();
    search();
  } catch (error) {
    console.warn(error);
  }
}

const engine = async () => (await import("./load.js")).load();

function search() {
  const all = wanted.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { card, words } of cards) {
    card.hidden = !all.every((it) => words.includes(it));
    count += !card.hidden;
  }
  for (const family of document.querySelectorAll(".questions > section")) {
    family.hidden = !family.querySelector(".card:not([hidden])");
  }
  const nothing = `No algorithm matches ‘${wanted.value.trim()}’.`;
  found.textContent = all.length ? (count ? `${count} of ${cards.length}` : nothing) : "";
  none.hidden = !all.length || count > 0;
  // who looks for something is not on the tour
  document.querySelector(".stops").hidden = all.length > 0;
}

wanted.addEventListener("focus", () => (more ??= load()));
wanted.addEventListener("input", () => {
  more ??= load();
  search();
  // what was found is below
  const bar = wanted.closest("search");
  if (bar.getBoundingClientRect().top > innerHeight / 4) bar.scrollIntoView();
});
none.textContent = `Show all ${cards.length}.`;
none.addEventListener("click", () => {
  wanted.value = "";
  search();
  wanted.focus();
});
document.getElementById("search").hidden = false;
// what the browser has kept from before
if (wanted.value) more = load();
search();
