// Histories to begin with: each with its object, and a name that says what is in it.

const line = (process, event) => JSON.stringify({ process, ...event });
const call = (process, name, ...args) => line(process, { call: name, ...(args.length ? { args } : {}) });
const back = (process, result = null) => line(process, { return: result });

const text = (...lines) => `${lines.join("\n")}\n`;

export const EXAMPLES = [
  {
    name: "a register, and an order",
    object: "register",
    initial: "0",
    log: text(
      call(0, "write", 1), call(1, "read"), back(1, 1), back(0),
      call(0, "write", 2), call(2, "read"), back(0), back(2, 2),
    ),
  },
  {
    name: "new, then old",
    object: "register",
    initial: "0",
    log: text(
      call(0, "write", 1), call(1, "read"), back(1, 1), call(2, "read"), back(2, 0), back(0),
    ),
  },
  {
    name: "a stack: popped twice",
    object: "stack",
    initial: "",
    log: text(
      call(1, "push", "b"), back(1), call(1, "push", "a"), back(1), call(0, "pop"), call(1, "pop"),
      back(1, "a"), call(1, "pop"), back(1, "b"), call(1, "push", "c"), back(1), back(0, "c"),
      call(1, "pop"), back(1, "b"),
    ),
  },
  {
    name: "a queue, and a crash",
    object: "queue",
    initial: "",
    log: text(
      call(0, "enqueue", "x"), call(1, "enqueue", "y"), line(0, { crash: true }), back(1),
      call(1, "dequeue"), back(1, "x"), call(1, "dequeue"), back(1, "y"),
    ),
  },
];
