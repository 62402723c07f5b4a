// The gallery: its door, and its search. A card stays if every word that is wanted is among its own.

import "./colours.js";
import "./door.js";

const wanted = document.getElementById("wanted");
const found = document.getElementById("found");
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
  const nothing = "None has all of these words.";
  found.textContent = all.length ? (count ? `${count} of ${cards.length}` : nothing) : "";
}

wanted.addEventListener("input", search);
document.getElementById("search").hidden = false;
// what the browser has kept from before
search();
