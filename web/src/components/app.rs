//! The page of an algorithm, with its playground, or the gallery, with what is wrong over it.

use super::playground::{Playground, StateRef};
use crate::{
    host::{Host, HostRef, PageHost},
    theme,
};
use catalog::{Look, Theme};
use gloo_events::EventListener;
use js_sys::Function;
pub use session::route::Document;
use session::{
    prepared::Ready,
    route::{self, Lost, Route},
};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq, Default)]
pub struct AppProps {
    /// Where it stands; none if that is no document of the site.
    #[prop_or_default]
    pub document: Option<Document>,
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
    let at = use_route(&page, &props.document);
    let (own_theme, on_theme) = use_own_theme();
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
            host.theme(own_theme);
            html! { if let Some(lost) = lost { {not_found(lost)} } }
        }
        Route::Playground(opened) => {
            let scenario = &opened.scenario;
            let known = Ready::kept(scenario.slug).and_then(|ready| ready.found(scenario));
            let lab = html! {
                <Playground key={opened.scenario.slug} opened={StateRef(Rc::clone(opened))} host={(*host).clone()} {known}
                    {own_theme} {on_theme} on_there={props.on_there.clone()} />
            };
            match opened.scenario.shown.look {
                Look::Page => lab,
                // a document of its own, in somebody's frame
                Look::Embed => html! {
                    <main><h1 class="unseen">{opened.scenario.entry().name}</h1>{lab}</main>
                },
            }
        }
        Route::Elsewhere { .. } => Html::default(),
    }
}

/// What the address asks for, also when it changes.
#[hook]
fn use_route(page: &Rc<PageHost>, document: &Option<Document>) -> UseStateHandle<Route> {
    let at = use_state(|| arrive(page, document.as_ref()));
    use_effect_with((), {
        let (page, at, document) = (Rc::clone(page), at.setter(), document.clone());
        move |()| {
            let listener = web_sys::window().map(|window| {
                let page = Rc::clone(&page);
                EventListener::new(&window, "hashchange", move |_| {
                    at.set(arrive(&page, document.as_ref()));
                })
            });
            move || {
                drop(listener);
                page.arrived();
            }
        }
    });
    at
}

/// The reader's own choice of colours, and what makes it; that is false if it cannot be kept.
#[hook]
fn use_own_theme() -> (Theme, Callback<Theme, bool>) {
    let own_theme = use_state_eq(theme::on_document);
    let on_theme = use_callback((), {
        let own_theme = own_theme.setter();
        move |theme: Theme, ()| {
            own_theme.set(theme);
            theme::store(theme)
        }
    });
    (*own_theme, on_theme)
}

/// Over the gallery: why there is not what was asked for.
fn not_found(lost: &Lost) -> Html {
    html! {
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

/// What the address asks for now. Another document is gone to, in place of this one in the history.
fn arrive(page: &PageHost, document: Option<&Document>) -> Route {
    let location = web_sys::window().map(|window| window.location());
    let hash = location.as_ref().and_then(|location| location.hash().ok()).unwrap_or_default();
    let route = route::route(&hash, document);
    page.arrived();
    if let (Route::Elsewhere { document, link }, Some(location)) = (&route, location) {
        let query = location.search().unwrap_or_default();
        let _ = location.replace(&format!("{document}{query}#{link}"));
    }
    route
}

/// What of that which is in the document already is to be seen.
fn mark_document(at: &Route) {
    let shown = match at {
        Route::Gallery(_) => "gallery",
        Route::Playground(opened) => match opened.scenario.shown.look {
            Look::Page => "playground",
            Look::Embed => "embed",
        },
        Route::Elsewhere { .. } => return,
    };
    let document = web_sys::window().and_then(|window| window.document());
    if let Some(root) = document.and_then(|document| document.document_element()) {
        let _ = root.set_attribute("data-route", shown);
        // set on every frame before the engine is there, which knows what else there is room for
        if shown == "playground" {
            let _ = root.remove_attribute("data-framed");
        }
    }
}
