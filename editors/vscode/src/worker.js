// The language server in a worker of a browser or of Node. The first message is the wasm module; all later ones are the
// client's. It searches in slices, so that messages are heard between them.
import { Session, initSync } from "../wasm/worker.js";

/** So long, in milliseconds, a message may have to wait for a search. */
const PATIENCE = 20;

const isBrowser = "WorkerGlobalScope" in globalThis;
const port = isBrowser ? self : require("node:worker_threads").parentPort;
const soon = isBrowser ? byChannel(search) : () => setImmediate(search);

let session;
let isSearching = false;

port.onmessage = ({ data }) => {
  if (!session) {
    initSync({ module: data });
    session = new Session();
    return;
  }
  say(session.take(JSON.stringify(data)));
  if (!isSearching) search();
};

function search() {
  const end = performance.now() + PATIENCE;
  while (!session.is_idle() && performance.now() < end) say(session.search());
  isSearching = !session.is_idle();
  if (isSearching) soon();
}

function say(messages) {
  for (const message of JSON.parse(messages)) port.postMessage(message);
}

/** Unlike a timer, a message to oneself is never held back. */
function byChannel(act) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = act;
  return () => port2.postMessage(null);
}
