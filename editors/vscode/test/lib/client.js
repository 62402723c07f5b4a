// A client of the language server: of the program over its standard input and output, or of the worker that the
// extension brings.
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { spawn } = require("node:child_process");
const { Worker } = require("node:worker_threads");

const ROOT = path.join(__dirname, "../../../..");
const EXTENSION = path.join(__dirname, "../..");
/** The program is that of the workspace's own builds, unless it is named. */
const PROGRAM = process.env.INTERLEAVE ?? path.join(ROOT, "target/debug/interleave");
const LISTINGS = path.join(ROOT, "crates/algorithms/listings");

exports.PROGRAM = PROGRAM;

/** The published texts, by the names of their files. */
exports.listings = () => {
  const names = fs.readdirSync(LISTINGS).filter((name) => name.endsWith(".ilv"));
  return names.map((name) => [name, fs.readFileSync(path.join(LISTINGS, name), "utf8")]);
};

class Client {
  constructor() {
    this.waiting = new Map();
    this.heard = [];
    this.listeners = [];
    this.asked = 0;
  }

  hear(message) {
    if (!message.method) {
      const [resolve, reject] = this.waiting.get(message.id);
      return message.error ? reject(new Error(message.error.message)) : resolve(message.result);
    }
    this.heard.push(message);
    this.listeners = this.listeners.filter((listener) => !listener());
  }

  tell(method, params, id) {
    this.send({ jsonrpc: "2.0", id, method, params });
  }

  ask(method, params) {
    const id = ++this.asked;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, [resolve, reject]);
      this.tell(method, params, id);
    });
  }

  /** What the server can. */
  async begin(capabilities = {}, initializationOptions = {}) {
    const begun = await this.ask("initialize", { capabilities, initializationOptions });
    this.tell("initialized", {});
    return begun.capabilities;
  }

  open(uri, text) {
    this.tell("textDocument/didOpen", { textDocument: { uri, languageId: "interleave", version: 1, text } });
  }

  change(uri, version, text) {
    this.tell("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ text }] });
  }

  /** The first message of the server, from the last one that was waited for on, that is such a one. */
  next(isIt) {
    return new Promise((resolve) => {
      const look = () => {
        const at = this.heard.findIndex(isIt);
        if (at < 0) return false;
        resolve(this.heard.splice(0, at + 1).at(-1));
        return true;
      };
      if (!look()) this.listeners.push(look);
    });
  }

  async diagnostics(uri, version = 1) {
    const isIt = ({ method, params }) =>
      method === "textDocument/publishDiagnostics" && params.uri === uri && params.version === version;
    return (await this.next(isIt)).params.diagnostics;
  }

  /** The lenses once the search has ended. */
  async verdicts(uri) {
    for (;;) {
      await this.next(({ method }) => method === "workspace/codeLens/refresh");
      const lenses = await this.ask("textDocument/codeLens", { textDocument: { uri } });
      if (lenses.length && lenses.every(({ data }) => data.mark !== null)) return lenses;
    }
  }
}

exports.Program = class extends Client {
  constructor(...args) {
    super();
    this.process = spawn(PROGRAM, ["lsp", ...args], { stdio: ["pipe", "pipe", "inherit"] });
    this.process.on("error", (error) => assert.fail(`${PROGRAM}: ${error.message}`));
    this.received = Buffer.alloc(0);
    this.process.stdout.on("data", (bytes) => this.receive(bytes));
  }

  receive(bytes) {
    this.received = Buffer.concat([this.received, bytes]);
    for (;;) {
      const head = this.received.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(this.received.subarray(0, head).toString())[1]);
      if (this.received.length < head + 4 + length) return;
      this.hear(JSON.parse(this.received.subarray(head + 4, head + 4 + length).toString()));
      this.received = this.received.subarray(head + 4 + length);
    }
  }

  send(message) {
    const text = JSON.stringify(message);
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  end() {
    this.process.stdin.end();
  }
};

exports.Bundled = class extends Client {
  constructor() {
    super();
    this.worker = new Worker(path.join(EXTENSION, "dist/worker.js"));
    this.worker.on("error", (error) => assert.fail(error));
    this.worker.on("message", (message) => this.hear(message));
    this.worker.postMessage(fs.readFileSync(path.join(EXTENSION, "wasm/worker_bg.wasm")));
  }

  send(message) {
    this.worker.postMessage(message);
  }

  end() {
    return this.worker.terminate();
  }
};
