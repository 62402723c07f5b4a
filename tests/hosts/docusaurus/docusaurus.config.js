export default {
  title: "A site",
  url: "https://example.org",
  baseUrl: "/",
  presets: [["classic", { docs: false, blog: false }]],
  scripts: [{ src: "/interleave/interleave-code.js", type: "module" }],
};
