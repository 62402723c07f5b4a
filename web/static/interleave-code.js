// <script type="module" src="https://…/interleave-code.js"></script>
//
// Makes a figure of each fenced block of code named `interleave` in a page that was written in
// Markdown, also of those that come later. The code stays its poster until a reader wants to step through it.
//
// A framework removes and moves what it has drawn, and fails if that is not where it was. So its blocks stay where they
// are, as they are, and are hidden: a figure stands before its block, and has a copy of it.
import "./interleave-run.js";

/** What generators make of the name: a class of the code, a class or an attribute of the block, or a class around it. */
const FENCES = [
  "pre:has(> code:is(.language-interleave, .lang-interleave, .interleave))",
  "pre:is(.language-interleave, .lang-interleave, .interleave, [data-language=interleave])",
  ":is(.language-interleave, .lang-interleave, .highlight-interleave) pre",
].join();

/** Attributes that a page may set on the block, as `data-ask` and so on. */
const ATTRIBUTES = ["panels", "speed", "theme", "ask", "caption", "load", "home"];

const PANELS = "narration,stage,transport,scheduler,listing";

/** The block that each figure stands for. */
const blocks = new WeakMap();

function make(block) {
  const isMade = block.closest("interleave-run") || blocks.get(block.previousElementSibling) === block;
  // a block that is written just now, in an editor, is its editor's
  if (isMade || block.isContentEditable) return;
  const figure = document.createElement("interleave-run");
  figure.dataset.fence = "";
  figure.setAttribute("panels", PANELS);
  const code = block.querySelector("code");
  for (const name of ATTRIBUTES) {
    const value = block.dataset[name] ?? code?.dataset[name];
    if (value !== undefined) figure.setAttribute(name, value);
  }
  figure.append(block.cloneNode(true));
  blocks.set(figure, block);
  block.before(figure);
}

function makeAll() {
  for (const figure of document.querySelectorAll("interleave-run[data-fence]")) {
    if (blocks.get(figure) !== figure.nextElementSibling) figure.remove();
  }
  document.querySelectorAll(FENCES).forEach(make);
}

/** Keeps the room that the figures will take, and hides the blocks that have one. */
function style() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    @media screen { :is(${FENCES}):not(interleave-run *) { min-height: 400px } }
    interleave-run[data-fence] + :is(${FENCES}) { display: none !important }
  `);
  document.adoptedStyleSheets.push(sheet);
}

/**
 * Until a framework has taken over what a server wrote, it must find that unchanged. Its scripts delay
 * `load`, and then keep the page busy.
 */
async function hydrated() {
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
  await new Promise((done) => (globalThis.requestIdleCallback ?? setTimeout)(done));
}

async function start() {
  style();
  await hydrated();
  makeAll();
  // what a page shows later: another page of the same site, or what a framework draws anew
  new MutationObserver(makeAll).observe(document.documentElement, { childList: true, subtree: true });
}

if (globalThis.document) start();
