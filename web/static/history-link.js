// A history in the fragment of an address: object=NAME&initial=JSON&log=TEXT. The text is deflated, and written in
// URL-safe base64 without padding.

/** So long a fragment is read or written: what chats and mails take. */
export const LINK_MAX = 16_000;
/** So long a log comes out of one, in bytes. */
const LOG_MAX = 4_000_000;

export async function write({ object, initial, log }) {
  const pairs = new URLSearchParams({ object });
  if (initial) pairs.set("initial", initial);
  const packed = new Blob([log]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  let bytes = "";
  for await (const chunk of chunks(packed)) for (const byte of chunk) bytes += String.fromCharCode(byte);
  pairs.set("log", btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""));
  return `#${pairs}`;
}

/** What a fragment says. An error is a sentence. */
export async function read(fragment) {
  if (fragment.length > LINK_MAX) {
    throw new Error(`The link is longer than ${LINK_MAX} characters. It is not read.`);
  }
  const pairs = new URLSearchParams(fragment.replace(/^#/, ""));
  return {
    object: pairs.get("object") ?? "",
    initial: pairs.get("initial") ?? "",
    log: await unpacked(pairs.get("log") ?? ""),
  };
}

async function unpacked(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (it) => it.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let [log, length] = ["", 0];
    for await (const chunk of chunks(stream)) {
      length += chunk.length;
      if (length > LOG_MAX) break;
      log += decoder.decode(chunk, { stream: true });
    }
    if (length <= LOG_MAX) return log + decoder.decode();
  } catch {
    throw new Error("The history in the link cannot be read: it was cut or changed after it was copied.");
  }
  throw new Error("The history in the link is too large.");
}

// not every browser iterates streams
async function* chunks(stream) {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
