//! The run as a file for other tools: to be copied, or to be saved.

use super::{copy::Copy, dialog::Dialog, select::Select};
use crate::file::File;
use crate::host::HostRef;
use catalog::Scenario;
use export::{Document, Format};
use js_sys::{JSON, Promise};
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::prelude::*;

/// Told where the part that makes files did not arrive.
const FAILED: &str = "What makes files could not be loaded. Closing this and trying again may help.";

#[derive(Properties, PartialEq)]
pub struct ExportDialogProps {
    pub scenario: Scenario,
    pub host: HostRef,
    pub on_close: Callback<()>,
}

/// What came of making a file.
type Made = Option<Result<Rc<File>, String>>;

#[component]
pub fn ExportDialog(props: &ExportDialogProps) -> Html {
    let ExportDialogProps { scenario, host, on_close } = props;
    let chosen = use_state_eq(|| 0_usize);
    let made = use_state(|| Made::None);
    use_effect_with(*chosen, {
        let (made, scenario, host) = (made.setter(), scenario.clone(), host.clone());
        move |chosen| {
            let format = Format::ALL[*chosen];
            made.set(None);
            spawn_local(async move {
                let text = text(&scenario, &host, format).await;
                made.set(Some(text.map(|it| Rc::new(File::new(&scenario, format, it)))));
            });
        }
    });
    let on_choose = {
        let chosen = chosen.setter();
        Callback::from(move |nth| chosen.set(nth))
    };
    html! {
        <Dialog title="Export this run" on_close={on_close.clone()}>
            <p>
                <Select label="Format" options={Format::ALL.map(|it| it.words().into()).to_vec()}
                    chosen={*chosen} {on_choose} />
            </p>
            {match &*made {
                None => html! { <p role="status">{"Making the file…"}</p> },
                Some(Err(why)) => html! { <p role="alert">{why}</p> },
                Some(Ok(file)) => shown(file),
            }}
        </Dialog>
    }
}

fn shown(file: &Rc<File>) -> Html {
    let wanted = {
        let file = Rc::clone(file);
        Callback::from(move |()| file.text.clone())
    };
    html! {
        <div class="snippet">
            <label>
                {&file.name}
                <textarea readonly=true rows="12" value={file.text.clone()} />
            </label>
            <div class="choices">
                <Copy text={wanted} label="Copy" />
                <a class="button" href={file.url.clone()} download={file.name.clone()}>{"Download"}</a>
            </div>
        </div>
    }
}

/// The file's text. What makes it is not part of a visit, and comes when it is asked for.
async fn text(scenario: &Scenario, host: &HostRef, format: Format) -> Result<String, String> {
    let failed = |_: JsValue| FAILED.to_owned();
    let document = crate::api::object(&Document::of(scenario, format)).map_err(|_| FAILED)?;
    let document = JSON::stringify_with_replacer_and_space(&document, &JsValue::NULL, &2.into())
        .map_err(failed)?;
    let exporter = host.exporter().ok_or(FAILED)?;
    let promise = exporter.call2(&JsValue::NULL, &document, &format.name().into());
    let promise: Promise = promise.and_then(JsCast::dyn_into).map_err(failed)?;
    JsFuture::from(promise).await.map_err(failed)?.as_string().ok_or_else(|| FAILED.into())
}
