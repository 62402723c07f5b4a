// What the extension does on a desktop and in a browser. How a server is started is for `desktop.js` and `browser.js`
// to say.
const vscode = require("vscode");
const { show } = require("./panel");
const tests = require("./tests");

/** The command of the server's lenses: its argument is the address of a run. */
const OPEN = "interleave.open";
/** The server's command that gives the address of a text. */
const ADDRESS = "interleave.address";

/** `connect(context, settings, options)` gives a client of a server, what that server is, and how it ends. */
exports.extension = (connect) => {
  let server;
  let status;
  let latest = Promise.resolve();

  /** One after the other: two servers would register the same commands. */
  const restart = (context) => (latest = latest.then(() => start(context)));

  async function start(context) {
    await stop();
    const middleware = {
      executeCommand: (asked, args, next) => (asked === OPEN ? show(args[0]) : next(asked, args)),
    };
    const options = { documentSelector: [{ language: "interleave" }], middleware };
    say("starting", "The language server starts.", true);
    try {
      const begun = await connect(context, settings(), { ...options, failed });
      server = begun;
      await begun.client.start();
      say(begun.name, `The language server is ${begun.what}.`);
    } catch (error) {
      await stop();
      failed(error);
    }
  }

  async function stop() {
    const last = server;
    server = undefined;
    try {
      await last?.end();
    } catch {
      // one that has stopped by itself, which the reader was told
    }
  }

  function say(text, detail, busy = false) {
    Object.assign(status, { text, detail, busy, severity: vscode.LanguageStatusSeverity.Information });
  }

  async function failed(error) {
    const why = `The language server has stopped: ${error?.message ?? "out of memory, perhaps"}.`;
    say("no server", why);
    status.severity = vscode.LanguageStatusSeverity.Error;
    if (await vscode.window.showErrorMessage(why, "Restart")) {
      vscode.commands.executeCommand("interleave.restart");
    }
  }

  /** The text of the editor as the playground shows it; without the server an empty page of it. */
  async function playground() {
    const uri = vscode.window.activeTextEditor?.document.uri.toString();
    const address = server && uri && (await vscode.commands.executeCommand(ADDRESS, uri));
    await show(address ?? new URL("new.html", settings().playground).href);
  }

  async function activate(context) {
    status = vscode.languages.createLanguageStatusItem("interleave.server", { language: "interleave" });
    Object.assign(status, {
      name: "Interleave",
      command: { command: "interleave.restart", title: "Restart" },
    });
    context.subscriptions.push(
      status,
      tests.view(() => server?.client),
      vscode.commands.registerCommand("interleave.playground", playground),
      vscode.commands.registerCommand("interleave.restart", () => restart(context)),
      vscode.workspace.onDidGrantWorkspaceTrust(() => restart(context)),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration("interleave")) restart(context);
      }),
    );
    await restart(context);
  }

  return { activate, deactivate: stop };
};

function settings() {
  const all = vscode.workspace.getConfiguration("interleave");
  return { program: all.get("server"), playground: all.get("playground"), statesMax: all.get("statesMax") };
}
