// The grammar gives every word of the published listings the colour that the language server gives it: a keyword is
// one in both. The server knows names, and a grammar does not: so few may differ.
// The first argument behind `--` is the program; without one it is that of the workspace's own builds.
const { test } = require("node:test");
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { spawn } = require("node:child_process");
const { loadWASM, OnigScanner, OnigString } = require("vscode-oniguruma");
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");

const ROOT = path.join(__dirname, "../../..");
const LISTINGS = path.join(ROOT, "crates/algorithms/listings");
const PROGRAM = process.env.INTERLEAVE ?? path.join(ROOT, "target/debug/interleave");
const GRAMMAR = path.join(__dirname, "../syntaxes/interleave.tmLanguage.json");

/** So many tokens of a thousand may be keywords in one of both only. */
const OTHERWISE_MAX = 10;

async function grammar() {
  const wasm = path.join(path.dirname(require.resolve("vscode-oniguruma")), "onig.wasm");
  await loadWASM(fs.readFileSync(wasm).buffer);
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new OnigScanner(patterns),
      createOnigString: (text) => new OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(fs.readFileSync(GRAMMAR, "utf8"), GRAMMAR),
  });
  return registry.loadGrammar("source.interleave");
}

/** A client for one question after the other. */
class Server {
  constructor() {
    this.process = spawn(PROGRAM, ["lsp", "--states-max", "1"], { stdio: ["pipe", "pipe", "inherit"] });
    this.process.on("error", (error) => assert.fail(`${PROGRAM}: ${error.message}`));
    this.waiting = new Map();
    this.received = Buffer.alloc(0);
    this.process.stdout.on("data", (bytes) => this.receive(bytes));
    this.asked = 0;
  }

  receive(bytes) {
    this.received = Buffer.concat([this.received, bytes]);
    for (;;) {
      const head = this.received.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(this.received.subarray(0, head).toString())[1]);
      if (this.received.length < head + 4 + length) return;
      const message = JSON.parse(this.received.subarray(head + 4, head + 4 + length).toString());
      this.received = this.received.subarray(head + 4 + length);
      if (!message.method) this.waiting.get(message.id)(message.result);
    }
  }

  tell(method, params, id) {
    const text = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  ask(method, params) {
    const id = ++this.asked;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.tell(method, params, id);
    });
  }

  /** The sort of each token of a text, by its line and column. */
  async tokens(text) {
    const textDocument = { uri: "file:///a.ilv", languageId: "interleave", version: 1, text };
    this.tell("textDocument/didOpen", { textDocument });
    const { data } = await this.ask("textDocument/semanticTokens/full", { textDocument });
    const sorts = new Map();
    let [line, column] = [0, 0];
    for (let at = 0; at < data.length; at += 5) {
      column = data[at] ? data[at + 1] : column + data[at + 1];
      line += data[at];
      sorts.set(`${line}:${column}`, { sort: this.sorts[data[at + 3]], length: data[at + 2] });
    }
    return sorts;
  }
}

/** What the grammar says of the character at a place. */
function scope(tokens, column) {
  return tokens.find((token) => token.startIndex <= column && column < token.endIndex).scopes.join(" ");
}

const isWord = (text) => /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(text);

test("the listings have the colours that the language server gives them", async () => {
  const [known, server] = [await grammar(), new Server()];
  const { capabilities } = await server.ask("initialize", { capabilities: {} });
  server.sorts = capabilities.semanticTokensProvider.legend.tokenTypes;
  server.tell("initialized", {});
  let count = 0;
  const otherwise = [];
  for (const name of fs.readdirSync(LISTINGS).filter((name) => name.endsWith(".ilv"))) {
    const text = fs.readFileSync(path.join(LISTINGS, name), "utf8");
    const sorts = await server.tokens(text);
    let stack = INITIAL;
    text.split("\n").forEach((line, nth) => {
      const { tokens, ruleStack } = known.tokenizeLine(line, stack);
      stack = ruleStack;
      for (const [place, { sort, length }] of sorts) {
        const [at, column] = place.split(":").map(Number);
        const word = line.slice(column, column + length);
        if (at !== nth || !(isWord(word) || sort === "comment" || sort === "number")) continue;
        count += 1;
        const said = scope(tokens, column);
        const isOne = /keyword|constant\.language|storage/.test(said);
        const fits = {
          keyword: isOne,
          comment: said.includes("comment"),
          number: said.includes("constant.numeric"),
          string: said.includes("string"),
        };
        if (!(fits[sort] ?? !isOne)) otherwise.push(`${name}:${nth + 1}: ${word} is a ${sort}, and ${said}`);
      }
    });
  }
  server.process.stdin.end();
  assert.ok(count > 5000, `${count} tokens`);
  console.log(`${count} tokens, ${otherwise.length} otherwise`);
  assert.ok(otherwise.length * 1000 <= count * OTHERWISE_MAX, otherwise.join("\n"));
});
