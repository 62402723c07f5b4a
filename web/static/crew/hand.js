// One thread of the crew: the first runs its program, and each of the others the one thread that it is given.
import { wasi } from "./wasi.js";

self.onmessage = ({ data: { module, memory, heard, tasks, nth, count } }) => {
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
    for (let hand = 1; hand < tasks.length; hand++) {
      if (Atomics.compareExchange(tasks, hand, 0, task)) continue;
      Atomics.notify(tasks, hand);
      return hand;
    }
    return -1;
  };

  const imports = {
    env: { memory },
    wasi: { "thread-spawn": spawn },
    wasi_snapshot_preview1: wasi(memory, ["crew", String(count)], hear, say),
  };
  const { exports } = new WebAssembly.Instance(module, imports);
  if (nth === 0) return exports._start();
  let task;
  while (!(task = Atomics.load(tasks, nth))) Atomics.wait(tasks, nth, 0);
  exports.wasi_thread_start(nth, task);
};
