// On a desktop: the program where it is there and the folder is trusted, and else the server that the extension
// brings.
const vscode = require("vscode");
const client = require("vscode-languageclient/node");
const { execFile } = require("node:child_process");
const { promisify } = require("node:util");
const { Worker } = require("node:worker_threads");
const { bundled } = require("./bundled");
const { extension } = require("./extension");

/** What the setting has where nobody has set it. */
const PROGRAM = "interleave";

module.exports = extension(async (context, settings, options) => {
  const { program } = settings;
  // the setting may come with the folder, so only a trusted one says what runs
  if (vscode.workspace.isTrusted) {
    if (await isThere(program)) return started(settings, options);
    if (program !== PROGRAM) tellMissing(program);
  }
  return bundled(context, settings, options, begin, connected);
});

async function isThere(program) {
  try {
    await promisify(execFile)(program, ["--version"]);
    return true;
  } catch {
    return false;
  }
}

async function tellMissing(program) {
  const why = `The program “${program}” could not be started. The server that the extension brings answers.`;
  if (await vscode.window.showWarningMessage(why, "Where It Is…")) {
    vscode.commands.executeCommand("workbench.action.openSettings", "interleave.server");
  }
}

function started({ program, playground, statesMax }, { failed: _, ...options }) {
  const args = ["lsp", "--playground", playground, "--states-max", String(statesMax)];
  const server = { command: program, args, transport: client.TransportKind.stdio };
  const started = new client.LanguageClient("interleave", "Interleave", server, options);
  return { client: started, end: () => started.dispose(), name: program, what: `the program “${program}”` };
}

function begin(script, failed) {
  const worker = new Worker(script.fsPath);
  worker.on("error", failed);
  return worker;
}

function connected(worker, options) {
  const ports = {
    reader: new client.PortMessageReader(worker),
    writer: new client.PortMessageWriter(worker),
  };
  return new client.LanguageClient("interleave", "Interleave", async () => ports, options);
}
