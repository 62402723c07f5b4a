import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import interleave from "interleave-run/remark";
import rehypeStringify from "rehype-stringify";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";

const posters = { folder: "built/posters", address: "posters", home: "/interleave" };
const page = unified().use(remarkParse).use(interleave, posters).use(remarkRehype).use(rehypeStringify);
const post = readFileSync("post.md", "utf8") + readFileSync("moment.md", "utf8");

mkdirSync("built", { recursive: true });
writeFileSync("built/index.html", `<!doctype html><html lang="en"><meta charset="utf-8"><title>A post</title>
<link rel="icon" href="data:,"><script type="module" src="/interleave/interleave-code.js"></script>
<main>${await page.process(post)}</main>`);
