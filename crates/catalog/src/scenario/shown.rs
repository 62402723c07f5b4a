//! How a scenario is shown. None of it changes what the moment is.

use std::fmt;

/// How a scenario is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shown {
    pub look: Look,
    pub panels: Panels,
    pub speed: Speed,
    pub theme: Theme,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Look {
    #[default]
    Page,
    /// Without the page around it, for other pages.
    Embed,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// As the reader's system says.
    #[default]
    System,
    Light,
    Dark,
}

/// A part of a playground that an embed may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Panel {
    Narration,
    Stage,
    Transport,
    Timeline,
    Scheduler,
    Listing,
    Verdicts,
}

impl Panel {
    /// By their names in links, in the order in which they are shown.
    pub const ALL: [(Panel, &str); 7] = [
        (Panel::Narration, "narration"),
        (Panel::Stage, "stage"),
        (Panel::Transport, "transport"),
        (Panel::Timeline, "timeline"),
        (Panel::Scheduler, "scheduler"),
        (Panel::Listing, "listing"),
        (Panel::Verdicts, "verdicts"),
    ];
}

/// Which parts an embed has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Panels(u8);

impl Panels {
    pub const NONE: Panels = Panels(0);

    pub const fn with(self, panel: Panel) -> Panels {
        Panels(self.0 | 1 << panel as u8)
    }

    pub const fn has(self, panel: Panel) -> bool {
        self.0 & (1 << panel as u8) != 0
    }
}

impl Default for Panels {
    fn default() -> Panels {
        Panels::NONE
            .with(Panel::Narration)
            .with(Panel::Stage)
            .with(Panel::Transport)
            .with(Panel::Scheduler)
    }
}

/// As in links.
impl fmt::Display for Panels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Panel::ALL.iter().filter(|it| self.has(it.0)).map(|it| it.1);
        f.write_str(&names.collect::<Vec<_>>().join(","))
    }
}

/// How fast the player steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Speed {
    /// As in links.
    pub name: &'static str,
    /// From step to step.
    pub tick_ms: u32,
}

const fn speed(name: &'static str, tick_ms: u32) -> Speed {
    Speed { name, tick_ms }
}

impl Speed {
    pub const ALL: [Speed; 6] = [
        speed("0.25", 3_200),
        speed("0.5", 1_600),
        speed("1", 800),
        speed("2", 400),
        speed("4", 200),
        speed("8", 100),
    ];
}

impl Default for Speed {
    fn default() -> Speed {
        Speed::ALL[2]
    }
}
