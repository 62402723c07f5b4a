//! Small drawings on buttons, 16 by 16; the words are the button's own.

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Icon {
    Start,
    Back,
    Play,
    Pause,
    Forward,
    End,
    Close,
    Tick,
    Cross,
    Dot,
    Circle,
    Dash,
    Dots,
}

impl Icon {
    /// The data of its path, and whether that is drawn as a line; else it is filled.
    pub fn path(self) -> (&'static str, bool) {
        match self {
            Icon::Start => ("M3 3h2v10H3zM13 3v10L6 8z", false),
            Icon::Back => ("M11 3v10L4 8z", false),
            Icon::Play => ("M4 2.5v11L13 8z", false),
            Icon::Pause => ("M4 3h3v10H4zM9 3h3v10H9z", false),
            Icon::Forward => ("M5 3v10l7-5z", false),
            Icon::End => ("M11 3h2v10h-2zM3 3v10l7-5z", false),
            Icon::Tick => ("M3 8.5l3.5 3.5L13 4.5", true),
            Icon::Close | Icon::Cross => ("M4 4l8 8M12 4l-8 8", true),
            Icon::Dot => ("M8 5a3 3 0 1 0 .01 0z", false),
            Icon::Circle => ("M8 4a4 4 0 1 0 .01 0z", true),
            Icon::Dash => ("M4 8h8", true),
            Icon::Dots => ("M3 8h.1M8 8h.1M13 8h.1", true),
        }
    }

    pub fn class(self) -> &'static str {
        if self.path().1 { "icon drawn" } else { "icon" }
    }
}
