// As a server that renders pages: importing it does nothing, and what it describes is what it has.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

const before = Object.getOwnPropertyNames(globalThis);
const { InterleaveRun, load } = await import("interleave-run");
await import("interleave-run/interleave-code.js");
assert.deepEqual(Object.getOwnPropertyNames(globalThis), before);
assert.equal(typeof load, "function");

const folder = new URL("node_modules/interleave-run/", import.meta.url);
const read = (name) => readFile(new URL(name, folder), "utf8");
const { customElements } = JSON.parse(await read("package.json"));
const [element] = JSON.parse(await read(customElements)).modules[0].declarations;
const described = element.attributes.map((it) => it.name);
const types = (await read("interleave-run.d.ts")).match(/interface InterleaveRunAttributes \{[^}]*\}/)[0];
const typed = [...types.matchAll(/^  (\w+)\?:/gm)].map((it) => it[1]);
const table = [...(await read("README.md")).matchAll(/^\| `(\w+)/gm)].map((it) => it[1]);
const known = [...InterleaveRun.observedAttributes, "load", "home"];
for (const names of [described, typed, table]) assert.deepEqual(names.toSorted(), known.toSorted());

// a page may bundle the styles, and a server may render them: no file is named in them
const { default: styles } = await import("interleave-run/style.js");
assert.match(styles, /\.embed/);
assert.doesNotMatch(styles, /url\(|@font-face|@import/);
