// Gives every frame the height that its page asks for; without it they keep that of the style sheet.
addEventListener("message", ({ source, data }) => {
  const frame = [...document.querySelectorAll("iframe")].find((it) => it.contentWindow === source);
  if (!frame || typeof data !== "string" || !data.startsWith("{")) return;
  const { context, height } = JSON.parse(data);
  if (context === "iframe.resize" && height > 0) frame.style.height = `${height}px`;
});
