//! A finger that goes sideways over what stands under the picture on a phone.

use super::super::{sheet::BottomSheet, swipe};
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

pub struct Fingers {
    pub down: Callback<PointerEvent>,
    pub up: Callback<PointerEvent>,
    pub cancel: Callback<PointerEvent>,
}

/// Goes from tab to tab.
#[hook]
pub fn use_fingers(sheet: &UseStateHandle<BottomSheet>) -> Fingers {
    let from = use_mut_ref(|| None);
    let down = {
        let from = Rc::clone(&from);
        Callback::from(move |event: PointerEvent| {
            from.replace(swipe::begin(&event).filter(|_| is_on_sheet(&event)));
        })
    };
    let up = {
        let (sheet, from) = (sheet.clone(), Rc::clone(&from));
        Callback::from(move |event: PointerEvent| {
            if let Some(direction) = from.take().and_then(|from| swipe::end(from, &event)) {
                sheet.set(BottomSheet { tab: sheet.tab.beside(direction), ..*sheet });
            }
        })
    };
    let cancel = Callback::from(move |_: PointerEvent| {
        from.take();
    });
    Fingers { down, up, cancel }
}

/// Whether a finger is on what stands under the picture on a phone, and not on what scrolls sideways.
fn is_on_sheet(event: &PointerEvent) -> bool {
    let target = event.target_dyn_into::<Element>();
    let is_in = |places| {
        target
            .as_ref()
            .is_some_and(|element| element.closest(places).is_ok_and(|element| element.is_some()))
    };
    is_in(".scheduler, .program, .ever") && !is_in(".editor, input, select")
}
