//! Which documents of the repository are pages.

pub const LANGUAGE: &str = "language.html";

pub struct Source {
    /// Its page.
    pub file: &'static str,
    /// In the repository.
    pub path: &'static str,
    /// What it has, for those who choose.
    pub about: &'static str,
    pub text: &'static str,
}

macro_rules! source {
    ($file:expr, $path:literal, $about:literal) => {
        Source {
            file: $file,
            path: $path,
            about: $about,
            text: include_str!(concat!("../../../../", $path)),
        }
    };
}

/// All of them, by what a reader wants.
pub const GROUPS: [(&str, &[Source]); 3] = [
    (
        "Understand",
        &[
            source!(
                "how-it-works.html",
                "docs/HOW_IT_WORKS.md",
                "What a verdict means: what is searched, what is assumed, and when it is a proof."
            ),
            source!(
                LANGUAGE,
                "docs/LANGUAGE.md",
                "How to write a concurrent or distributed algorithm so that it runs, is drawn, and has every \
             interleaving checked: a tour, and the reference."
            ),
            source!(
                "algorithms.html",
                "docs/ALGORITHMS.md",
                "All algorithms in one table: the source of each, what nobody expects of it, and how many states it has."
            ),
            source!(
                "reductions.html",
                "docs/REDUCTIONS.md",
                "What a search can leave out without changing what it says: symmetry, and what was tried."
            ),
        ],
    ),
    (
        "Use",
        &[
            source!(
                "command-line.html",
                "docs/COMMAND_LINE.md",
                "Check, test, export, follow logs and more from a shell: every command, and what its exit code says."
            ),
            source!(
                "links.html",
                "docs/LINKS.md",
                "What a link to a moment consists of, and what happens to one that is damaged."
            ),
            source!(
                "embedding.html",
                "docs/EMBEDDING.md",
                "Put a moment into an article, slides or a notebook, where readers step through it."
            ),
            source!(
                "export.html",
                "docs/EXPORT.md",
                "A run as a picture, a log or data, all states as a graph, an algorithm as a model for SPIN or TLC."
            ),
            source!(
                "beyond-one-machine.html",
                "docs/BEYOND_ONE_MACHINE.md",
                "Searches on several cores, in less memory, and on many machines, and what their answers are worth."
            ),
        ],
    ),
    (
        "Rely on",
        &[
            source!(
                "stability.html",
                "docs/STABILITY.md",
                "What stays from version to version: links, listings, verdicts, commands, the package."
            ),
            source!(
                "changes.html",
                "CHANGELOG.md",
                "What each release brings, and what to do otherwise."
            ),
            source!(
                "accessibility.html",
                "docs/ACCESSIBILITY.md",
                "What the keyboard does, what screen readers get, motion, contrast, and known limits."
            ),
        ],
    ),
];

pub fn sources() -> impl Iterator<Item = &'static Source> {
    GROUPS.iter().flat_map(|(_, sources)| *sources)
}
