// A search on several cores. To the page this is a worker like any other (`worker.js`); it hands on what
// is said to a program (`web/crew`) whose threads are workers that share its memory.

// how many search
const COUNT = Math.min(navigator.hardwareConcurrency, 16);
// they, and one that listens
const HANDS = COUNT + 1;
// as the program is linked (`xtask/src/assemble.rs`); it may have less, where a browser gives less
const PAGES = { initial: 256, maximum: [65536, 32768, 16384] };

// what the page has said, after its length
const heard = new Int32Array(new SharedArrayBuffer(1 << 20));
// for each hand the thread that it shall run; the first place is of no use
const tasks = new Int32Array(new SharedArrayBuffer(4 * (1 + HANDS)));

self.onmessage = ({ data }) => {
  // the first message is the page's own program
  if (typeof data !== "string") return;
  const at = heard[0];
  const text = new TextEncoder().encode(`${data}\0`);
  new Uint8Array(heard.buffer, 4).set(text, at);
  Atomics.store(heard, 0, at + text.length);
  Atomics.notify(heard, 0);
};

async function begin() {
  const reply = await fetch(new URL("crew.wasm", import.meta.url));
  if (!reply.ok) throw new Error(`crew.wasm: ${reply.status}`);
  const module = await WebAssembly.compile(await reply.arrayBuffer());
  const memory = shared(...PAGES.maximum);
  // one for the program; a worker that waits could not start others
  for (let nth = 0; nth <= HANDS; nth++) {
    const hand = new Worker(new URL("hand.js", import.meta.url), { type: "module" });
    hand.onmessage = ({ data }) => postMessage(data);
    hand.onerror = (event) => {
      event.preventDefault();
      reportError(new Error(event.message));
    };
    hand.postMessage({ module, memory, heard, tasks, nth, count: COUNT });
  }
}

function shared(maximum, ...less) {
  try {
    return new WebAssembly.Memory({ initial: PAGES.initial, maximum, shared: true });
  } catch (error) {
    if (!less.length) throw error;
    return shared(...less);
  }
}

// the page hears of it as of a worker's death
begin().catch(reportError);
