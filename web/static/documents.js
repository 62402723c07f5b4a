// A document: its search, and what follows from the width of the window.

import { list, quoted, search } from "./search.js";

const [panel, found, hits, field] = ["panel", "found", "hits", "wanted"].map((it) => document.getElementById(it));

/** More than that nobody looks through. */
const SHOWN_MAX = 12;

function told(count) {
  if (!count) return `Nothing matches ${quoted(field.value)}.`;
  if (count > SHOWN_MAX) return `${count} places. The ${SHOWN_MAX} best:`;
  return count === 1 ? "1 place" : `${count} places`;
}

search((all, isAsked, trouble) => {
  list(hits, all, SHOWN_MAX);
  found.textContent = trouble ?? told(all.length);
  panel.hidden = !isAsked;
});

const box = field.closest("search");
const close = () => (panel.hidden = true);
// by keyboard or by a press elsewhere; and where a place on this page was chosen
box.addEventListener("focusout", ({ relatedTarget }) => box.contains(relatedTarget) || close());
box.addEventListener("keydown", ({ key, target }) => key === "Escape" && target === field && close());
hits.addEventListener("click", ({ target }) => target.closest("a") && close());
field.addEventListener("focus", () => (panel.hidden = !hits.childElementCount));

// beside the text where there is room
const contents = document.getElementById("contents");
const wide = matchMedia("(min-width: 64rem)");
contents.open = wide.matches;
wide.addEventListener("change", () => (contents.open = wide.matches));
contents.addEventListener("click", ({ target }) => {
  if (!wide.matches && target.closest("a")) contents.open = false;
});

// what is wider than its place can be moved by keyboard
const places = new ResizeObserver((all) => {
  for (const { target } of all) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
for (const it of document.querySelectorAll(".wide, .document pre")) places.observe(it);

addEventListener("load", () => import("./keep.js").then((it) => it.keep(), console.warn));
