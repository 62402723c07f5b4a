// The extension in an editor that is made up: the program starts with its arguments, a lens opens the panel, and the
// playground shows the text. What is packed is what is listed here.
const { test } = require("node:test");
const assert = require("node:assert/strict");
const path = require("node:path");
const Module = require("node:module");
const { execFileSync, spawnSync } = require("node:child_process");

const PROGRAM = process.env.INTERLEAVE ?? path.join(__dirname, "../../../target/debug/interleave");
const PLAYGROUND = "https://example.org/lab/";

/** Keeps what the extension does with the editor. */
function editor({ program = PROGRAM, isTrusted = true } = {}) {
  const did = { commands: {}, html: undefined, started: undefined, warned: [] };
  const values = { server: program, playground: PLAYGROUND, statesMax: 1000 };
  const nothing = { dispose() {} };
  const vscode = {
    workspace: {
      isTrusted,
      getConfiguration: () => ({ get: (name) => values[name] }),
      onDidGrantWorkspaceTrust: () => nothing,
      onDidChangeConfiguration: () => nothing,
    },
    commands: {
      registerCommand: (name, run) => ((did.commands[name] = run), nothing),
      executeCommand: async (name, argument) => `${PLAYGROUND}new.html#${name} ${argument}`,
    },
    window: {
      activeTextEditor: { document: { uri: "file:///a.ilv" } },
      showWarningMessage: async (why) => void did.warned.push(why),
      createWebviewPanel: () => ({
        webview: { set html(text) { did.html = text; } },
        reveal() {},
        onDidDispose() {},
      }),
    },
    env: { asExternalUri: async (uri) => uri },
    Uri: { parse: (text) => ({ toString: () => text }) },
    ViewColumn: { Beside: -2 },
  };
  class LanguageClient {
    constructor(_id, _name, server, options) {
      Object.assign(this, { server, options });
    }
    async start() {
      const { command, args } = this.server;
      // as the library does for this transport
      const { error, status } = spawnSync(command, [...args, "--stdio"], { input: "" });
      if (error) throw error;
      did.started = { status, options: this.options };
    }
    async dispose() {}
  }
  const given = { vscode, "vscode-languageclient/node": { LanguageClient, TransportKind: { stdio: 0 } } };
  const load = Module._load;
  Module._load = (name, ...rest) => given[name] ?? load(name, ...rest);
  const file = require.resolve("../src/extension.js");
  delete require.cache[file];
  const extension = require(file);
  Module._load = load;
  return { did, extension };
}

test("the program starts, a lens opens its run, and the text is shown", async () => {
  const { did, extension } = editor();
  await extension.activate({ subscriptions: [] });
  // nobody says anything, and that is no error
  assert.equal(did.started.status, 0);
  const { executeCommand } = did.started.options.middleware;
  await executeCommand("interleave.open", [`${PLAYGROUND}new.html#new?run="A`], assert.fail);
  assert.match(did.html, /frame-src https:\/\/example\.org"/);
  assert.match(did.html, /src="https:\/\/example\.org\/lab\/new\.html#new\?run=%22A"/);
  assert.equal(await executeCommand("other", [], () => "asked"), "asked");
  await did.commands["interleave.playground"]();
  assert.match(did.html, /new\.html#interleave\.address(%20| )file:\/\/\/a\.ilv"/);
});

test("without the program the reader is told, and the playground opens", async () => {
  const { did, extension } = editor({ program: "/no/such/program" });
  await extension.activate({ subscriptions: [] });
  assert.match(did.warned[0], /could not be started/);
  await did.commands["interleave.playground"]();
  assert.match(did.html, /src="https:\/\/example\.org\/lab\/new\.html"/);
});

test("nothing starts in a folder that is not trusted", async () => {
  const { did, extension } = editor({ isTrusted: false });
  await extension.activate({ subscriptions: [] });
  assert.deepEqual([did.started, did.warned], [undefined, []]);
});

test("what is packed is what the extension needs", () => {
  const folder = path.join(__dirname, "..");
  execFileSync("npm", ["run", "--silent", "vscode:prepublish"], { cwd: folder, stdio: "pipe" });
  const packed = execFileSync("npx", ["vsce", "ls", "--no-dependencies"], { cwd: folder, encoding: "utf8" });
  const files = packed.split("\n").filter((line) => /^[\w./-]+$/.test(line) && !line.startsWith("LICENSE"));
  assert.deepEqual(files.sort(), [
    "README.md",
    "dist/extension.js",
    "language-configuration.json",
    "package.json",
    "snippets/interleave.json",
    "syntaxes/interleave.tmLanguage.json",
  ]);
});
