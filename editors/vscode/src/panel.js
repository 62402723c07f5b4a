// The playground beside the text.
const vscode = require("vscode");

let panel;

exports.show = async (address) => {
  panel ??= newPanel();
  panel.reveal(undefined, true);
  panel.webview.html = page(await within(address));
};

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
