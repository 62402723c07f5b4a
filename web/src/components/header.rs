//! Whose page it is, which algorithm, and how to take it along.

use super::{Tell, copy::Copy, select::Select};
use crate::{
    host::{Dialog, HostRef},
    snippet,
    state::Message,
    theme,
};
use catalog::{Entry, Scenario, Theme};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct HeaderProps {
    pub scenario: Scenario,
    pub host: HostRef,
    pub own_theme: Theme,
    pub on_theme: Callback<Theme, bool>,
    pub tell: Tell,
}

#[component]
pub fn Header(props: &HeaderProps) -> Html {
    let HeaderProps { scenario, host, own_theme, on_theme, tell } = props;
    let on_theme = {
        let (on_theme, tell) = (on_theme.clone(), tell.clone());
        Callback::from(move |chosen: Theme| {
            tell.emit(Message::OwnTheme);
            if !on_theme.emit(chosen) {
                tell.emit(Message::Notice(theme::FORGETFUL.into()));
            }
        })
    };
    let link = snippet::link(&host.home(), scenario);
    let text = {
        let link = link.clone();
        Callback::from(move |()| link.clone())
    };
    let open = |dialog, link: String| {
        let (host, tell) = (host.clone(), tell.clone());
        move |_: MouseEvent| host.open(dialog, &link, tell.reform(Message::Notice))
    };
    html! {
        <header class="top">
            <button class="skip" onclick={|event: MouseEvent| { skip(&event); }}>{"Skip to the steps"}</button>
            <a class="brand" href="./">{"interleave"}</a>
            {name(scenario.entry())}
            <span class="grow"></span>
            {theme_switch(theme::shown(scenario.theme, *own_theme), &on_theme)}
            <button onclick={open(Dialog::Export, scenario.to_string())}>{"Export"}</button>
            <button onclick={open(Dialog::Embed, scenario.to_string())}>{"Embed"}</button>
            <button aria-label="QR code of the link" onclick={open(Dialog::Qr, link)}>{"QR"}</button>
            <Copy {text} label="Copy link" class="primary" />
        </header>
    }
}

/// Goes to where steps are taken, or to the player where there is none to take.
fn skip(event: &MouseEvent) -> Option<()> {
    let lab = event.target_dyn_into::<Element>()?.closest(".lab").ok()??;
    let of = |place| lab.query_selector(place).ok()?;
    let button = of(".scheduler button").or_else(|| of(".player button"))?;
    button.dyn_into::<HtmlElement>().ok()?.focus().ok()
}

/// What it is called, and where it is from.
pub fn name(entry: &Entry) -> Html {
    html! {
        <div class="name">
            <h1>{entry.name}</h1>
            <a class="cite" href={entry.paper.url} target="_blank" rel="noopener">
                {format!("{}, {}", entry.paper.surnames, entry.paper.year)}
            </a>
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
