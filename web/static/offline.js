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
  const old = () => kept.match(request, { ignoreSearch: true });
  let reply;
  try {
    reply = await fetch(request);
  } catch (error) {
    reply = await old();
    if (!reply) throw error;
    return reply;
  }
  // what was never there is the host's to tell
  if (!reply.ok) return (await old()) ?? reply;
  await kept.put(request, reply.clone());
  return reply;
}
