// A history in the fragment of an address: object=NAME&initial=JSON&log=TEXT.
import { pack, pairs, unpack } from "./packed.js";

export async function write({ object, initial, log }) {
  const words = new URLSearchParams({ object });
  if (initial) words.set("initial", initial);
  words.set("log", await pack(log));
  return `#${words}`;
}

/** What a fragment says. An error is a sentence. */
export async function read(fragment) {
  const words = pairs(fragment);
  return {
    object: words.get("object") ?? "",
    initial: words.get("initial") ?? "",
    log: await unpack(words.get("log") ?? "", "history"),
  };
}
