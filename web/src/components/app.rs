//! The page: one playground, or nothing over the gallery; and the address that says which.

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
    /// Opens a dialog by its name for a link; calls its third argument if it cannot.
    #[prop_or_default]
    pub dialogs: Option<Function>,
}

#[component]
pub fn App(props: &AppProps) -> Html {
    let page = use_memo((), |()| PageHost::new(props.dialogs.clone()));
    let host = use_memo((), |()| HostRef::new(Rc::clone(&page) as Rc<dyn Host>));
    let at = use_state(|| arrive(&page));
    let own_theme = use_state_eq(theme::on_document);
    use_effect_with((), {
        let (at, own_theme) = (at.setter(), own_theme.setter());
        move |()| {
            let listener = web_sys::window().map(|window| {
                let page = Rc::clone(&page);
                EventListener::new(&window, "hashchange", move |_| {
                    if page.is_gallery() {
                        own_theme.set(theme::on_document());
                    }
                    at.set(arrive(&page));
                })
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
    use_effect_with((*at).clone(), name_document);
    match &*at {
        Route::Gallery(lost) => {
            host.theme(*own_theme);
            html! {
                if let Some(lost) = lost {
                    <div class="lost" role="alert">
                        <p><strong>{&lost.why}</strong>{" Here is what there is."}</p>
                        <p>{"You asked for "}<code>{&lost.link}</code></p>
                    </div>
                }
            }
        }
        Route::Playground(opened) => {
            let lab = html! {
                <Lab key={opened.scenario.slug} opened={Opened::new(Rc::clone(opened))} host={(*host).clone()}
                    own_theme={*own_theme} {on_theme} />
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
fn arrive(page: &PageHost) -> Route {
    let hash = web_sys::window().and_then(|it| it.location().hash().ok());
    let route = route(&hash.unwrap_or_default());
    page.arrived(&match &route {
        Route::Gallery(_) => String::new(),
        Route::Playground(opened) => State::open(opened).scenario.to_string(),
    });
    route
}

/// Its title, and whether the gallery is to be seen, which is in the document already.
fn name_document(at: &Route) {
    let (title, shown) = match at {
        Route::Gallery(_) => ("Interleave: be the scheduler".into(), "gallery"),
        Route::Playground(opened) => {
            (format!("{} · Interleave", opened.scenario.entry().name), "playground")
        }
    };
    let Some(document) = web_sys::window().and_then(|it| it.document()) else { return };
    document.set_title(&title);
    if let Some(root) = document.document_element() {
        let _ = root.set_attribute("data-route", shown);
    }
}
