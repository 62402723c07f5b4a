// The properties of each text as tests. A test runs by waiting for the verdict of the server's lens on it.
const vscode = require("vscode");

/** Milliseconds between two looks at the lenses. */
const PAUSE = 200;
const FILES = "**/*.ilv";
const UNKNOWN = "There is no verdict: the text was closed, or the language server has stopped.";

/** `client()` gives the client of the server, where there is one. */
exports.view = (client) => {
  const controller = vscode.tests.createTestController("interleave", "Interleave");
  const profile = vscode.TestRunProfileKind.Run;
  controller.createRunProfile("Check Every Interleaving", profile, (request) => run(request), true);

  controller.resolveHandler = async (text) => {
    if (text) return list(text);
    for (const uri of await vscode.workspace.findFiles(FILES)) itemOf(uri);
  };
  const files = vscode.workspace.createFileSystemWatcher(FILES, false, true, false);
  files.onDidCreate(itemOf);
  files.onDidDelete((uri) => controller.items.delete(uri.toString()));
  const opened = vscode.workspace.onDidOpenTextDocument(take);
  const saved = vscode.workspace.onDidSaveTextDocument(take);
  vscode.workspace.textDocuments.forEach(take);
  return vscode.Disposable.from(controller, files, opened, saved);

  function take({ languageId, uri }) {
    // an older version of a text is none to be tested
    if (languageId === "interleave" && uri.scheme !== "git") list(itemOf(uri));
  }

  function itemOf(uri) {
    const id = uri.toString();
    const label = vscode.workspace.asRelativePath(uri);
    const item = controller.items.get(id) ?? controller.createTestItem(id, label, uri);
    item.canResolveChildren = true;
    controller.items.add(item);
    return item;
  }

  function list(text) {
    return lenses(text, () => true);
  }

  function verdicts(text, token) {
    return lenses(text, ({ data }) => data.mark !== null, token);
  }

  /** Those of a text, once each is as it should be, by property; undefined if it has errors. */
  async function lenses(text, isReady, token) {
    const document = await vscode.workspace.openTextDocument(text.uri);
    for (;;) {
      const server = client();
      if (!server || document.isClosed || token?.isCancellationRequested) return undefined;
      const textDocument = server.code2ProtocolConverter.asTextDocumentIdentifier(document);
      // a server that ends has none; perhaps another one starts
      const asked = server.sendRequest("textDocument/codeLens", { textDocument }).catch(() => []);
      const all = (await asked) ?? [];
      const problems = vscode.languages.getDiagnostics(text.uri);
      const hasErrors = problems.some(({ source }) => source === "interleave");
      text.error = hasErrors ? "The text has errors." : undefined;
      if (hasErrors) return undefined;
      if (all.length && all.every(isReady)) {
        const found = new Map(all.map((lens) => [lens.data.property, lens]));
        text.children.replace([...found].map(([property, lens]) => child(text, property, lens.range)));
        return found;
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  function child(text, property, { start, end }) {
    const id = `${text.id}#${property}`;
    const item = text.children.get(id) ?? controller.createTestItem(id, property, text.uri);
    item.range = new vscode.Range(start.line, start.character, end.line, end.character);
    return item;
  }

  async function run(request) {
    const run = controller.createTestRun(request);
    const wanted = request.include ?? [...controller.items].map(([, text]) => text);
    for (const text of new Set(wanted.map((item) => item.parent ?? item))) {
      run.started(text);
      const found = await verdicts(text, run.token);
      if (run.token.isCancellationRequested) break;
      if (!found) run.errored(text, new vscode.TestMessage(text.error ?? UNKNOWN));
      for (const [, test] of text.children) {
        const isWanted = wanted.includes(text) || wanted.some(({ id }) => id === test.id);
        if (found?.has(test.label) && isWanted && !request.exclude?.includes(test)) {
          report(run, test, found.get(test.label));
        }
      }
    }
    run.end();
  }
};

function report(run, test, { command, data }) {
  const address = command.arguments?.[0];
  run.appendOutput([test.label, command.title, address ?? ""].join("\r\n  ").trimEnd() + "\r\n", undefined, test);
  if (data.mark === "Fails") {
    const link = `command:interleave.open?${encodeURIComponent(JSON.stringify([address]))}`;
    const parts = [command.title, command.tooltip, address && `[Open the run](${link})`];
    const says = new vscode.MarkdownString(parts.filter(Boolean).join("\n\n"));
    says.isTrusted = { enabledCommands: ["interleave.open"] };
    const message = new vscode.TestMessage(says);
    message.location = new vscode.Location(test.uri, test.range);
    run.failed(test, message);
  } else if (data.mark === "Open" || data.mark === "HoldsSoFar") {
    // nothing is proved
    run.skipped(test);
  } else {
    run.passed(test);
  }
}
