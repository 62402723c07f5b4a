// The queries give every word of the published listings the colour that the language server gives it.
// `TREE_SITTER` names the program.
const { test } = require("node:test");
const path = require("node:path");
const { execFileSync } = require("node:child_process");
const { compare } = require("../../vscode/test/lib/colours");

const FOLDER = path.join(__dirname, "..");
const LISTINGS = path.join(FOLDER, "../../crates/algorithms/listings");
const PROGRAM = process.env.TREE_SITTER ?? "tree-sitter";

/** So many tokens of a thousand may be keywords in one of both only. */
const OTHERWISE_MAX = 15;

const CAPTURE = /capture: \d+ - ([\w.]+), start: \((\d+), (\d+)\), end: \((\d+), (\d+)\)/g;

function sortOf(capture) {
  if (/^keyword|builtin$/.test(capture)) return "keyword";
  return capture === "constant.numeric" ? "number" : capture;
}

/** The name of what stands at each place. */
function read(name, text) {
  const query = ["query", "--captures", "queries/highlights.scm", path.join(LISTINGS, name)];
  const output = execFileSync(PROGRAM, query, { cwd: FOLDER, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const lines = text.split("\n").map((line) => Buffer.from(line));
  // it counts bytes
  const column = (line, bytes) => lines[line].subarray(0, bytes).toString().length;
  const places = new Map();
  for (const [, capture, line, start, , end] of output.matchAll(CAPTURE)) {
    for (let at = column(line, start); at < column(line, end); at += 1) places.set(`${line}:${at}`, sortOf(capture));
  }
  return (line, at) => places.get(`${line}:${at}`);
}

test("the listings have the colours that the language server gives them", (t) => compare(t, read, OTHERWISE_MAX));
