// <script type="module" src="https://…/interleave-run.js"></script>
// <interleave-run link="bakery?processes=2"><a href="https://…/bakery.html#bakery?processes=2">…</a></interleave-run>
//
// or with a listing as its content, in place of a link:
// <interleave-run><pre><code>algorithm My lock …</code></pre></interleave-run>
// <interleave-run><script type="text/interleave">algorithm My lock …</script></interleave-run>
//
// What stands inside the element is its poster, until a reader wants to step through it. Only then
// is the engine loaded, once for all such elements of a page. Types: `interleave-run.d.ts`.
//
// Where there is no browser, as on a server that renders pages, importing it does nothing.

/** The folder with our pages. */
const HOME = new URL(".", import.meta.url).href;

/** The attributes that say how the moment is shown: each a pair of the link, which tells what is wrong with it. */
const PAIRS = ["panels", "speed", "theme", "ask", "caption", "path"];

const WORDS = {
  idle: "Step through it here",
  busy: "Loading…",
  failed: "The playground could not be loaded. You may try again.",
};

// as little as can be, so that it fits any page: text and colours are those around it
const FACADE = `
:host { display: block; min-height: 400px; min-inline-size: min(100%, 240px); max-inline-size: 100% }
:host([hidden]), [hidden] { display: none !important }
#frame {
  box-sizing: border-box; min-height: inherit; display: grid; grid-template-rows: 1fr auto;
  border: var(--embed-border, 1px solid color-mix(in srgb, currentColor 22%, transparent));
  border-radius: var(--embed-round, 8px); overflow: clip;
  contain: inline-size;
}
/* how wide it would be, in a row or a grid, before it starts and after; and it may be less */
#wide { display: block; width: 640px; max-width: 100%; height: 0 }
#poster { min-width: 0; align-content: center }
#poster pre, ::slotted(pre) {
  margin: 0; padding: 16px; overflow: auto; tab-size: 2;
  font: 13px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace;
}
#bar {
  display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; padding: 8px;
  border-top: inherit;
}
#start, #told { font: 14px/1.4 system-ui, sans-serif }
#start {
  min-height: 36px; padding: 0 14px; border: 1px solid; border-radius: 8px; background: none;
  color: inherit; font-weight: 500; cursor: pointer;
}
#start:hover { text-decoration: underline }
#start:focus-visible { outline: 2px solid; outline-offset: 2px }
#told { margin: 0; overflow-wrap: anywhere }
/* over a button that a page has laid on the block, which is gone from there */
#app { all: initial; display: block; position: relative; z-index: 3; --p: initial }
@media print { :host { min-height: 0 } #bar { display: none } }
`;

/** Whether it is one of our pages, which are in the folder `home`. */
const isOurs = (page, home) => page.startsWith(home) && /^([^/]*\.html)?$/.test(page.slice(home.length));

/** The engine: started by the first call, once for all. */
export const load = async () => (await import("./load.js")).load();

/** Our page's style sheet, for the shadow roots of all widgets. */
const styles = once(async (rem) => {
  // a module: of a style sheet bundlers make something of their own
  const { default: text } = await import("./style.js");
  // a page may have made its `rem` as small as it likes
  return sheet(text.replace(/(\d*\.?\d+)rem\b/g, (_, count) => `${count * rem}px`));
});

/** The site's letters, which only a document can bring: under names of their own, so that a page keeps its own. */
const letters = once(async () => {
  // our own pages have them
  if (isOurs(location.href.split("#")[0], HOME)) return;
  const { default: faces } = await import("./letters.js");
  const all = faces.map(([family, weight, data]) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    return new FontFace(family, bytes, { weight }).load();
  });
  for (const face of await Promise.all(all)) document.fonts.add(face);
});

const facade = once(() => sheet(FACADE));

/** Remembers what came of each input; but what has failed may be tried again. */
function once(work) {
  const done = new Map();
  return (input) => {
    if (!done.has(input)) {
      done.set(input, work(input));
      done.get(input).catch?.(() => done.delete(input));
    }
    return done.get(input);
  };
}

function sheet(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

/** An address of a page, in full; nothing for a script or the like. */
function address(text) {
  const url = URL.canParse(text, document.baseURI) && new URL(text, document.baseURI);
  return url && /^(https?|file):$/.test(url.protocol) ? url.href : undefined;
}

/** A listing as it was before its page indented it. */
function dedented(text) {
  const lines = text.replace(/\r\n?/g, "\n").replace(/^\s*\n/, "").trimEnd().split("\n");
  const margin = Math.min(...lines.filter((it) => it.trim()).map((it) => it.search(/\S/)));
  return `${lines.map((it) => it.slice(margin)).join("\n")}\n`;
}

/** The code of a block as it was written: generators end lines with elements, and put buttons into it. */
function written(place) {
  const copy = place.cloneNode(true);
  for (const it of copy.querySelectorAll("button")) it.remove();
  for (const it of copy.querySelectorAll("br")) it.replaceWith("\n");
  // a language that a generator does not know it may say as the first line
  return copy.textContent.replace(/^\s*interleave[ \t]*\n(?=\s*algorithm\b)/, "");
}

/** Where on a picture a click is, in parts of its width and height; nothing elsewhere. */
function spot({ target, clientX, clientY, detail }) {
  if (!(target instanceof HTMLImageElement) || !detail) return undefined;
  const { left, top, width, height } = target.getBoundingClientRect();
  return [(clientX - left) / width, (clientY - top) / height];
}

/** Acts on what may be drawn a little later, before anything else can happen to it. */
function onceThere(place, selector, act) {
  const found = () => place.querySelector(selector);
  if (found()) return void act(found());
  const drawn = new MutationObserver(() => {
    if (!found()) return;
    drawn.disconnect();
    act(found());
  });
  drawn.observe(place, { childList: true, subtree: true });
}

/** A new element with an id; no HTML as text, which pages may have forbidden. */
function add(parent, tag, id) {
  const child = document.createElement(tag);
  child.id = id;
  parent.append(child);
  return child;
}

export class InterleaveRun extends (globalThis.HTMLElement ?? class {}) {
  static observedAttributes = ["link", "steps", ...PAIRS];

  #root = this.attachShadow({ mode: "open" });
  #wide = add(this.#root, "canvas", "wide");
  #frame = add(this.#root, "div", "frame");
  #poster = add(this.#frame, "div", "poster");
  #bar = add(this.#frame, "div", "bar");
  #start = add(this.#bar, "button", "start");
  #told = add(this.#bar, "p", "told");
  #app = add(this.#frame, "div", "app");
  #seen = new IntersectionObserver((entries) => {
    if (entries.some((it) => it.isIntersecting)) this.#show();
  });
  #now;
  #widget;
  /** The last request to show something: all earlier ones, and those of an element that is gone, come to nothing. */
  #asked;

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [facade()];
    add(this.#poster, "slot", "slot");
    this.#wide.ariaHidden = "true";
    this.#start.type = "button";
    this.#start.part = "button";
    this.#told.role = "status";
    this.#rest();
    this.addEventListener("click", this.#clicked);
  }

  /** The link of the moment that is on show. */
  get link() {
    return this.#now ?? this.getAttribute("link") ?? "";
  }

  set link(link) {
    this.setAttribute("link", link);
  }

  /** The listing that stands inside, in place of a link. */
  get #listing() {
    if (this.#now !== undefined || this.hasAttribute("link")) return undefined;
    const place = this.querySelector("script[type='text/interleave']") ?? this.querySelector("pre");
    const code = place && written(place);
    return code?.trim() ? dedented(code) : undefined;
  }

  connectedCallback() {
    // a script shows nothing by itself
    if (this.#listing && !this.querySelector(":scope > :not(script)")) {
      this.#poster.querySelector("pre")?.remove();
      add(this.#poster, "pre", "listing").textContent = this.#listing;
    }
    const [home, load] = [this.getAttribute("home") ?? "", this.getAttribute("load")];
    if (!address(home)) this.#told.textContent = `“home=${home}” is no address, and is left out.`;
    if (load === "visible") this.#seen.observe(this);
    else if (load !== null) this.#told.textContent = `“load=${load}” is not known (visible): it waits for a reader.`;
  }

  disconnectedCallback() {
    this.#seen.disconnect();
    this.#widget?.destroy();
    this.#rest();
  }

  attributeChangedCallback(name) {
    if (name === "link" || name === "steps") this.#now = undefined;
    this.#start.hidden = false;
    if (this.#asked) this.#show();
  }

  /** Nothing but the poster. */
  #rest(sentence = "") {
    this.#widget = this.#asked = undefined;
    this.#app.hidden = true;
    this.#poster.hidden = this.#bar.hidden = this.#start.hidden = false;
    this.#start.textContent = WORDS.idle;
    this.#told.textContent = sentence;
  }

  #clicked = (event) => {
    const { button, ctrlKey, metaKey, shiftKey, altKey, target } = event;
    if (this.#widget || event.defaultPrevented || button || ctrlKey || metaKey || shiftKey || altKey) return;
    // the poster's own link leads to what will stand here; all others are followed
    const link = target.closest("a[href]");
    if (link && !isOurs(link.href.split("#")[0], this.#home)) return;
    // who selects words of a listing does not want to start it
    if (this.#listing && target.closest("pre") && !getSelection().isCollapsed) return;
    event.preventDefault();
    this.#show(true, spot(event));
  };

  /** The folder of the playgrounds; empty if there is none. */
  get #home() {
    const home = this.getAttribute("home")?.replace(/\/*$/, "/");
    return (home && address(home)) || HOME;
  }

  /** How the moment is to be shown. */
  get #pairs() {
    // a reader who has gone on may have left the steps
    const names = this.#now === undefined ? ["steps", ...PAIRS] : PAIRS;
    return names.filter((it) => this.hasAttribute(it)).map((it) => [it, this.getAttribute(it)]);
  }

  /** Shows what the attributes say; the keyboard goes there only with the reader. */
  async #show(byReader, spot) {
    const asked = (this.#asked = {});
    this.#seen.disconnect();
    this.#start.textContent = WORDS.busy;
    let engine;
    try {
      const rem = parseFloat(getComputedStyle(this.#app).fontSize);
      let page;
      // without our letters it is drawn in those of the system
      [engine, page] = await Promise.all([load(), styles(rem), letters().catch(console.warn)]);
      if (this.#asked !== asked) return;
      this.#root.adoptedStyleSheets = [facade(), page];
    } catch (error) {
      console.error(error);
      if (this.#asked === asked) this.#rest(WORDS.failed);
      return;
    }
    const listing = this.#listing;
    let run;
    try {
      run = new engine.Run(listing ? engine.link_of_listing(listing) : this.link, this.#pairs);
    } catch ({ message }) {
      this.#widget?.destroy();
      this.#rest(message);
      // there is nothing to start
      this.#start.hidden = true;
      return;
    }
    // a click on a process of the poster takes its step
    const step = spot && engine.step_at(run, ...spot);
    if (step) run.step(step);
    // it takes the place of the poster, and nothing below it moves
    if (!this.#widget) this.#app.style.setProperty("--embed-height", `${this.#frame.clientHeight}px`);
    this.#app.classList.toggle("instead-of-listing", listing !== undefined);
    if (this.#widget) this.#widget.show(run);
    else this.#widget = engine.mount(this.#app, run, this.#home, this.#changed);
    run.free();
    this.#app.hidden = false;
    this.#poster.hidden = this.#bar.hidden = true;
    if (byReader) onceThere(this.#app, ".lab", (lab) => lab.focus({ preventScroll: true }));
  }

  #changed = (link, at, steps) => {
    this.#now = link;
    const detail = { link, at, steps };
    this.dispatchEvent(new CustomEvent("interleave-change", { bubbles: true, detail }));
  };
}

if (globalThis.customElements && !customElements.get("interleave-run")) customElements.define("interleave-run", InterleaveRun);
