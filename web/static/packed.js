// Text in an address: deflated, and written in URL-safe base64 without padding.

/** So long a fragment is read or written: what chats and mails take. */
export const LINK_MAX = 16_000;
/** So long a text comes out of one, in bytes. */
const TEXT_MAX = 4_000_000;

export async function pack(text) {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  let bytes = "";
  for await (const chunk of chunks(packed)) for (const byte of chunk) bytes += String.fromCharCode(byte);
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text again. An error is a sentence about `what` it is. */
export async function unpack(packed, what) {
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (it) => it.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let [text, length] = ["", 0];
    for await (const chunk of chunks(stream)) {
      length += chunk.length;
      if (length > TEXT_MAX) break;
      text += decoder.decode(chunk, { stream: true });
    }
    if (length <= TEXT_MAX) return text + decoder.decode();
  } catch {
    throw new Error(`The ${what} in the link cannot be read: it was cut or changed after it was copied.`);
  }
  throw new Error(`The ${what} in the link is too large.`);
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

/** The pairs of a fragment. An error is a sentence. */
export function pairs(fragment) {
  if (fragment.length > LINK_MAX) {
    throw new Error(`The link is longer than ${LINK_MAX} characters. It is not read.`);
  }
  return new URLSearchParams(fragment.replace(/^#/, ""));
}
