//! Which algorithm, and how to take the moment along.

use super::{Dispatch, copy::Copy, select::Select};
use crate::{
    host::{Dialog, HostRef},
    theme,
};
use catalog::{Entry, Theme};
use session::{
    snippet,
    state::{Message, NEW, State, is_of_reader},
};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

pub struct Header<'a> {
    pub state: &'a State,
    pub host: &'a HostRef,
    pub own_theme: Theme,
    pub on_theme: &'a Callback<Theme, bool>,
    pub on_keys: Callback<MouseEvent>,
    pub tell: &'a Dispatch,
}

impl Header<'_> {
    pub fn draw(self) -> Html {
        let Header { state, host, own_theme, on_theme, on_keys, tell } = self;
        let scenario = &state.scenario;
        let on_theme = {
            let (on_theme, tell) = (on_theme.clone(), tell.clone());
            Callback::from(move |chosen: Theme| {
                tell.emit(Message::OwnTheme);
                if !on_theme.emit(chosen) {
                    tell.emit(Message::Notice(theme::FORGETFUL.into()));
                }
            })
        };
        let linked = state.linked();
        let link = snippet::link(&host.home(), &linked);
        let text = {
            let link = link.clone();
            Callback::from(move |()| link.clone())
        };
        let take = |dialog, words: &'static str, link: String| {
            let (host, tell) = (host.clone(), tell.clone());
            let open = move |_: MouseEvent| host.open(dialog, &link, tell.reform(Message::Notice));
            html! {
                <button popovertarget="share" popovertargetaction="hide" onclick={open}>{words}</button>
            }
        };
        html! {
            <header class="top">
                <button class="skip" onclick={|event: MouseEvent| { skip(&event); }}>
                    {"Skip to the steps"}
                </button>
                <a class="brand" href="./" aria-label="Interleave: all algorithms">
                    <span>{"interleave"}</span>
                </a>
                {name(scenario.entry())}
                if scenario.text.is_some() && scenario.slug != NEW {
                    <span class="yours">
                        <a href={snippet::side_by_side(scenario)} title="Side by side with the published text">{"changed"}</a>{" "}
                        <a href={format!("#{}", scenario.as_published())} title="Back to the published text">{"undo"}</a>
                    </span>
                }
                <span class="grow"></span>
                <button class="share" popovertarget="share">{"Share"}</button>
                <div id="share" class="menu" popover="auto">
                    {take(Dialog::Export, "Export the run", scenario.to_string())}
                    {take(Dialog::Embed, "Embed in your page", scenario.to_string())}
                    {take(Dialog::File, "Save as one file", scenario.to_string())}
                    {take(Dialog::Qr, "QR code of the link", link)}
                    <a class="button" href={format!("task.html#make={}", scenario.start())}>{"Make a task"}</a>
                    <Copy text={text.clone()} label="Copy the link" class="narrow" />
                </div>
                <Copy {text} label="Copy link" class="primary" />
                <button class="more" popovertarget="more" aria-label="More">{"···"}</button>
                <div id="more" class="menu" popover="auto">
                    {theme_switch(theme::shown(scenario.shown.theme, own_theme), &on_theme)}
                    <button popovertarget="more" popovertargetaction="hide" onclick={on_keys}>
                        {"Keys"}
                    </button>
                    if !is_of_reader(scenario) {
                        <button popovertarget="more" popovertargetaction="hide" onclick={|_| { about(); }}>
                            {"About the algorithm"}
                        </button>
                    }
                </div>
            </header>
        }
    }
}

/// Goes to where steps are taken, or to the player where there is none to take.
fn skip(event: &MouseEvent) -> Option<()> {
    let lab = event.target_dyn_into::<Element>()?.closest(".lab").ok()??;
    let of = |place| lab.query_selector(place).ok()?;
    let button = of(".scheduler button").or_else(|| of(".player button"))?;
    button.dyn_into::<HtmlElement>().ok()?.focus().ok()
}

/// Goes to the article below.
fn about() -> Option<()> {
    let document = web_sys::window()?.document()?;
    document.get_element_by_id("about")?.scroll_into_view();
    Some(())
}

/// What the algorithm is called, and whose it is.
pub fn name(entry: &Entry) -> Html {
    html! {
        <div class="name">
            <h1>{entry.name}</h1>
            // what a reader writes is nobody else's
            if entry.slug != NEW {
                <a class="cite" href={entry.paper.url} target="_blank" rel="noopener">
                    {format!("{}, {}", entry.paper.surnames, entry.paper.year)}
                </a>
            }
        </div>
    }
}

fn theme_switch(chosen: Theme, on_theme: &Callback<Theme>) -> Html {
    let nth = theme::THEMES.iter().position(|(it, _)| *it == chosen);
    let on_choose = on_theme.reform(|nth: usize| theme::THEMES[nth].0);
    html! {
        <Select label="Colours" options={theme::THEMES.map(|(_, words)| words.into()).to_vec()}
            chosen={nth.unwrap_or_default()} {on_choose} />
    }
}
