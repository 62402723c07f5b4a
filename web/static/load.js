// The engine, started by the first call, once for all. Bundlers know these forms of addresses.
import start, * as engine from "./engine.js";

let started;

export function load() {
  started ??= begin().catch((error) => {
    // it may be tried again
    started = undefined;
    throw error;
  });
  return started;
}

async function begin() {
  // a page that is one file has them in itself
  const { interleaveFile: own } = globalThis;
  await start(own && { module_or_path: await unpacked(own.engine) });
  engine.workers(own ? () => new Worker(scripted(own.worker)) : worker);
  return engine;
}

async function unpacked(address) {
  const { body } = await fetch(address);
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

let policy;

/** An address of a script of ours, for pages that require trusted types. */
function trusted(address) {
  if (!globalThis.trustedTypes) return address;
  policy ??= trustedTypes.createPolicy("interleave", { createScriptURL: (it) => it });
  return policy.createScriptURL(address);
}

const scripted = (text) => trusted(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));

function worker() {
  try {
    return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  } catch {
    // another origin's script cannot be started, but can be imported; nor can an address that is not
    // trusted, but bundlers know no other form than the one above
    const text = `import ${JSON.stringify(new URL("./worker.js", import.meta.url).href)}`;
    return new Worker(scripted(text), { type: "module" });
  }
}
