// One thread of the crew: the first runs its program, and the others wait for what that gives them.
import { wasi } from "./wasi.js";

// how long a thread may take to end after the program knows that it has
const PATIENCE_MS = 10_000;

self.onmessage = ({ data: { module, memory, heard, tasks, nth } }) => {
  let [read, said] = [0, ""];
  const decoder = new TextDecoder();

  /** Waits until there is something. */
  const hear = (most) => {
    while (Atomics.load(heard, 0) === read) Atomics.wait(heard, 0, read);
    const bytes = new Uint8Array(heard.buffer, 4 + read, Math.min(most, Atomics.load(heard, 0) - read));
    read += bytes.length;
    return bytes;
  };
  const say = (bytes) => {
    const texts = (said + decoder.decode(bytes, { stream: true })).split("\0");
    said = texts.pop();
    for (const it of texts) postMessage(it);
  };
  /** The number of the thread is that of the hand which runs it. */
  const spawn = (task) => {
    for (;;) {
      const done = Atomics.load(tasks, 0);
      for (let hand = 1; hand < tasks.length; hand++) {
        if (Atomics.compareExchange(tasks, hand, 0, task)) continue;
        Atomics.notify(tasks, hand);
        return hand;
      }
      if (Atomics.wait(tasks, 0, done, PATIENCE_MS) === "timed-out") return -1;
    }
  };

  const imports = {
    env: { memory },
    wasi: { "thread-spawn": spawn },
    wasi_snapshot_preview1: wasi(memory, ["crew", String(tasks.length - 1)], hear, say),
  };
  const { exports } = new WebAssembly.Instance(module, imports);
  if (nth === 0) return exports._start();
  for (;;) {
    let task;
    // what wakes it may be of the task before
    while (!(task = Atomics.load(tasks, nth))) Atomics.wait(tasks, nth, 0);
    exports.wasi_thread_start(nth, task);
    Atomics.store(tasks, nth, 0);
    Atomics.add(tasks, 0, 1);
    Atomics.notify(tasks, 0);
  }
};
