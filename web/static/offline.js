// A service worker: what was loaded once is there when the network is not. The network comes first,
// so that nobody ever sees two builds mixed.

const KEPT = "interleave";

self.addEventListener("activate", (event) => event.waitUntil(clients.claim()));

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && new URL(url).origin === location.origin) {
    event.respondWith(answer(event.request));
  }
});

async function answer(request) {
  const kept = await caches.open(KEPT);
  const [reply, error] = await fetch(request).then((it) => [it], (error) => [, error]);
  if (reply?.ok) {
    await kept.put(request, reply.clone());
    return isolated(reply);
  }
  const old = await kept.match(request, { ignoreSearch: true });
  if (old) return isolated(old);
  // what was never there is the host's to tell, if it is reached
  const is_down = !reply || [502, 503, 504].includes(reply.status);
  if (is_down && request.mode === "navigate") return lost(await kept.keys());
  if (!reply) throw error;
  return reply;
}

/** With what lets a page share memory, as not every host can be told to say it (`_headers`). */
function isolated(reply) {
  const isolated = new Response(reply.body, reply);
  isolated.headers.set("Cross-Origin-Opener-Policy", "same-origin");
  isolated.headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return isolated;
}

/** In place of a page that was never here. */
function lost(kept) {
  const names = kept.map(({ url }) => new URL(url).pathname.split("/").pop());
  const links = [...new Set(names)].filter((it) => it.endsWith(".html"))
    .map((it) => `<li><a href="${it}">${it.slice(0, -".html".length)}</a></li>`);
  const html = `<!doctype html><html lang="en"><meta charset="utf-8">
    <meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
    <title>Not reached · Interleave</title><link rel="icon" href="data:,"><body style="font: 1rem/1.5 system-ui; margin: 2rem auto; max-width: 34rem; padding: 0 1rem">
    <h1>Not reached</h1>
    <p>There is no network, or the site does not answer. This page is not kept here, as it was not visited before. What was visited is there:</p>
    <ul><li><a href="./">the gallery</a></li>${links.join("")}</ul></html>`;
  return new Response(html, { headers: { "content-type": "text/html" } });
}
