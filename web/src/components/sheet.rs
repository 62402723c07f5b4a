//! On a phone what stands around the picture elsewhere is in a sheet under it, one tab at a time.

use super::{
    icon::{Icon, icon},
    swipe::SwipeDirection,
};
use yew::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tab {
    #[default]
    Choices,
    Listing,
    Time,
    Verdicts,
}

impl Tab {
    const ALL: [(Tab, &str); 4] = [
        (Tab::Choices, "Choices"),
        (Tab::Listing, "Listing"),
        (Tab::Time, "Time"),
        (Tab::Verdicts, "Verdicts"),
    ];

    /// The next one to the right where a finger goes left, and the other way round.
    pub fn beside(self, way: SwipeDirection) -> Tab {
        let at = self as usize;
        let at = match way {
            SwipeDirection::Left => (at + 1).min(Tab::ALL.len() - 1),
            SwipeDirection::Right => at.saturating_sub(1),
        };
        Tab::ALL[at].0
    }

    /// As the style sheet knows it.
    pub fn name(self) -> String {
        Tab::ALL[self as usize].1.to_ascii_lowercase()
    }
}

/// Which tab is shown, and whether the sheet is pulled up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BottomSheet {
    pub tab: Tab,
    pub is_tall: bool,
}

/// `fails` puts a cross on the verdicts.
pub fn tabs(now: BottomSheet, fails: bool, on_sheet: &Callback<BottomSheet>) -> Html {
    let pull = BottomSheet { is_tall: !now.is_tall, ..now };
    html! {
        <div class="tabs" role="group" aria-label="Below the picture">
            <button class="grab" aria-pressed={now.is_tall.to_string()} aria-label="Taller"
                onclick={on_sheet.reform(move |_| pull)}><span></span></button>
            { for Tab::ALL.into_iter().map(|(tab, words)| html! {
                <button key={words} class="tab" aria-pressed={(now.tab == tab).to_string()}
                    onclick={on_sheet.reform(move |_| BottomSheet { tab, ..now })}>
                    {words}
                    if fails && tab == Tab::Verdicts {
                        <span class="bad">{icon(Icon::Cross)}<span class="unseen">{" something fails"}</span></span>
                    }
                </button>
            }) }
        </div>
    }
}
