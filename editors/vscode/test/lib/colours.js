// The words of the published listings as the language server colours them, and what another reader of texts says of
// them. A keyword is one in both. The server knows names, and others do not: so few may differ.
const assert = require("node:assert/strict");
const { Program, listings } = require("./client");

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

const isWord = (text) => /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(text);

/** The words of a text, each with its place and sort. */
async function wordsOf(server, types, text) {
  const lines = text.split("\n");
  const all = [...(await tokensOf(server, types, text))].map(([place, { sort, length }]) => {
    const [line, column] = place.split(":").map(Number);
    return { line, column, sort, word: lines[line].slice(column, column + length) };
  });
  return all.filter(({ word, sort }) => isWord(word) || sort === "comment" || sort === "number");
}

/** `read(name, text)` gives what says of a place whether a keyword, a comment, a number or a string stands there. */
exports.compare = async (t, read, otherwiseMax) => {
  const server = new Program("--states-max", "1");
  t.after(() => server.end());
  const { tokenTypes } = (await server.begin()).semanticTokensProvider.legend;
  let count = 0;
  const otherwise = [];
  for (const [name, text] of listings()) {
    const said = await read(name, text);
    for (const { line, column, sort, word } of await wordsOf(server, tokenTypes, text)) {
      const other = said(line, column);
      const isSame = ["keyword", "comment", "number", "string"].includes(sort) ? other === sort : other !== "keyword";
      if (!isSame) otherwise.push(`${name}:${line + 1}: ${word} is a ${sort}, and ${other}`);
      count += 1;
    }
  }
  assert.ok(count > 5000, `${count} tokens`);
  console.log(`${count} tokens, ${otherwise.length} otherwise`);
  assert.ok(otherwise.length * 1000 <= count * otherwiseMax, otherwise.join("\n"));
};
