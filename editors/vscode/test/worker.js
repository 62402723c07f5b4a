// The language server that the extension brings, as its client asks it; the program answers the same.
const { test } = require("node:test");
const assert = require("node:assert/strict");
const { Bundled, Program, listings } = require("./lib/client");

const URI = "file:///a.ilv";
const ABLE = { workspace: { codeLens: { refreshSupport: true } } };

const LOCK = `algorithm Lock
shared lock: bool
process i of 2:
  remainder:
    pause
  waiting:
    await not lock
    lock ← true
  critical:
    pause
  exit:
    lock ← false
always mutual exclusion: at most 1 in critical
`;

/** Far more states than a search visits within a test. */
const LARGE = `algorithm Large
shared x[0..9]: 0..9
process i of 6, for ever:
  remainder:
    for each k in 0..9:
      x[k] ← 9 − x[k]
      x[k] ← (x[k] + i) mod 10
always small: all k in 0..9: x[k] ≤ 9
`;

/** The position of a part of the text. */
function at(text, part) {
  const before = text.slice(0, text.indexOf(part)).split("\n");
  return { line: before.length - 1, character: before.at(-1).length };
}

/** A server for one test, also where that fails. */
function bundled(t) {
  const server = new Bundled();
  t.after(() => server.end());
  return server;
}

const own = (lenses, property) => lenses.find(({ data }) => data.property === property);

test("it answers, and tells verdicts with the address of a run", async (t) => {
  const server = bundled(t);
  const can = await server.begin(ABLE, { playground: "https://example.org/lab" });
  assert.equal(can.hoverProvider, true);
  server.open(URI, LOCK);
  assert.deepEqual(await server.diagnostics(URI), []);
  const textDocument = { uri: URI };
  const hover = await server.ask("textDocument/hover", { textDocument, position: at(LOCK, "lock ← true") });
  assert.match(hover.contents.value, /A variable that all processes share/);
  const offered = await server.ask("textDocument/completion", { textDocument, position: at(LOCK, "not lock") });
  assert.ok(offered.some(({ label }) => label === "lock"));
  const lenses = await server.verdicts(URI);
  const { command, data } = own(lenses, "mutual exclusion");
  assert.match(command.title, /^fails: shortest run /);
  assert.equal(data.mark, "Fails");
  assert.match(command.arguments[0], /^https:\/\/example\.org\/lab\/new\.html#new\?/);
  assert.equal(own(lenses, "no deadlock").data.mark, "Holds");
  // an error and its end
  server.change(URI, 2, LOCK.replace("await", "awiat"));
  const [error] = await server.diagnostics(URI, 2);
  assert.deepEqual(error.range.start, at(LOCK, "await"));
  assert.equal(await server.ask("shutdown"), null);
  await assert.rejects(server.ask("workspace/symbol", { query: "" }), /no answer/);
});

test("it answers while it searches, and a change ends the search", async (t) => {
  const server = bundled(t);
  await server.begin(ABLE, { statesMax: 50_000_000 });
  server.open(URI, LARGE);
  assert.deepEqual(await server.diagnostics(URI), []);
  const textDocument = { uri: URI };
  const waited = [];
  for (let nth = 0; nth < 20; nth += 1) {
    const begun = performance.now();
    const lenses = await server.ask("textDocument/codeLens", { textDocument });
    waited.push(performance.now() - begun);
    assert.equal(own(lenses, "small").command.title, "checking…");
  }
  console.log(`answers took ${Math.max(...waited).toFixed(0)} ms at most`);
  server.change(URI, 2, LOCK);
  assert.match(own(await server.verdicts(URI), "mutual exclusion").command.title, /^fails/);
});

test("a search ends at its bound and says so", async (t) => {
  const server = bundled(t);
  await server.begin(ABLE, { statesMax: 1000 });
  server.open(URI, LARGE);
  const { command, data } = own(await server.verdicts(URI), "small");
  assert.match(command.title, /^bounded: /);
  assert.equal(data.mark, "HoldsSoFar");
});

test("the program and the worker say the same of every published listing, and of it with a word less", async (t) => {
  const max = 100;
  const [program, worker] = [new Program("--states-max", String(max)), bundled(t)];
  t.after(() => program.end());
  assert.deepEqual(await program.begin(ABLE), await worker.begin(ABLE, { statesMax: max }));
  let [texts, errors] = [0, 0];
  for (const [name, text] of listings()) {
    const cut = text.replace(/: .*\n/, "\n");
    for (const [uri, source] of [[`file:///${name}`, text], [`file:///cut-${name}`, cut]]) {
      const textDocument = { uri };
      const answers = async (server) => {
        server.open(uri, source);
        const found = await server.diagnostics(uri);
        const symbols = await server.ask("textDocument/documentSymbol", { textDocument });
        const tokens = await server.ask("textDocument/semanticTokens/full", { textDocument });
        const lenses = found.length ? [] : await server.verdicts(uri);
        server.tell("textDocument/didClose", { textDocument });
        return { found, symbols, tokens, lenses };
      };
      const [one, other] = await Promise.all([answers(program), answers(worker)]);
      assert.deepEqual(one, other, uri);
      texts += 1;
      errors += one.found.length;
    }
  }
  console.log(`${texts} texts, ${errors} errors`);
  assert.ok(texts > 140 && errors > 40, `${texts} texts, ${errors} errors`);
});
