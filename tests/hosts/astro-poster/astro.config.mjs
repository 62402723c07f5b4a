import interleave from "interleave-run/remark";

export default {
  outDir: "./built",
  markdown: { remarkPlugins: [interleave] },
};
