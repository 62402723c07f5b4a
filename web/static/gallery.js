// The gallery: its door, and its search. A card stays if every word that is wanted is among its own.

import "./colours.js";
import "./door.js";

const wanted = document.getElementById("wanted");
const found = document.getElementById("found");
const none = document.getElementById("none");
const cards = [...document.querySelectorAll(".card")].map((card) => ({
  card,
  words: `${card.dataset.words} ${card.textContent}`.toLowerCase(),
}));

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
}

wanted.addEventListener("input", search);
none.textContent = `Show all ${cards.length}`;
none.addEventListener("click", () => {
  wanted.value = "";
  search();
  wanted.focus();
});
document.getElementById("search").hidden = false;
// what the browser has kept from before
search();
