//! A button that copies a text, and says what came of it.

use gloo_timers::callback::Timeout;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{HtmlInputElement, js_sys::Reflect};
use yew::prelude::*;

/// How long the button says what came of it.
const TOLD_MS: u32 = 2_000;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Nothing,
    Copied,
    Refused,
}

#[derive(Properties, PartialEq)]
pub struct CopyProps {
    /// Made only when it is wanted.
    pub text: Callback<(), String>,
    pub label: &'static str,
    #[prop_or_default]
    pub class: Classes,
}

#[component]
pub fn Copy(props: &CopyProps) -> Html {
    let told = use_state_eq(|| Told::Nothing);
    let onclick = {
        let (told, text) = (told.setter(), props.text.clone());
        Callback::from(move |_| {
            let (told, text) = (told.clone(), text.emit(()));
            spawn_local(async move {
                told.set(if copy(&text).await.is_ok() { Told::Copied } else { Told::Refused });
            });
        })
    };
    use_effect_with(*told, {
        let told = told.setter();
        move |now| {
            let later = (*now == Told::Copied)
                .then(|| Timeout::new(TOLD_MS, move || told.set(Told::Nothing)));
            move || drop(later)
        }
    });
    html! {
        <>
            <button class={props.class.clone()} {onclick}>
                <span class="swap">
                    <span class={classes!((*told == Told::Copied).then_some("gone"))}>
                        {props.label}
                    </span>
                    <span class={classes!((*told != Told::Copied).then_some("gone"))}>
                        {"Copied"}
                    </span>
                </span>
            </button>
            // not within the button, which would then have no name
            <span class="unseen" role="status">{(*told == Told::Copied).then_some("Copied")}</span>
            if *told == Told::Refused {
                <Refused text={props.text.emit(())} on_close={
                    let told = told.setter();
                    move |()| told.set(Told::Nothing)
                } />
            }
        </>
    }
}

#[derive(Properties, PartialEq)]
struct RefusedProps {
    text: String,
    on_close: Callback<()>,
}

/// Where nothing may be copied by a button, the text stands ready to be copied by hand.
#[component]
fn Refused(props: &RefusedProps) -> Html {
    let field = use_node_ref();
    use_effect_with(field.clone(), |field| {
        if let Some(field) = field.cast::<HtmlInputElement>() {
            let _ = field.focus();
            field.select();
        }
    });
    html! {
        <div class="refused" role="alert">
            <label>
                {"This browser does not let a button copy. Copy it from here:"}
                <input ref={field} readonly=true value={props.text.clone()} />
            </label>
            <button onclick={props.on_close.reform(|_| ())}>{"Close"}</button>
        </div>
    }
}

async fn copy(text: &str) -> Result<(), JsValue> {
    let navigator = web_sys::window().ok_or(JsValue::NULL)?.navigator();
    // there is none on pages that are not safe
    let clipboard = Reflect::get(&navigator, &"clipboard".into())?;
    let clipboard: web_sys::Clipboard = clipboard.dyn_into()?;
    JsFuture::from(clipboard.write_text(text)).await?;
    Ok(())
}
