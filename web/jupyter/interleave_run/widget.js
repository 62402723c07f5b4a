// A figure in a notebook, for anywidget. Before this text stands `PARTS`: the modules of the package for npm. A notebook
// serves no files, so that each becomes an address of its own, and the engine comes from the kernel.

/** One for all figures of a page, also where several notebooks are open. */
const shared = (globalThis.interleaveNotebook ??= { model: undefined, engine, defined: undefined });

const PATIENCE = 60_000;

const LISTED = "narration,stage,transport,scheduler,listing";

const address = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

/** A module with the addresses of those that it imports. */
const linked = (text, others) =>
  address(text.replace(/"\.\/([\w-]+\.js)"/g, (whole, name) => (name in others ? JSON.stringify(others[name]) : whole)));

/** The engine from the kernel that has answered last, unpacked. */
async function engine() {
  const { model } = shared;
  let answered;
  const packed = await new Promise((done, failed) => {
    setTimeout(() => failed(new Error("The kernel does not answer.")), PATIENCE);
    answered = (answer, buffers) => answer === "engine" && done(buffers[0]);
    model.on("msg:custom", answered);
    model.send("engine");
  }).finally(() => model.off("msg:custom", answered));
  return new Response(new Response(packed).body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** As `load.js` of the package, which finds the engine beside itself. */
const LOAD = `
import start, * as engine from "./engine.js";
let started;
export const load = () => (started ??= begin().catch((error) => {
  started = undefined;
  throw error;
}));
async function begin() {
  await start({ module_or_path: await interleaveNotebook.engine() });
  engine.workers(() => new Worker(interleaveNotebook.worker, { type: "module" }));
  return engine;
}
`;

/** Defines the element, if no other part of the page has. */
function define() {
  const engine = address(PARTS["engine.js"]);
  shared.worker = linked(PARTS["worker.js"], { "engine.js": engine });
  const load = linked(LOAD, { "engine.js": engine });
  const [style, letters] = ["style.js", "letters.js"].map((name) => address(PARTS[name]));
  const parts = { "load.js": load, "style.js": style, "letters.js": letters };
  return import(linked(PARTS["interleave-run.js"], parts));
}

/** The element with what the widget says, and its poster. */
function figure(model) {
  const figure = document.createElement("interleave-run");
  const [link, text] = [model.get("link"), model.get("text")];
  const attributes = { ...(text ? { panels: LISTED } : { link }), ...model.get("attributes") };
  for (const [name, value] of Object.entries(attributes)) if (value) figure.setAttribute(name, value);
  const poster = document.createElement(text ? "pre" : "p");
  poster.textContent = text || link.split("?")[0];
  figure.append(poster);
  figure.addEventListener("interleave-change", ({ detail }) => {
    const now = { now: detail.link, at: detail.at, length: detail.steps };
    for (const [name, value] of Object.entries(now)) model.set(name, value);
    model.save_changes();
  });
  return figure;
}

async function render({ model, el }) {
  shared.model = model;
  await (shared.defined ??= define());
  const draw = () => el.replaceChildren(figure(model));
  draw();
  const changes = ["link", "text", "attributes"].map((name) => `change:${name}`);
  for (const change of changes) model.on(change, draw);
  return () => changes.forEach((change) => model.off(change, draw));
}

export default { render };
