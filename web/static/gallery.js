// The gallery: its door, and its search. A card stays if its algorithm is found; what documents say stands above.

import "./colours.js";
import "./door.js";
import { list, quoted, search } from "./search.js";

const [wanted, found, none, hits] = ["wanted", "found", "none", "hits"].map((it) => document.getElementById(it));
const cards = [...document.querySelectorAll(".card")];
/** Of what documents say: the cards come first here. */
const SHOWN_MAX = 6;
const bar = wanted.closest("search");

search((all, isAsked, trouble) => {
  if (trouble) return void (found.textContent = trouble);
  const pages = new Set(all.filter((it) => it.isAlgorithm).map(({ file }) => file));
  let count = 0;
  for (const card of cards) {
    card.hidden = isAsked && !pages.has(card.getAttribute("href"));
    count += !card.hidden;
  }
  for (const family of document.querySelectorAll(".questions > section")) {
    family.hidden = !family.querySelector(".card:not([hidden])");
  }
  list(hits, all.filter((it) => !it.isAlgorithm), SHOWN_MAX);
  const nothing = `No algorithm matches ${quoted(wanted.value)}.`;
  found.textContent = isAsked ? (count ? `${count} of ${cards.length}` : nothing) : "";
  none.hidden = !isAsked || count > 0;
  // who looks for something is not on the tour
  document.querySelector(".stops").hidden = isAsked;
  // what was found is below
  if (isAsked && bar.getBoundingClientRect().top > innerHeight / 4) bar.scrollIntoView();
});

none.textContent = `Show all ${cards.length}.`;
none.addEventListener("click", () => {
  wanted.value = "";
  wanted.dispatchEvent(new Event("input"));
  wanted.focus();
});
