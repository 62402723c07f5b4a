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
  try {
    const reply = await fetch(request);
    if (!reply.ok) throw new Error(reply.statusText);
    await kept.put(request, reply.clone());
    return reply;
  } catch (error) {
    const reply = await kept.match(request, { ignoreSearch: true });
    if (!reply) throw error;
    return reply;
  }
}
