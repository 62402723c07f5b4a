//! Whose page it is, which algorithm, and how to take it along.

use super::{Tell, copy::Copy, embed::EmbedDialog};
use crate::{host::HostRef, snippet, state::Message, theme};
use catalog::{Scenario, Theme};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct HeaderProps {
    pub scenario: Scenario,
    pub host: HostRef,
    pub own_theme: Theme,
    pub on_theme: Callback<Theme>,
    pub tell: Tell,
}

#[component]
pub fn Header(props: &HeaderProps) -> Html {
    let HeaderProps { scenario, host, own_theme, on_theme, tell } = props;
    let entry = scenario.entry();
    let embedding = use_state_eq(|| false);
    let on_theme = {
        let (on_theme, tell) = (on_theme.clone(), tell.clone());
        Callback::from(move |theme| {
            tell.emit(Message::OwnTheme);
            on_theme.emit(theme);
        })
    };
    let text = {
        let (page, scenario) = (host.page(), scenario.clone());
        Callback::from(move |()| snippet::link(&page, &scenario))
    };
    let set = |open: bool| {
        let embedding = embedding.setter();
        move || embedding.set(open)
    };
    let (open, close) = (set(true), set(false));
    html! {
        <header class="top">
            <a class="brand" href="#">{"interleave"}</a>
            <h1>{entry.name}</h1>
            <a class="cite" href={entry.paper.url} target="_blank" rel="noopener">
                {format!("{}, {}", surnames(entry.paper.authors), entry.paper.year)}
            </a>
            <span class="grow"></span>
            <ThemeSwitch theme={theme::shown(scenario.theme, *own_theme)} {on_theme} />
            <button onclick={move |_| open()}>{"Embed"}</button>
            <Copy {text} label="Copy link" class="primary" />
            if *embedding {
                <EmbedDialog page={host.page()} scenario={scenario.clone()}
                    on_close={move |()| close()} />
            }
        </header>
    }
}

/// "Glenn Ricart, Ashok K. Agrawala" as "Ricart, Agrawala".
fn surnames(authors: &str) -> String {
    let surname = |name: &str| name.rsplit(' ').next().unwrap_or(name).to_owned();
    authors.split(", ").map(surname).collect::<Vec<_>>().join(", ")
}

#[derive(Properties, PartialEq)]
pub struct ThemeSwitchProps {
    pub theme: Theme,
    pub on_theme: Callback<Theme>,
}

#[component]
pub fn ThemeSwitch(props: &ThemeSwitchProps) -> Html {
    let onchange = props.on_theme.reform(|event: Event| {
        theme::by_name(&event.target_unchecked_into::<HtmlSelectElement>().value())
    });
    html! {
        <select class="theme" aria-label="Colours" {onchange}>
            { for THEMES.into_iter().map(|(theme, words)| html! {
                <option value={theme::name(theme)} selected={theme == props.theme}>{words}</option>
            }) }
        </select>
    }
}

pub const THEMES: [(Theme, &str); 3] =
    [(Theme::System, "System colours"), (Theme::Light, "Light"), (Theme::Dark, "Dark")];
