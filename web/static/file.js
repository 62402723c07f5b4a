// The dialog that makes of a moment a page that is one file. Loaded when it is asked for.
import { add, dialog, save } from "./dialog.js";
import { file, inlined, reply, styles, text } from "./inlined.js";

/** What the page of an algorithm loads, now or when it is asked. */
const MODULES = ["start", "pressed", "load", "engine", "dialog", "poster", "export", "embed", "qr", "file", "inlined"];
const ENGINE = "engine_bg.wasm";

/** A module by its name, wherever it stands: what stands in its own address has no neighbours. */
const named = (module) => module.replace(/((?:from|import) ?\(?)(["`])\.\//g, "$1$2interleave/");

const script = (words) => inlined(new Blob([words], { type: "text/javascript" }));

async function modules() {
  const all = MODULES.map(async (name) => [`interleave/${name}.js`, await script(named(await text(`${name}.js`)))]);
  return Object.fromEntries(await Promise.all(all));
}

/** A worker knows no module by its name, and a page from a disk has no workers that are modules. */
async function worker() {
  const [engine, main] = await Promise.all([text("engine.js"), text("worker.js")]);
  const plain = engine.replace(/^export (\{.*\};$|default )?/gm, "").replaceAll("import.meta.url", "self.location");
  return plain + main.replace(/^import .*$/m, "");
}

async function packed() {
  const { body } = await reply(ENGINE);
  return inlined(await new Response(body.pipeThrough(new CompressionStream("gzip"))).blob());
}

/** The first script of such a page: where things are, and where links lead that are not of this file. */
function begin(parts) {
  globalThis.interleaveFile = parts;
  const { home } = document.documentElement.dataset;
  for (const type of ["pointerdown", "focusin", "click"]) {
    addEventListener(type, ({ target }) => {
      const link = target.closest?.("a[href]");
      const address = link?.getAttribute("href");
      if (address && !/^(#|[a-z]+:)/.test(address)) link.href = new URL(address, home).href;
    }, true);
  }
}

/** The page of an algorithm. `cargo xtask serve` has none, and an engine that makes them. */
async function document_of(engine, name) {
  const parsed = (words) => new DOMParser().parseFromString(words, "text/html");
  const made = parsed(await text(name));
  return made.getElementById("app") ? made : parsed(engine.document(name));
}

/** The page of a moment with all that it needs. */
async function page(engine, link) {
  const home = new URL(".", location.href).href;
  const name = `${link.split("?")[0]}.html`;
  const [made, first, style, icon, imports, wasm, main] = await Promise.all(
    [document_of(engine, name), text("first.js"), styles(), file("icon.svg"), modules(), packed(), worker()],
  );
  Object.assign(made.documentElement.dataset, { card: link, home });
  made.querySelectorAll("head link, head script, body script").forEach((old) => old.remove());
  add(made.head, "link", { rel: "icon", href: icon });
  add(made.head, "style", { textContent: style });
  // no end of a script within one
  const parts = JSON.stringify({ engine: wasm, worker: main }).replaceAll("<", "\\u003c");
  add(made.head, "script", { textContent: `(${begin})(${parts})` });
  add(made.head, "script", { textContent: first });
  add(made.head, "script", { type: "importmap", textContent: JSON.stringify({ imports }) });
  add(made.body, "script", { type: "module", textContent: 'import "interleave/start.js"' });
  // the picture of this moment, as it is here
  const lab = document.querySelector("#app > :not(.preview) .lab, #app > .lab");
  const preview = made.querySelector(".preview") ?? add(made.getElementById("app"), "div", { className: "preview" });
  preview.replaceChildren(made.importNode(lab, true));
  return `<!doctype html>\n${made.documentElement.outerHTML}\n`;
}

/** Offers the file of a link. */
export async function show(engine, link) {
  const saving = dialog("One file");
  const told = add(saving, "p", { role: "status", textContent: "The file is being made." });
  saving.showModal();
  try {
    const { home } = document.documentElement.dataset;
    if (home) {
      told.textContent = "You are reading such a file, which you can pass on. Another moment becomes a file on the site: ";
      return add(told, "a", { href: `${home}#${link}`, textContent: "this one, for instance" });
    }
    const made = await page(engine, link);
    const size = (new Blob([made]).size / 1e6).toFixed(1);
    told.textContent = `A page with everything in it, ${size} MB. It needs no network and no site:
      it opens from a disk, from a mail, or in a learning system.`;
    const run = new engine.Run(link);
    const name = engine.poster_file(link, run.moment().at).replace(/svg$/, "html");
    run.free();
    save(add(saving, "div", { className: "choices" }))(name, made, "text/html");
  } catch ({ message }) {
    Object.assign(told, { role: "alert", textContent: `The file could not be made: ${message}` });
  }
}
