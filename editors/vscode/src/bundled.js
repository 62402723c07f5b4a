// The language server that the extension brings, in a worker.
const vscode = require("vscode");

/** `begin(address)` gives a worker of the script there, and `connect(worker, options)` a client. */
exports.bundled = async (context, settings, { failed, ...options }, begin, connect) => {
  const file = (...parts) => vscode.Uri.joinPath(context.extensionUri, ...parts);
  const program = await vscode.workspace.fs.readFile(file("wasm", "worker_bg.wasm"));
  const worker = begin(file("dist", "worker.js"), failed);
  worker.postMessage(program);
  const { playground, statesMax } = settings;
  const client = connect(worker, { ...options, initializationOptions: { playground, statesMax } });
  const end = async () => {
    try {
      await client.dispose();
    } finally {
      // also where it takes no leave
      worker.terminate();
    }
  };
  return { client, end, name: "in the extension", what: "the one that the extension brings" };
};
