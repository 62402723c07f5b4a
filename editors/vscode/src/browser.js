// In a browser: the server that the extension brings.
const { LanguageClient } = require("vscode-languageclient/browser");
const { bundled } = require("./bundled");
const { extension } = require("./extension");

function begin(script, failed) {
  const worker = new Worker(script.toString(true));
  worker.addEventListener("error", (event) => {
    worker.terminate();
    failed(event);
  });
  return worker;
}

const client = (worker, options) => new LanguageClient("interleave", "Interleave", worker, options);

module.exports = extension((context, settings, options) =>
  bundled(context, settings, options, begin, client),
);
