export default {
  outDir: "built",
  srcExclude: ["post.md"],
  head: [["script", { src: "/interleave/interleave-code.js", type: "module" }]],
};
