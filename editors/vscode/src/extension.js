// Starts `interleave lsp` where the program is there, and shows the playground beside the text. Without the program
// colours and snippets are left.
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

/** The command of the server's lenses: its argument is the address of a run. */
const OPEN = "interleave.open";
/** The server's command that gives the address of a text. */
const ADDRESS = "interleave.address";

let client;
let panel;

function settings() {
  return vscode.workspace.getConfiguration("interleave");
}

async function start() {
  await client?.dispose();
  client = undefined;
  if (!vscode.workspace.isTrusted) return;
  const command = settings().get("server");
  const args = ["lsp", "--playground", settings().get("playground")];
  args.push("--states-max", String(settings().get("statesMax")));
  const middleware = {
    executeCommand: (asked, args, next) => (asked === OPEN ? show(args[0]) : next(asked, args)),
  };
  const documentSelector = [{ language: "interleave" }];
  const server = { command, args, transport: TransportKind.stdio };
  const started = new LanguageClient("interleave", "Interleave", server, { documentSelector, middleware });
  try {
    await started.start();
    client = started;
  } catch {
    const why = `The program “${command}” could not be started: there are colours and snippets, and no verdicts.`;
    if (await vscode.window.showWarningMessage(why, "Where It Is…")) {
      vscode.commands.executeCommand("workbench.action.openSettings", "interleave.server");
    }
  }
}

/** The text of the editor as the playground shows it; without the server an empty page of it. */
async function playground() {
  const uri = vscode.window.activeTextEditor?.document.uri.toString();
  const address = client && uri && (await vscode.commands.executeCommand(ADDRESS, uri));
  await show(address ?? new URL("new.html", settings().get("playground")).href);
}

async function show(address) {
  panel ??= newPanel();
  panel.reveal(undefined, true);
  panel.webview.html = page(await within(address));
}

/** On another machine than the editor's the address is another one, too. */
async function within(address) {
  const url = new URL(address);
  const outside = await vscode.env.asExternalUri(vscode.Uri.parse(url.origin));
  return outside.toString(true).replace(/\/$/, "") + url.pathname + url.search + url.hash;
}

function newPanel() {
  const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  const options = { enableScripts: true, retainContextWhenHidden: true };
  const panel = vscode.window.createWebviewPanel("interleave.playground", "Playground", beside, options);
  panel.onDidDispose(forget);
  return panel;
}

function forget() {
  panel = undefined;
}

function page(address) {
  const escaped = address.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const origin = new URL(address).origin;
  const policy = `default-src 'none'; style-src 'unsafe-inline'; frame-src ${origin}`;
  return `<!doctype html>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style>html, body, iframe { width: 100%; height: 100%; margin: 0; padding: 0; border: 0 }</style>
<iframe src="${escaped}" title="Playground" allow="clipboard-write"></iframe>`;
}

exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("interleave.playground", playground),
    vscode.commands.registerCommand("interleave.restart", start),
    vscode.workspace.onDidGrantWorkspaceTrust(start),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("interleave")) start();
    }),
  );
  await start();
};

exports.deactivate = () => client?.dispose();
