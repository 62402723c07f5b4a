import { moduleOf } from "./modules.js";

// the module that runs
let running;

async function start(event) {
  const { route } = document.documentElement.dataset;
  if (route === "gallery") return;
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
    // what makes files is loaded when a reader asks for one
    engine.start_app((link, failed) =>
      import("./export.js").then((it) => it.show(engine, link)).catch(failed));
  } catch (error) {
    console.error(error);
    running = undefined;
    document.getElementById("unstarted").hidden = false;
  }
}

addEventListener("hashchange", start);
start();

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
