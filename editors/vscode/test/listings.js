// The grammar gives every word of the published listings the colour that the language server gives it: a keyword is
// one in both. The server knows names, and a grammar does not: so few may differ.
const { test } = require("node:test");
const fs = require("node:fs");
const path = require("node:path");
const { loadWASM, OnigScanner, OnigString } = require("vscode-oniguruma");
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");
const { compare } = require("./lib/colours");

const GRAMMAR = path.join(__dirname, "../syntaxes/interleave.tmLanguage.json");

/** So many tokens of a thousand may be keywords in one of both only. */
const OTHERWISE_MAX = 10;

async function grammar() {
  const wasm = path.join(path.dirname(require.resolve("vscode-oniguruma")), "onig.wasm");
  await loadWASM(fs.readFileSync(wasm).buffer);
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new OnigScanner(patterns),
      createOnigString: (text) => new OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(fs.readFileSync(GRAMMAR, "utf8"), GRAMMAR),
  });
  return registry.loadGrammar("source.interleave");
}

/** What the grammar says of the character at a place. */
function scope(tokens, column) {
  return tokens.find((token) => token.startIndex <= column && column < token.endIndex).scopes.join(" ");
}

/** What stands there, by the names of its scopes. */
function sortOf(scopes) {
  if (/keyword|constant\.language|storage/.test(scopes)) return "keyword";
  if (scopes.includes("constant.numeric")) return "number";
  return ["comment", "string"].find((sort) => scopes.includes(sort));
}

test("the listings have the colours that the language server gives them", async (t) => {
  const known = await grammar();
  const read = (_name, text) => {
    let stack = INITIAL;
    const lines = text.split("\n").map((line) => {
      const { tokens, ruleStack } = known.tokenizeLine(line, stack);
      stack = ruleStack;
      return tokens;
    });
    return (line, column) => sortOf(scope(lines[line], column));
  };
  await compare(t, read, OTHERWISE_MAX);
});
