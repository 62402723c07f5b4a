// A service worker: what was loaded once is there when the network is not. The network comes first,
// so that nobody ever sees two builds mixed; and what it brings is given to the page before it is kept.

const KEPT = "interleave";

self.addEventListener("activate", (event) => event.waitUntil(clients.claim()));

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && new URL(url).origin === location.origin) event.respondWith(answer(event));
});

async function answer(event) {
  const { request } = event;
  const [reply, error] = await fetch(request).then((it) => [it], (error) => [, error]);
  if (reply?.ok) {
    event.waitUntil(keep(request, reply.clone()));
    return reply;
  }
  const old = await stored((kept) => kept.match(request, { ignoreSearch: true }));
  if (old) return old;
  // what was never there is the host's to tell, if it is reached
  const is_down = !reply || [502, 503, 504].includes(reply.status);
  if (is_down && request.mode === "navigate") return lost((await stored((kept) => kept.keys())) ?? []);
  if (!reply) throw error;
  return reply;
}

/** One copy of each file, whatever its query. There may be no room, or the host may forbid it: then not. */
const keep = (request, reply) => stored((kept) => kept.put(request.url.split(/[?#]/)[0], reply));

async function stored(use) {
  try {
    return await use(await caches.open(KEPT));
  } catch {
    return undefined;
  }
}

/** In place of a page that was never here. */
function lost(kept) {
  const names = kept.map(({ url }) => new URL(url).pathname.split("/").pop());
  const pages = [...new Set(names)].filter((it) => it === "" || it.endsWith(".html"));
  const title = (it) => (["", "index.html"].includes(it) ? "the gallery" : it.slice(0, -".html".length));
  const links = pages.map((it) => `<li><a href="./${it}">${title(it)}</a></li>`).join("");
  const html = `<!doctype html><html lang="en"><meta charset="utf-8">
    <meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
    <title>Not reached · Interleave</title><link rel="icon" href="data:,"><body style="font: 1rem/1.5 system-ui; margin: 2rem auto; max-width: 34rem; padding: 0 1rem">
    <h1>Not reached</h1>
    <p>There is no network, or the site does not answer. You have not visited this page before, so no copy of it is kept here.${links && " These pages are:"}</p>
    <ul>${links}</ul></html>`;
  return new Response(html, { headers: { "content-type": "text/html" } });
}
