// import interleave from "interleave-run/remark";
//
// A plugin for remark, and so for Astro, Docusaurus, MDX and others. When a page is built, each fence named `interleave`
// becomes an element with the picture of its first moment and with its listing inside; a fence that is one line, a link,
// becomes one with the picture of that moment. Readers without script, feeds and print have these; the page loads
// `interleave-run` for all others.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { export_run, initSync, link_of_listing, Run } from "./engine.js";

const ATTRIBUTES = ["steps", "panels", "speed", "theme", "ask", "caption", "path", "load", "home"];

const PANELS = "narration,stage,transport,scheduler,listing";

/** The pairs behind the name of a fence: `ask=1 caption="Both are in"`. */
function attributes(meta) {
  const pairs = (meta ?? "").matchAll(/([\w-]+)=(?:"([^"]*)"|(\S+))/g);
  return Object.fromEntries([...pairs].map(([, name, quoted, plain]) => [name, quoted ?? plain])
    .filter(([name]) => ATTRIBUTES.includes(name)));
}

/** What an SVG file says between two of its tags. */
function said(svg, tag) {
  const text = svg.match(new RegExp(`<${tag}>(.*?)</${tag}>`, "s"))?.[1] ?? "";
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

/** A node of the text that becomes this element. */
const element = (hName, hProperties, children = []) => ({ type: hName, data: { hName, hProperties }, children });

/** The picture of a link's moment, in a file of the site or in its own address. */
function picture(link, { folder, address }) {
  const [, svg] = export_run(link, "poster");
  const [width, height] = ["width", "height"].map((name) => svg.match(`<svg[^>]* ${name}="([\\d.]+)"`)[1]);
  let src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  if (folder) {
    const name = `${link.split("?")[0]}-${createHash("sha256").update(svg).digest("hex").slice(0, 8)}.svg`;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), svg);
    src = `${(address ?? "/").replace(/\/*$/, "/")}${name}`;
  }
  const alt = `${said(svg, "title")}. ${said(svg, "desc")}`;
  return element("img", { src, alt, width, height, style: "max-width:100%;height:auto" });
}

/** Throws what is wrong with a link, of which a page would use what it can. */
function requireWhole(link) {
  const run = new Run(link, []);
  const [notice] = run.notices;
  run.free();
  if (notice) throw new Error(notice);
}

/** The element in the place of a fence, and its poster inside. */
function figure(code, options) {
  const listing = code.value.trim();
  const given = attributes(code.meta);
  if (!/\s/.test(listing)) {
    const link = listing.replace(/^.*#/, "");
    requireWhole(link);
    const poster = picture(link, options);
    const home = given.home ?? options.home;
    const page = home && `${home.replace(/\/*$/, "/")}${link.split("?")[0]}.html#${link}`;
    return element("interleave-run", { link, ...given }, [page ? element("a", { href: page }, [poster]) : poster]);
  }
  const poster = picture(link_of_listing(`${listing}\n`), options);
  return element("interleave-run", { panels: PANELS, ...given }, [poster, code]);
}

/**
 * Options: `folder`, where pictures are written as files, and `address`, where that folder is on the site; without them
 * a picture is in the page. `home` is where the playgrounds are, for links to moments.
 */
export default function interleave(options = {}) {
  initSync({ module: readFileSync(new URL("engine_bg.wasm", import.meta.url)) });

  function replace(parent, file) {
    for (const [at, node] of (parent.children ?? []).entries()) {
      if (node.type !== "code" || node.lang !== "interleave") {
        replace(node, file);
        continue;
      }
      try {
        parent.children[at] = figure(node, options);
      } catch ({ message }) {
        file.fail(message, node);
      }
    }
  }
  return replace;
}
