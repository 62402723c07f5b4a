// An editor that is made up: it keeps what the extension does with it.
const Module = require("node:module");
const fs = require("node:fs");
const path = require("node:path");
const { spawnSync } = require("node:child_process");
const threads = require("node:worker_threads");

const PLAYGROUND = "https://example.org/lab/";
const FOLDER = path.join(__dirname, "../..");
const nothing = { dispose() {} };

exports.PLAYGROUND = PLAYGROUND;

/** A client that says one thing to its server, and waits for the answer; lenses are those given. */
function clientFor(did, lenses) {
  return class {
    constructor(_id, _name, server, options) {
      Object.assign(this, { server, options });
      this.code2ProtocolConverter = { asTextDocumentIdentifier: ({ uri }) => ({ uri: uri.toString() }) };
    }

    async start() {
      did.started = { options: this.options };
      if (this.server.command) {
        const { command, args } = this.server;
        // as the library does for this transport
        const { error, status } = spawnSync(command, [...args, "--stdio"], { input: "" });
        if (error) throw error;
        did.started.status = status;
        return;
      }
      const ports = typeof this.server === "function" ? await this.server() : this.server;
      const asked = { jsonrpc: "2.0", id: 1, method: "initialize", params: { capabilities: {} } };
      const answer = new Promise((resolve) => {
        if (ports.reader) ports.reader.listen(resolve);
        else ports.onmessage = ({ data }) => resolve(data);
      });
      did.started.send = (message) => (ports.writer ? ports.writer.write(message) : ports.postMessage(message));
      did.started.send(asked);
      did.started.answer = (await answer).result;
    }

    async sendRequest() {
      return lenses.length > 1 ? lenses.shift() : lenses[0];
    }

    async dispose() {
      did.ended = (did.ended ?? 0) + 1;
    }
  };
}

/** The worker of a browser, by one of Node. */
class Worker extends threads.Worker {
  constructor(address) {
    super(new URL(address));
    this.on("message", (data) => this.onmessage?.({ data }));
  }

  addEventListener(name, hear) {
    this.on(name, hear);
  }
}

function uriOf(text) {
  return { toString: () => text, fsPath: text.replace("file://", ""), scheme: "file" };
}

/** The items of tests. */
class Items extends Map {
  add(item) {
    this.set(item.id, item);
  }

  replace(items) {
    this.clear();
    items.forEach((item) => this.add(item));
  }
}

function testsFor(did) {
  const note = (how) => (item, message) => {
    (did.results[how] ??= []).push(item.label);
    if (message) did.messages.push(message.message);
  };
  const how = ["started", "passed", "failed", "skipped", "errored"];
  const createTestItem = (id, label, uri) => {
    const children = new Items();
    const item = { id, label, uri, children };
    children.add = (child) => Items.prototype.add.call(children, Object.assign(child, { parent: item }));
    return item;
  };
  const createTestRun = () => ({
    ...Object.fromEntries(how.map((name) => [name, note(name)])),
    token: {},
    appendOutput: (text) => (did.printed += text),
    end() {},
  });
  const createRunProfile = (_label, _kind, run) => (did.run = run);
  const createTestController = () =>
    (did.controller = { items: new Items(), createTestItem, createTestRun, createRunProfile });
  return { createTestController };
}

function fakes(did, { isTrusted, program }) {
  const values = { server: program, playground: PLAYGROUND, statesMax: 1000 };
  const document = { uri: uriOf("file:///a.ilv"), languageId: "interleave" };
  const nobody = () => nothing;
  let told;
  did.failure = new Promise((resolve) => (told = resolve));
  return {
    workspace: {
      isTrusted,
      getConfiguration: () => ({ get: (name) => values[name] }),
      onDidGrantWorkspaceTrust: nobody,
      onDidChangeConfiguration: nobody,
      onDidOpenTextDocument: nobody,
      onDidSaveTextDocument: nobody,
      createFileSystemWatcher: () => ({ ...nothing, onDidCreate: nobody, onDidDelete: nobody }),
      findFiles: async () => [document.uri],
      asRelativePath: (uri) => uri.toString().replace("file:///", ""),
      openTextDocument: async () => document,
      textDocuments: [],
      fs: { readFile: async (uri) => fs.readFileSync(uri.fsPath) },
    },
    commands: {
      registerCommand: (name, run) => ((did.commands[name] = run), nothing),
      executeCommand: async (name, argument) => `${PLAYGROUND}new.html#${name} ${argument}`,
    },
    window: {
      activeTextEditor: { document },
      showWarningMessage: async (why) => void did.warned.push(why),
      showErrorMessage: async (why) => (did.failed.push(why), told()),
      createWebviewPanel: () => ({
        webview: { set html(text) { did.html = text; } },
        reveal() {},
        onDidDispose() {},
      }),
    },
    languages: {
      createLanguageStatusItem: () => (did.status = { ...nothing }),
      getDiagnostics: () => did.diagnostics,
    },
    tests: testsFor(did),
    env: { asExternalUri: async (uri) => uri },
    Uri: {
      parse: uriOf,
      joinPath: (uri, ...parts) => uriOf([uri.toString(), ...parts].join("/")),
    },
    ViewColumn: { Beside: -2 },
    LanguageStatusSeverity: { Information: 0, Warning: 1, Error: 2 },
    TestRunProfileKind: { Run: 1 },
    Disposable: { from: () => nothing },
    Range: class {},
    Location: class {},
    MarkdownString: class { constructor(text) { this.text = text; } },
    TestMessage: class { constructor(message) { this.message = message; } },
  };
}

/** The extension for `desktop` or `browser` in a test, and what it does. */
exports.editor = (t, where, { program = "interleave", isTrusted = true, lenses = [[]] } = {}) => {
  const did = { commands: {}, warned: [], failed: [], results: {}, messages: [], printed: "", diagnostics: [] };
  did.context = { subscriptions: [], extensionUri: uriOf(`file://${FOLDER}`) };
  const LanguageClient = clientFor(did, lenses);
  const node = require("vscode-jsonrpc/node");
  const given = {
    vscode: fakes(did, { isTrusted, program }),
    "vscode-languageclient/node": { ...node, LanguageClient, TransportKind: { stdio: 0 } },
    "vscode-languageclient/browser": { LanguageClient },
  };
  const load = Module._load;
  Module._load = (name, ...rest) => given[name] ?? load(name, ...rest);
  const source = path.join(FOLDER, "src");
  for (const file of Object.keys(require.cache)) if (file.startsWith(source)) delete require.cache[file];
  globalThis.Worker = Worker;
  const extension = require(path.join(source, `${where}.js`));
  Module._load = load;
  t.after(() => extension.deactivate());
  return { did, extension };
};
