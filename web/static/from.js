// Reads the text that a link names by its address. Loaded when there is such a link.
import { add, dialog } from "./dialog.js";

/** How long a site may take to answer, and how long nothing is said of it, in milliseconds. */
const PATIENCE = 15_000;
const SILENCE = 400;
/** More than a text may have, in bytes: the engine says how many that are. */
const BYTES_MAX = 100_000;

/** Where the text of a page lies that shows it among other things. */
function raw(address) {
  return address
    .replace(/^https:\/\/github\.com\/([^/]+\/[^/]+)\/blob\//, "https://raw.githubusercontent.com/$1/")
    .replace(/^https:\/\/gist\.github\.com\/([^/]+\/[0-9a-f]+)\/?$/, "https://gist.githubusercontent.com/$1/raw");
}

/** What a site answers, or a sentence that says why there is nothing to read. */
async function text(address, given_up) {
  const { host } = new URL(address);
  const asking = new AbortController();
  given_up.addEventListener("abort", () => asking.abort());
  let why = `${host} cannot be reached, or does not let other sites read its files (Access-Control-Allow-Origin). ` +
    "GitHub’s raw files and gists can be read.";
  const patience = setTimeout(() => {
    why = `${host} has not answered in ${PATIENCE / 1000} seconds.`;
    asking.abort();
  }, PATIENCE);
  const asked = { signal: asking.signal, credentials: "omit", referrerPolicy: "no-referrer" };
  try {
    const reply = await fetch(address, asked).catch(() => undefined);
    if (!reply) throw new Error(why);
    if (!reply.ok) throw new Error(`${host} answers “${reply.status} ${reply.statusText}”.`);
    const type = reply.headers.get("content-type") ?? "";
    if (type.startsWith("text/html")) throw new Error("There is a page, and no text by itself.");
    return await whole(reply.body.getReader()).catch((error) => {
      throw asking.signal.aborted ? new Error(why) : error;
    });
  } finally {
    clearTimeout(patience);
  }
}

async function whole(reader) {
  let read = "";
  const decoder = new TextDecoder();
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return read;
    bytes += value.length;
    if (bytes > BYTES_MAX) throw new Error("It is longer than a text may be.");
    read += decoder.decode(value, { stream: true });
  }
}

/** Asks until there is a text, or the reader goes on without one; then the page says so. */
export async function read(engine, address) {
  const reading = dialog("A text from elsewhere");
  add(add(reading, "p", { textContent: "This link names a text by its address: " }), "code", { textContent: address });
  const told = add(reading, "p", { role: "status" });
  const again = add(add(reading, "div", { className: "choices" }), "button", { textContent: "Try again", hidden: true });
  const closed = new AbortController();
  reading.addEventListener("close", () => closed.abort());
  const shown = setTimeout(() => reading.showModal(), SILENCE);
  const pressed = () => new Promise((done) => {
    again.onclick = done;
    closed.signal.addEventListener("abort", done);
  });
  while (!closed.signal.aborted) {
    told.textContent = "It is being read.";
    again.hidden = true;
    try {
      engine.keep_text(address, await text(raw(address), closed.signal));
      break;
    } catch ({ message }) {
      if (closed.signal.aborted) break;
      if (!reading.open) reading.showModal();
      told.textContent = `It could not be read. ${message}`;
      again.hidden = false;
      await pressed();
    }
  }
  clearTimeout(shown);
  if (reading.open) reading.close();
  else reading.remove();
}
