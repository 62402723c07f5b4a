//! The page: the gallery, or one playground; and the address that says which.

use super::{gallery::Gallery, lab::Lab};
use crate::{
    host::{Host, HostRef, PageHost},
    route::{Route, route},
    theme,
};
use catalog::Theme;
use gloo_events::EventListener;
use std::rc::Rc;
use yew::prelude::*;

#[component]
pub fn App() -> Html {
    let page = use_memo((), |()| PageHost::default());
    let host = use_memo((), |()| HostRef::new(Rc::clone(&page) as Rc<dyn Host>));
    let at = use_state(here);
    let own_theme = use_state_eq(theme::stored);
    let notices = use_state_eq(Vec::<String>::new);
    use_effect_with((), {
        let (at, page) = (at.setter(), Rc::clone(&page));
        move |()| {
            let listener = web_sys::window().map(|window| {
                EventListener::new(&window, "hashchange", move |_| {
                    page.arrived();
                    at.set(here());
                })
            });
            move || drop(listener)
        }
    });
    let on_theme = {
        let (own_theme, notices) = (own_theme.setter(), notices.clone());
        Callback::from(move |theme: Theme| {
            theme::put_on_document(theme);
            if !theme::store(theme) {
                notices.set(vec![theme::FORGETFUL.into()]);
            }
            own_theme.set(theme);
        })
    };
    use_effect_with((*at).clone(), |at| {
        let document = web_sys::window().and_then(|it| it.document());
        if let Some(document) = document {
            document.set_title(&title(at));
        }
    });
    match &*at {
        Route::Gallery(lost) => {
            theme::put_on_document(*own_theme);
            let on_dismiss = {
                let notices = notices.setter();
                Callback::from(move |_| notices.set(Vec::new()))
            };
            html! {
                <Gallery lost={lost.clone()} notices={(*notices).clone()} {on_dismiss}
                    theme={*own_theme} {on_theme} />
            }
        }
        Route::Playground(opened) => html! {
            <Lab key={opened.scenario.slug} opened={Rc::clone(opened)} host={(*host).clone()}
                own_theme={*own_theme} {on_theme} />
        },
    }
}

/// What the address asks for now.
fn here() -> Route {
    let hash = web_sys::window().and_then(|it| it.location().hash().ok());
    route(&hash.unwrap_or_default())
}

fn title(at: &Route) -> String {
    match at {
        Route::Gallery(_) => "Interleave: be the scheduler".into(),
        Route::Playground(opened) => format!("{} · Interleave", opened.scenario.entry().name),
    }
}
