//! What a run can be written as.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Mermaid,
    Svg,
    AnimatedSvg,
    Shiviz,
    Itf,
    Json,
    Poster,
}

impl Format {
    pub const ALL: [Format; 7] = [
        Format::Mermaid,
        Format::Svg,
        Format::AnimatedSvg,
        Format::Shiviz,
        Format::Itf,
        Format::Json,
        Format::Poster,
    ];

    /// As it is called on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Mermaid => "mermaid",
            Format::Svg => "svg",
            Format::AnimatedSvg => "animated-svg",
            Format::Shiviz => "shiviz",
            Format::Itf => "itf",
            Format::Json => "json",
            Format::Poster => "poster",
        }
    }

    pub fn by_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// What it is for, in a few words.
    pub fn words(self) -> &'static str {
        match self {
            Format::Mermaid => "Sequence diagram for Markdown (Mermaid)",
            Format::Svg => "Space-time picture for slides (SVG)",
            Format::AnimatedSvg => "Moving picture for slides and pages (animated SVG)",
            Format::Shiviz => "Log with vector clocks (ShiViz)",
            Format::Itf => "States for model checkers (ITF)",
            Format::Json => "Everything, for programs (JSON)",
            Format::Poster => "Poster of this moment (SVG)",
        }
    }

    /// The end of a file's name.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Mermaid => "mmd",
            Format::Svg | Format::AnimatedSvg | Format::Poster => "svg",
            Format::Shiviz => "log",
            Format::Itf => "itf.json",
            Format::Json => "json",
        }
    }

    /// Whether it shows the states between the steps, too.
    pub fn has_moments(self) -> bool {
        matches!(self, Format::Itf | Format::Json)
    }
}
