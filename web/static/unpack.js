// Loads programs, which are packed: a fifth less than what hosts make of them with gzip (`web/packing`).

/** The program in a folder, started. */
export async function load(folder) {
  const unpacking = unpacked(`${folder}/engine.lzma`);
  const [program, module_or_path] = await Promise.all([import(`./${folder}/web.js`), unpacking]);
  await program.default({ module_or_path });
  program.workers?.((is_far) => {
    // on several cores, where they may share memory
    const is_crew = is_far && self.crossOriginIsolated && navigator.hardwareConcurrency > 1;
    return worker(new URL(is_crew ? "crew/crew.js" : `${folder}/worker.js`, import.meta.url));
  });
  return program;
}

/** Another origin's script may not be started, but may be imported. */
function worker({ href, origin }) {
  const foreign = () => new Blob([`import ${JSON.stringify(href)}`], { type: "text/javascript" });
  return new Worker(origin === location.origin ? href : URL.createObjectURL(foreign()), { type: "module" });
}

async function unpacked(file) {
  const [packed, unpack] = await Promise.all([ask(file), ask("unpack.wasm")]);
  const { instance } = await WebAssembly.instantiate(await unpack.arrayBuffer());
  const { memory, input, output, advance } = instance.exports;
  const reader = packed.body.getReader();
  for (let count = 0; ; ) {
    const { value = [], done } = await reader.read();
    new Uint8Array(memory.buffer, input()).set(value, count);
    count += value.length;
    const size = advance(count, done);
    if (size) return new Uint8Array(memory.buffer, output(), size);
    if (done) throw new Error(`${file} is damaged`);
  }
}

async function ask(file) {
  const reply = await fetch(new URL(file, import.meta.url));
  if (!reply.ok) throw new Error(`${file}: ${reply.status}`);
  return reply;
}
