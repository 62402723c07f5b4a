import { moduleOf, slugOf, SLUGS } from "./modules.js";
import { load } from "./unpack.js";

const { slug: here, card } = document.documentElement.dataset;

// the module that runs
let running;

async function start(event) {
  const slug = slugOf(location.hash);
  // knobs alone are those of the algorithm that is here
  const knobs = SLUGS.includes(slug) ? undefined : location.hash.match(/^#\??([^?/=]+=.*)/)?.[1];
  if (here && knobs) {
    event?.stopImmediatePropagation();
    location.replace(`#${here}?${knobs}`);
    return;
  }
  const asked = /[^#/]/.test(location.hash);
  // every algorithm has a page of its own; the gallery is under what cannot be shown
  const there = SLUGS.includes(slug) ? slug : asked ? undefined : here;
  if (there !== here) {
    event?.stopImmediatePropagation();
    location.replace((there ? `${there}.html` : "./") + location.search + location.hash);
    return;
  }
  if (!here && !asked) return keep();
  if (running) return;
  running = moduleOf(here ?? "");
  try {
    // what is there already is painted first; nothing is where nobody looks
    await new Promise((turn) => {
      requestAnimationFrame(() => setTimeout(turn));
      setTimeout(turn, 200);
    });
    const engine = await load(running);
    // in turns, so that a slow browser stays alive
    await new Promise((turn) => setTimeout(turn));
    // what makes files, snippets and codes is loaded when a reader asks for one
    engine.start_app(card ?? "", (dialog, link, failed) =>
      import(`./${dialog}.js`).then((it) => it.show(engine, link)).catch(failed));
    keep();
  } catch (error) {
    console.error(error);
    running = undefined;
    dispatchEvent(new Event("unstarted"));
  }
}

addEventListener("hashchange", start);
start();

// a moment that is chosen further down is shown at the top
document.getElementById("about")?.addEventListener("click", ({ target }) => {
  if (!target.closest("a[href^='#']")) return;
  setTimeout(() => {
    scrollTo(0, 0);
    document.querySelector(".lab")?.focus({ preventScroll: true });
  });
});

/** For visits without a network: what this one has loaded before the service worker was there. */
async function keep() {
  // a guest leaves nothing behind
  if (self !== top) return;
  const loaded = performance.getEntriesByType("resource").map((it) => it.name);
  const page = location.href.split("#")[0];
  const home = new URL(".", page).href;
  const files = [page, ...loaded].filter((it) => it.startsWith(home));
  if (running) files.push(new URL(`${running}/worker.js`, home).href);
  try {
    await navigator.serviceWorker.register("offline.js");
    const kept = await caches.open("interleave");
    const keepOne = async (it) => kept.put(it, await fetch(it, { cache: "force-cache" }));
    await Promise.all(files.map(keepOne));
  } catch {
    // refused, or not there: every visit needs the network
  }
}
