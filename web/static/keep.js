// For visits without a network: what this one has loaded before the service worker was there.

/** Keeps the page, what it has loaded, and `more` files. */
export async function keep(...more) {
  // a guest leaves nothing behind
  if (self !== top) return;
  const page = location.href.split("#")[0];
  const home = new URL(".", page).href;
  const loaded = performance.getEntriesByType("resource").map((it) => it.name);
  const files = [page, ...loaded].filter((it) => it.startsWith(home));
  files.push(...more.map((it) => new URL(it, home).href));
  try {
    await navigator.serviceWorker.register("offline.js");
    const kept = await caches.open("interleave");
    // one by one: a reader who presses something comes between
    for (const it of files) await kept.put(it.split("?")[0], await fetch(it, { cache: "force-cache" }));
  } catch {
    // refused, or no room: every visit needs the network
  }
}
