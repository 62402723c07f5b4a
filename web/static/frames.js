// <script type="module" src="https://…/frames.js"></script>
//
// Gives each frame with one of our pages the height that it asks for; without it they keep their own.
const HOME = new URL(".", import.meta.url).href;

addEventListener("message", ({ source, data }) => {
  const frame = [...document.querySelectorAll("iframe")].find((it) => it.contentWindow === source);
  if (!frame?.src.startsWith(HOME)) return;
  const { context, height } = JSON.parse(data);
  if (context === "iframe.resize" && height > 0) frame.style.height = `${height}px`;
});
