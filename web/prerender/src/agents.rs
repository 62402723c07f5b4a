//! What the site has for language models and agents, as Markdown: <https://llmstxt.org>.

use crate::{
    File,
    documents::{ALL, sources::LANGUAGE},
};
use std::fmt::Write;

const SKILL: &str = include_str!("../../../skills/interleave/SKILL.md");
const SKILL_FILE: &str = "skill.md";

pub fn files() -> [File; 2] {
    [("llms.txt".into(), index().into()), (SKILL_FILE.into(), SKILL.into())]
}

/// What there is, and what each algorithm shows.
fn index() -> String {
    let mut text = format!(
        "# Interleave\n\n\
         > A playground in which readers step, change and model-check concurrent and distributed algorithms. \
         Each is a listing in Interleave's own language; every interleaving is searched, and a property that fails \
         comes with a shortest run.\n\n\
         A link is the address of a page, `#`, and a scenario: the algorithm, its options, perhaps a whole text, and \
         a run. Agents check listings by the command line: `interleave check FILE.ilv`, or `interleave mcp` as a \
         server of tools.\n\n\
         ## The language\n\n\
         - [The language in 150 lines]({SKILL_FILE}): how to write a listing, and what goes wrong\n\
         - [The reference]({LANGUAGE}): every word, each with an example\n\
         - [A listing of one's own](new.html): the editor\n\n\
         ## Documents\n\n"
    );
    for document in ALL.iter().filter(|document| document.source.file != LANGUAGE) {
        let _ = writeln!(
            text,
            "- [{}]({}): {}",
            document.title(),
            document.source.file,
            document.source.about
        );
    }
    text += "\n## Algorithms\n\n";
    for entry in catalog::entries() {
        let surprise = entry.about().article.surprise;
        let _ = writeln!(text, "- [{}]({}.html): {surprise}", entry.name, entry.slug);
    }
    text
}
