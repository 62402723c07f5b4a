// What the plugin for remark makes of the fences of a page: it needs nothing but the tree.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import interleave from "interleave-run/remark";

const LISTING = `algorithm Nothing

shared x: 0..3

process i of 2, for ever:
  remainder:
    pause
  critical:
    x ← i

always alone: at most 1 in critical`;
const TIE = "bakery?processes=2&tie-break=none&v=1&at=12&run=AAVBQX.XL6N";

const file = {
  fail: (why) => {
    throw new Error(why);
  },
};
const fence = (value, meta, lang = "interleave") => ({ type: "code", lang, meta, value });
const tree = (...children) => ({ type: "root", children: [{ type: "blockquote", children }] });

function made(options, ...fences) {
  const page = tree(...fences);
  interleave(options)(page, file);
  return page.children[0].children;
}

// a listing has the picture of its start, and stays; other languages stay
const listing = fence(LISTING, 'ask=1 caption="a < b" showLineNumbers title="t"');
const other = fence("print(1)", null, "python");
const [figure, same] = made({}, listing, other);
assert.equal(same, other);
assert.deepEqual(figure.data, {
  hName: "interleave-run",
  hProperties: { panels: "narration,stage,transport,scheduler,listing", ask: "1", caption: "a < b" },
});
const [picture, code] = figure.children;
assert.equal(code, listing);
assert.match(picture.data.hProperties.src, /^data:image\/svg\+xml,%3Csvg/);
assert.match(picture.data.hProperties.alt, /^Nothing\. Nothing has happened yet/);

// a link has that of its moment, here as a file, and leads there
const posters = { folder: "posters", address: "/posters/", home: "https://a.org" };
const [moment] = made(posters, fence(`https://b.org/bakery.html#${TIE}`));
assert.equal(moment.data.hProperties.link, TIE);
const [way] = moment.children;
assert.equal(way.data.hProperties.href, `https://a.org/bakery.html#${TIE}`);
const { src, alt } = way.children[0].data.hProperties;
assert.match(src, /^\/posters\/bakery-[0-9a-f]{8}\.svg$/);
assert.match(alt, /^Lamport’s bakery, step 12 of 14\. Process 0 reads/);
assert.ok(existsSync(src.slice(1)) && readFileSync(src.slice(1), "utf8").startsWith("<svg"));

// what is wrong ends the build, also where a page would use something else
assert.throws(() => made({}, fence("algorithm X\nfoo")), /Line 2: `foo` begins no declaration/);
assert.throws(() => made({}, fence("baker")), /There is no algorithm called “baker”/);
assert.throws(() => made({}, fence("bakery?processes=99")), /is not a choice \(3, 2, 4\): 3 was used/);
