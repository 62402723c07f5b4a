import grammar from "interleave-run/interleave.tmLanguage.json" with { type: "json" };

export default {
  outDir: "./built",
  // without the grammar Shiki forgets the name of the language
  markdown: { shikiConfig: { langs: [{ ...grammar, name: "interleave" }] } },
};
