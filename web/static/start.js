// Starts the engine when something is asked for that needs it, and hands the page over to it.
import { keep as keepPresses, redo } from "./pressed.js";

const { dataset } = document.documentElement;
keepPresses();

// of the moments, the one that the address names, if it names one
if (dataset.picture === "wrong") {
  for (const tab of document.querySelectorAll(".preview .guide a")) {
    tab.ariaCurrent = tab.hash === location.hash ? "step" : null;
  }
}

let starting = false;
/** The page reads the address by itself. */
let isThere = false;

async function open() {
  if (dataset.route === "gallery") return keep();
  if (starting) return;
  starting = true;
  try {
    await painted();
    const { load } = await import("./load.js");
    const engine = await load();
    await read(engine);
    // in turns, so that a slow browser stays alive
    await new Promise((turn) => setTimeout(turn));
    const ready = document.getElementById("ready")?.textContent ?? "";
    engine.start_app(dataset.slug ?? "", dataset.card ?? "", ready, (dialog, link, failed) =>
      import(`./${dialog}.js`).then((it) => it.show(engine, link)).catch(failed));
    isThere = true;
    dispatchEvent(new Event("started"));
    await redo();
    keep();
  } catch (error) {
    console.error(error);
    starting = false;
    dispatchEvent(new Event("unstarted"));
  }
}

/** Reads the text that the address names, if it does. */
async function read(engine) {
  const named = location.hash.includes("from=") && engine.address_in(location.hash);
  // a page that is one file has no other
  if (!named || globalThis.interleaveFile) return;
  await (await import("./from.js")).read(engine, named);
}

/** Another text is read before the page goes to it. */
addEventListener("hashchange", async (event) => {
  if (!event.isTrusted || !location.hash.includes("from=") || !isThere) return;
  event.stopImmediatePropagation();
  await read(await (await import("./load.js")).load());
  dispatchEvent(new HashChangeEvent("hashchange"));
});

/** What is there already is seen first, and shares the network with nothing. */
async function painted() {
  // a guest shows nothing without the engine
  if (self !== top) return;
  await new Promise((turn) => {
    new PerformanceObserver(turn).observe({ type: "paint", buffered: true });
    // where nobody looks nothing is painted
    setTimeout(turn, 2000);
  });
}

addEventListener("asked", open);
open();

// a moment that is chosen further down is shown at the top
document.getElementById("about")?.addEventListener("click", ({ target }) => {
  if (!target.closest("a[href^='#']")) return;
  setTimeout(() => {
    scrollTo(0, 0);
    document.querySelector(".lab")?.focus({ preventScroll: true });
  });
});

// a litmus test that is dropped here has a page of its own
addEventListener("dragover", (event) => {
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
});
addEventListener("drop", async (event) => {
  const file = [...(event.dataTransfer?.files ?? [])].find(({ name }) => name.endsWith(".litmus"));
  // a page that is one file has no other
  if (!file || globalThis.interleaveFile) return;
  event.preventDefault();
  (await import("./litmus-drop.js")).open(file);
});

/** For visits without a network. */
function keep() {
  // a page that is one file is kept already
  if (globalThis.interleaveFile) return;
  // if it does not come, every visit needs the network
  import("./keep.js").then((it) => it.keep(...(starting ? ["worker.js"] : [])), console.warn);
}
