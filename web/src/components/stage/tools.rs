//! What a click on a message does: a choice that stays, so that it works by touch and by keyboard
//! just as well.

use super::mail::Tool;
use catalog::Moment;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct ToolsProps {
    pub moment: std::rc::Rc<Moment>,
    pub tool: Tool,
    pub on_choose: Callback<Tool>,
}

#[component]
pub fn Tools(props: &ToolsProps) -> Html {
    let tools = Tool::ALL.into_iter().filter(|it| it.is_of_use(&props.moment));
    let button = |tool: Tool| {
        let onclick = props.on_choose.reform(move |_: MouseEvent| tool);
        html! {
            <button type="button" class="tool" aria-pressed={(tool == props.tool).to_string()} {onclick}>
                { tool.name() }
            </button>
        }
    };
    html! {
        <div class="tools" role="group" aria-label="What a click on a message does">
            <span class="tools-name" aria-hidden="true">{ "On click" }</span>
            { for tools.map(button) }
        </div>
    }
}
