// A folder with one file, in memory: what the editor in a browser opens.
const vscode = require("vscode");

const LOCK = `algorithm Lock
shared lock: bool
process i of 2:
  remainder:
    pause
  waiting:
    await not lock
    lock ← true
  critical:
    pause
  exit:
    lock ← false
always mutual exclusion: at most 1 in critical
`;

const nothing = { dispose() {} };
let bytes = new TextEncoder().encode(LOCK);
const isFolder = (uri) => uri.path === "/";

function stat(uri) {
  const type = isFolder(uri) ? vscode.FileType.Directory : vscode.FileType.File;
  if (!isFolder(uri) && uri.path !== "/lock.ilv") throw vscode.FileSystemError.FileNotFound(uri);
  return { type, ctime: 0, mtime: 0, size: bytes.length };
}

function refused(uri) {
  throw vscode.FileSystemError.NoPermissions(uri);
}

exports.activate = () => {
  vscode.workspace.registerFileSystemProvider("memory", {
    onDidChangeFile: () => nothing,
    watch: () => nothing,
    stat,
    readDirectory: () => [["lock.ilv", vscode.FileType.File]],
    readFile: (uri) => (stat(uri), bytes),
    writeFile: (uri, written) => void (stat(uri), (bytes = written)),
    createDirectory: refused,
    delete: refused,
    rename: refused,
  });
};
