// <script type="module" src="https://…/frames.js"></script>
//
// Gives each frame with one of our pages the height that it asks for; without it they keep their own.
const HOME = new URL(".", import.meta.url).href;
/** In pixels: no page of ours is higher. */
const HIGHEST = 20_000;

addEventListener("message", ({ source, data }) => {
  const frame = [...document.querySelectorAll("iframe")].find((it) => it.contentWindow === source);
  if (!frame?.src.startsWith(HOME)) return;
  const { context, height } = read(data);
  if (context === "iframe.resize" && height > 0 && height <= HIGHEST) frame.style.height = `${height}px`;
});

/** What a message says; nothing if it is not one of ours. */
function read(data) {
  try {
    return JSON.parse(data) ?? {};
  } catch {
    return {};
  }
}
