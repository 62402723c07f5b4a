import { moduleOf } from "./modules.js";

// the module that runs
let running;

async function start(event) {
  const { route } = document.documentElement.dataset;
  if (route === "gallery") return keep();
  const module = moduleOf(location.hash);
  if (running === module) return;
  if (running) {
    // the address has all there is to know
    event.stopImmediatePropagation();
    location.reload();
    return;
  }
  running = module;
  try {
    const engine = await import(`./${module}/web.js`);
    await engine.default();
    // what makes files and snippets is loaded when a reader asks for them
    engine.start_app((dialog, link, failed) =>
      import(`./${dialog}.js`).then((it) => it.show(engine, link)).catch(failed));
    keep();
  } catch (error) {
    console.error(error);
    running = undefined;
    document.getElementById("unstarted").hidden = false;
  }
}

addEventListener("hashchange", start);
start();

/** For visits without a network: what this one has loaded before the service worker was there. */
async function keep() {
  // a guest leaves nothing behind
  if (self !== top) return;
  const loaded = performance.getEntriesByType("resource").map((it) => it.name);
  const here = location.href.split("#")[0];
  const files = [here, ...loaded].filter((it) => it.startsWith(new URL(".", here).href));
  if (running) files.push(new URL(`${running}/worker.js`, here).href);
  try {
    await navigator.serviceWorker.register("offline.js");
    const kept = await caches.open("interleave");
    const keepOne = async (it) => kept.put(it, await fetch(it, { cache: "force-cache" }));
    await Promise.all(files.map(keepOne));
  } catch {
    // refused, or not there: every visit needs the network
  }
}

const colours = document.getElementById("colours");
const root = document.documentElement;
const show = () => (colours.value = root.dataset.theme ?? "system");
addEventListener("hashchange", () => setTimeout(show));
show();
colours.addEventListener("change", () => {
  root.dataset.theme = colours.value;
  try {
    localStorage.setItem("theme", colours.value);
  } catch {
    document.getElementById("forgetful").hidden = false;
  }
});
