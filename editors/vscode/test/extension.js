// The extension in an editor that is made up: which server starts, what a lens and the commands open, and what a test
// reports. What is packed is what is listed here.
const { test } = require("node:test");
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { execFileSync } = require("node:child_process");
const { PROGRAM } = require("./lib/client");
const { PLAYGROUND, editor } = require("./lib/editor");

const FOLDER = path.join(__dirname, "..");

test("the program starts, a lens opens its run, and the text is shown", async (t) => {
  const { did, extension } = editor(t, "desktop", { program: PROGRAM });
  await extension.activate(did.context);
  // nobody says anything, and that is no error
  assert.equal(did.started.status, 0);
  assert.equal(did.status.text, PROGRAM);
  const { executeCommand } = did.started.options.middleware;
  await executeCommand("interleave.open", [`${PLAYGROUND}new.html#new?run="A`], assert.fail);
  assert.match(did.html, /frame-src https:\/\/example\.org"/);
  assert.match(did.html, /src="https:\/\/example\.org\/lab\/new\.html#new\?run=%22A"/);
  assert.equal(await executeCommand("other", [], () => "asked"), "asked");
  await did.commands["interleave.playground"]();
  assert.match(did.html, /new\.html#interleave\.address(%20| )file:\/\/\/a\.ilv"/);
});

for (const [why, given, warning] of [
  ["without the program", { program: "interleave" }, undefined],
  ["where a setting names another one that is not there", { program: "/no/such" }, /“\/no\/such” could not be started/],
  ["in a folder that is not trusted", { program: PROGRAM, isTrusted: false }, undefined],
]) {
  test(`${why} the server that the extension brings answers`, async (t) => {
    const old = process.env.PATH;
    process.env.PATH = "/nowhere";
    const { did, extension } = editor(t, "desktop", given);
    await extension.activate(did.context);
    process.env.PATH = old;
    assert.equal(did.started.answer.serverInfo.name, "interleave");
    assert.deepEqual(did.started.options.initializationOptions, { playground: PLAYGROUND, statesMax: 1000 });
    assert.equal(did.status.text, "in the extension");
    assert.match(did.status.detail, /the one that the extension brings/);
    warning ? assert.match(did.warned[0], warning) : assert.deepEqual(did.warned, []);
    await did.commands["interleave.restart"]();
    assert.equal(did.ended, 1);
  });
}

test("in a browser the extension brings the server", async (t) => {
  const { did, extension } = editor(t, "browser", {});
  await extension.activate(did.context);
  assert.equal(did.started.answer.serverInfo.name, "interleave");
  assert.equal(did.status.text, "in the extension");
});

test("a server that stops is told", async (t) => {
  const { did, extension } = editor(t, "browser", {});
  await extension.activate(did.context);
  did.started.send({ jsonrpc: "2.0" });
  await did.failure;
  assert.match(did.failed[0], /^The language server has stopped: /);
  assert.equal(did.status.severity, 2);
});

test("properties are tests, and a failure leads to its run", async (t) => {
  const lens = (property, mark, title, page) => ({
    range: { start: { line: 0, character: 7 }, end: { line: 0, character: 9 } },
    command: { title, tooltip: page && "Two are inside.", command: "", arguments: page && [page] },
    data: { property, mark },
  });
  const checking = [lens("mutual exclusion", null, "checking…")];
  const found = [
    lens("mutual exclusion", "Fails", "fails: shortest run 7 steps", `${PLAYGROUND}new.html#new?run=A`),
    lens("small", "HoldsSoFar", "bounded: not a proof"),
    lens("no deadlock", "Holds", "no deadlock: holds"),
  ];
  const { did, extension } = editor(t, "desktop", { program: PROGRAM, lenses: [checking, checking, found] });
  await extension.activate(did.context);
  const { controller } = did;
  await controller.resolveHandler();
  const text = controller.items.get("file:///a.ilv");
  await did.run({});
  assert.deepEqual([...text.children].map(([, item]) => item.label), ["mutual exclusion", "small", "no deadlock"]);
  assert.deepEqual(did.results, {
    started: ["a.ilv"], failed: ["mutual exclusion"], skipped: ["small"], passed: ["no deadlock"],
  });
  assert.match(did.messages[0].text, /shortest run 7 steps\n\nTwo are inside\.\n\n\[Open the run\]\(command:/);
  assert.match(did.printed, new RegExp(`${PLAYGROUND}new.html#new.run=A`));
  did.results = {};
  await did.run({ include: [text.children.get("file:///a.ilv#small")] });
  assert.deepEqual(did.results, { started: ["a.ilv"], skipped: ["small"] });
  did.results = {};
  did.diagnostics = [{ source: "interleave" }];
  await did.run({ include: [text] });
  assert.deepEqual(did.results, { started: ["a.ilv"], errored: ["a.ilv"] });
});

test("what is packed is what the extension needs", () => {
  const packed = execFileSync("npx", ["vsce", "ls", "--no-dependencies"], { cwd: FOLDER, encoding: "utf8" });
  const files = packed.split("\n").filter((line) => /^[\w./-]+$/.test(line) && !line.startsWith("LICENSE"));
  const needed = [
    "README.md",
    "dist/browser.js",
    "dist/desktop.js",
    "dist/worker.js",
    "language-configuration.json",
    "package.json",
    "snippets/interleave.json",
    "syntaxes/interleave.tmLanguage.json",
    "wasm/worker_bg.wasm",
  ];
  assert.deepEqual(files.sort(), needed);
  for (const file of needed) assert.ok(fs.existsSync(path.join(FOLDER, file)), file);
});
