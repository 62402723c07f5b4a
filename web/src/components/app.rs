//! The page of an algorithm, with its playground, or the gallery, with what is wrong over it.

use super::lab::{Lab, Opened};
use crate::{
    host::{Host, HostRef, PageHost},
    route::{Route, route},
    state::State,
    theme,
};
use catalog::{Look, Theme};
use gloo_events::EventListener;
use js_sys::Function;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq, Default)]
pub struct AppProps {
    /// The link that stands for the address without one; none in the gallery.
    #[prop_or_default]
    pub card: String,
    /// Opens a dialog by its name for a link; calls its third argument if it cannot.
    #[prop_or_default]
    pub dialogs: Option<Function>,
    /// All of it is in the document.
    #[prop_or_default]
    pub on_there: Callback<()>,
}

#[component]
pub fn App(props: &AppProps) -> Html {
    let page = use_memo((), |()| PageHost::new(props.dialogs.clone()));
    let host = use_memo((), |()| HostRef::new(Rc::clone(&page) as Rc<dyn Host>));
    let at = use_state(|| arrive(&page, &props.card));
    let own_theme = use_state_eq(theme::on_document);
    use_effect_with((), {
        let (at, card) = (at.setter(), props.card.clone());
        move |()| {
            let listener = web_sys::window().map(|window| {
                let page = Rc::clone(&page);
                EventListener::new(&window, "hashchange", move |_| at.set(arrive(&page, &card)))
            });
            move || {
                drop(listener);
                page.arrived("");
            }
        }
    });
    let on_theme = use_callback((), {
        let own_theme = own_theme.setter();
        move |theme: Theme, ()| {
            own_theme.set(theme);
            theme::store(theme)
        }
    });
    use_effect_with((*at).clone(), {
        let on_there = props.on_there.clone();
        move |at| {
            mark_document(at);
            if matches!(at, Route::Gallery(_)) {
                on_there.emit(());
            }
        }
    });
    match &*at {
        Route::Gallery(lost) => {
            host.theme(*own_theme);
            html! {
                if let Some(lost) = lost {
                    <div class="lost" role="alert">
                        <p><strong>{&lost.why}</strong>{" Here is what there is."}</p>
                        <p>
                            {"You asked for "}<code>{&lost.link}</code>
                            if let Some(near) = &lost.near {
                                {" "}<a href={near.clone()}>{"Open the one that you may have meant"}</a>
                            }
                        </p>
                    </div>
                }
            }
        }
        Route::Playground(opened) => {
            let lab = html! {
                <Lab key={opened.scenario.slug} opened={Opened::new(Rc::clone(opened))} host={(*host).clone()}
                    own_theme={*own_theme} {on_theme} on_there={props.on_there.clone()} />
            };
            match opened.scenario.look {
                Look::Page => lab,
                // a document of its own, in somebody's frame
                Look::Embed => html! {
                    <main><h1 class="unseen">{opened.scenario.entry().name}</h1>{lab}</main>
                },
            }
        }
    }
}

/// What the address asks for now.
fn arrive(page: &PageHost, card: &str) -> Route {
    let hash = web_sys::window().and_then(|it| it.location().hash().ok());
    let route = match route(&hash.unwrap_or_default()) {
        Route::Gallery(None) => route(card),
        route => route,
    };
    page.arrived(&match &route {
        Route::Gallery(_) => String::new(),
        Route::Playground(opened) => State::open(opened).scenario.to_string(),
    });
    route
}

/// What of that which is in the document already is to be seen.
fn mark_document(at: &Route) {
    let shown = match at {
        Route::Gallery(_) => "gallery",
        Route::Playground(opened) => match opened.scenario.look {
            Look::Page => "playground",
            Look::Embed => "embed",
        },
    };
    let document = web_sys::window().and_then(|it| it.document());
    if let Some(root) = document.and_then(|it| it.document_element()) {
        let _ = root.set_attribute("data-route", shown);
    }
}
