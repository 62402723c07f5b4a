// <script type="module" src="https://…/interleave-code.js"></script>
//
// Makes a figure of each fenced block of code named `interleave` in a page that was written in
// Markdown, also of those that come later. The code stays its poster until a reader wants to step through it.
import "./interleave-run.js";

/** What generators make of a fence: a class on the code, on its `pre`, or around both. */
const FENCES = "pre:has(> code:is(.language-interleave, .lang-interleave)), :is(.language-interleave, .lang-interleave) pre, pre:is(.language-interleave, .lang-interleave)";

/** Attributes that a page may set on the block, as `data-ask` and so on. */
const ATTRIBUTES = ["panels", "speed", "theme", "ask", "caption", "load", "home"];

const PANELS = "narration,stage,transport,scheduler,listing";

function make(block) {
  if (block.closest("interleave-run")) return;
  const figure = document.createElement("interleave-run");
  figure.setAttribute("panels", PANELS);
  const code = block.querySelector("code");
  for (const name of ATTRIBUTES) {
    const value = block.dataset[name] ?? code?.dataset[name];
    if (value !== undefined) figure.setAttribute(name, value);
  }
  block.before(figure);
  figure.append(block);
}

const makeAll = () => document.querySelectorAll(FENCES).forEach(make);

if (globalThis.document) {
  makeAll();
  // what a page shows later: another page of the same site, or what a framework draws anew
  new MutationObserver(makeAll).observe(document.documentElement, { childList: true, subtree: true });
}
