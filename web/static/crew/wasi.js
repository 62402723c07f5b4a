// What the crew's program asks of WASI: its arguments, a clock, random bytes, and to read and write.

const [STDIN, STDOUT] = [0, 1];
const [OK, BAD_DESCRIPTOR, NOT_SUPPORTED] = [0, 8, 58];

/** `hear` gives at most so many bytes, and waits for some; `say` takes them. */
export function wasi(memory, args, hear, say) {
  // anew each time, as it may have grown; and addresses come with a sign
  const view = () => new DataView(memory.buffer);
  const bytes = (at, length) => new Uint8Array(memory.buffer, at >>> 0, length >>> 0);
  const get = (at) => view().getUint32(at >>> 0, true);
  const set = (at, value) => view().setUint32(at >>> 0, value, true);
  const encoded = args.map((it) => new TextEncoder().encode(`${it}\0`));

  /** Does `each` with the places that a list of them has, and notes how many bytes that were. */
  const pass = (list, count, passed, each) => {
    let sum = 0;
    for (let at = list; at < list + 8 * count; at += 8) {
      const [place, length] = [get(at), get(at + 4)];
      if (length) sum += each(place, length);
    }
    set(passed, sum);
    return OK;
  };

  const known = {
    args_sizes_get(count, size) {
      set(count, args.length);
      set(size, encoded.reduce((sum, it) => sum + it.length, 0));
      return OK;
    },
    args_get(places, place) {
      for (const it of encoded) {
        set(places, place);
        bytes(place, it.length).set(it);
        places += 4;
        place += it.length;
      }
      return OK;
    },
    environ_sizes_get(count, size) {
      set(count, 0);
      set(size, 0);
      return OK;
    },
    environ_get: () => OK,
    // each worker counts from its own beginning
    clock_time_get(_, __, time) {
      const ms = performance.timeOrigin + performance.now();
      view().setBigUint64(time >>> 0, BigInt(Math.round(ms * 1_000_000)), true);
      return OK;
    },
    // not into memory that is shared
    random_get(place, length) {
      bytes(place, length).set(crypto.getRandomValues(new Uint8Array(length >>> 0)));
      return OK;
    },
    fd_read(file, list, count, read) {
      if (file !== STDIN) return BAD_DESCRIPTOR;
      // what comes is for the first place: the others would wait for more
      return pass(list, Math.min(count, 1), read, (place, length) => {
        const heard = hear(length);
        bytes(place, heard.length).set(heard);
        return heard.length;
      });
    },
    fd_write(file, list, count, written) {
      const print = file === STDOUT ? say : (it) => console.error(new TextDecoder().decode(it));
      return pass(list, count, written, (place, length) => {
        print(bytes(place, length).slice());
        return length;
      });
    },
    fd_prestat_get: () => BAD_DESCRIPTOR,
    sched_yield: () => OK,
    proc_exit(code) {
      throw new Error(`the crew has ended: ${code}`);
    },
  };
  // what is linked, and of no use here
  return new Proxy(known, { get: (known, name) => known[name] ?? (() => NOT_SUPPORTED) });
}
