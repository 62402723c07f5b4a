// The grammar gives every word of the published listings the colour that the language server gives it: a keyword is
// one in both. The server knows names, and a grammar does not: so few may differ.
const { test } = require("node:test");
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { loadWASM, OnigScanner, OnigString } = require("vscode-oniguruma");
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");
const { Program, listings } = require("./lib/client");

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

/** The sort of each token of a text, by its line and column. */
async function tokensOf(server, types, text) {
  const uri = "file:///a.ilv";
  server.open(uri, text);
  const { data } = await server.ask("textDocument/semanticTokens/full", { textDocument: { uri } });
  const sorts = new Map();
  let [line, column] = [0, 0];
  for (let at = 0; at < data.length; at += 5) {
    column = data[at] ? data[at + 1] : column + data[at + 1];
    line += data[at];
    sorts.set(`${line}:${column}`, { sort: types[data[at + 3]], length: data[at + 2] });
  }
  return sorts;
}

/** What the grammar says of the character at a place. */
function scope(tokens, column) {
  return tokens.find((token) => token.startIndex <= column && column < token.endIndex).scopes.join(" ");
}

const isWord = (text) => /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(text);

test("the listings have the colours that the language server gives them", async (t) => {
  const [known, server] = [await grammar(), new Program("--states-max", "1")];
  t.after(() => server.end());
  const { tokenTypes } = (await server.begin()).semanticTokensProvider.legend;
  let count = 0;
  const otherwise = [];
  for (const [name, text] of listings()) {
    const sorts = await tokensOf(server, tokenTypes, text);
    let stack = INITIAL;
    text.split("\n").forEach((line, nth) => {
      const { tokens, ruleStack } = known.tokenizeLine(line, stack);
      stack = ruleStack;
      for (const [place, { sort, length }] of sorts) {
        const [at, column] = place.split(":").map(Number);
        const word = line.slice(column, column + length);
        if (at !== nth || !(isWord(word) || sort === "comment" || sort === "number")) continue;
        count += 1;
        const said = scope(tokens, column);
        const isOne = /keyword|constant\.language|storage/.test(said);
        const fits = {
          keyword: isOne,
          comment: said.includes("comment"),
          number: said.includes("constant.numeric"),
          string: said.includes("string"),
        };
        if (!(fits[sort] ?? !isOne)) otherwise.push(`${name}:${nth + 1}: ${word} is a ${sort}, and ${said}`);
      }
    });
  }
  assert.ok(count > 5000, `${count} tokens`);
  console.log(`${count} tokens, ${otherwise.length} otherwise`);
  assert.ok(otherwise.length * 1000 <= count * OTHERWISE_MAX, otherwise.join("\n"));
});
