// The package's engine. Bundlers put it elsewhere, but know these forms of addresses.
import start, * as engine from "./web.js";

export async function load() {
  await start();
  engine.workers(worker);
  return engine;
}

function worker() {
  try {
    return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  } catch {
    // another origin's script may not be started, but may be imported
    const text = `import ${JSON.stringify(new URL("./worker.js", import.meta.url).href)}`;
    const script = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    return new Worker(script, { type: "module" });
  }
}
