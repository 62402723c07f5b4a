//! A message in flight.

use super::geometry::{Point, Rect, point};
use super::mail::Tool;
use super::parts;
use super::text;
use catalog::Action;
use web_sys::Element;
use yew::prelude::*;

/// Beside the text.
const PAD: f64 = 8.0;

#[derive(Properties, PartialEq, Clone)]
pub struct TokenProps {
    /// Where it lies.
    pub rect: Rect,
    /// Where its sender is.
    pub from: Point,
    /// Whose colour it has.
    pub owner: usize,
    pub text: String,
    /// What it is called: "reply from 1 to 0".
    pub name: String,
    /// It starts a conversation.
    pub is_first: bool,
    /// There was one, before the last step.
    pub is_lost: bool,
    /// Messages behind it for which there is no room.
    pub more: usize,
    /// It cannot be delivered before another one is.
    pub is_queued: bool,
    pub is_held: bool,
    pub tool: Tool,
    /// What the tool would do to it.
    pub action: Option<Action>,
    /// None where it can only be looked at.
    pub on_use: Option<Callback<(Tool, Action)>>,
}

#[component]
pub fn Token(props: &TokenProps) -> Html {
    let TokenProps { rect, from, is_queued, is_held, .. } = props;
    let node = use_node_ref();
    // it sets out at its sender, and the style sheet says how fast it travels
    let sent = use_state_eq(|| props.on_use.is_none());
    {
        let (node, sent) = (node.clone(), sent.clone());
        use_effect_with((), move |()| {
            if let Some(element) = node.cast::<Element>() {
                element.get_bounding_client_rect();
                sent.set(true);
            }
        });
    }
    let does = props.on_use.clone().zip(props.action).map(|(on_use, action)| {
        let tool = props.tool;
        Callback::from(move |()| on_use.emit((tool, action)))
    });
    let onclick = does.clone().map(|does| does.reform(|_: MouseEvent| ()));
    let onkeydown = does.clone().map(|does| {
        Callback::from(move |event: KeyboardEvent| {
            if matches!(event.key().as_str(), "Enter" | " ") {
                event.prevent_default();
                does.emit(());
            }
        })
    });
    let is_button = props.on_use.is_some();
    let class = classes!(
        "token",
        "mover",
        parts::own(props.owner),
        props.is_first.then_some("is-first-kind"),
        props.is_lost.then_some("is-lost"),
        is_queued.then_some("is-queued"),
        is_held.then_some("is-held"),
        does.is_some().then_some("is-usable"),
    );
    let at = if *sent { rect.center() } else { *from };
    let corner = point(at.x + rect.w / 2.0 - 3.0, at.y - rect.h / 2.0 + 1.0);
    html! {
        <>
        <g ref={node} {class} transform={at.translate()}
            aria-hidden={(!is_button).then_some("true")}
            role={is_button.then_some("button")}
            tabindex={is_button.then_some("0")}
            aria-disabled={(is_button && does.is_none()).then_some("true")}
            aria-label={is_button.then(|| label(props))}
            {onclick} {onkeydown}>
            { parts::frame(Rect::around(Point::default(), rect.w, rect.h), 12.0, "token-body") }
            { parts::words(
                Point::default(),
                "token-text",
                "middle",
                &text::cut(&props.text, rect.w - PAD),
            ) }
            if *is_held {
                <g class="pause" transform={point(4.0 - rect.w / 2.0, -rect.h / 2.0 + 2.0).translate()}>
                    { parts::circle("pause-body", Point::default(), 8.0) }
                    { parts::path("pause-bars", "M-2.2 -3.5v7m4.4 -7v7".to_owned()) }
                </g>
            }
        </g>
        // beside the button, whose name does not have it
        if props.more > 0 {
            <g class="more mover" transform={corner.translate()}>
                { parts::circle("pause-body", Point::default(), 9.0) }
                { parts::words(Point::default(), "more-count", "middle", &format!("+{}", props.more)) }
            </g>
        }
        </>
    }
}

fn label(props: &TokenProps) -> String {
    let what = &props.name;
    let state = match (props.is_held, props.is_queued) {
        (true, _) => ", held back",
        (_, true) => ", behind another message",
        _ => "",
    };
    match (props.tool, props.action) {
        (_, None) => format!("{what}{state}"),
        (Tool::Hold, _) if props.is_held => format!("let go {what}"),
        (tool, _) => format!("{} {what}{state}", tool.name()),
    }
}
