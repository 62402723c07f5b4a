//! A choice of one among several.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct SelectProps {
    /// For those who listen, where no label stands around it.
    #[prop_or_default]
    pub label: Option<&'static str>,
    pub options: Vec<AttrValue>,
    pub chosen: usize,
    pub on_choose: Callback<usize>,
}

#[component]
pub fn Select(props: &SelectProps) -> Html {
    let SelectProps { label, options, chosen, on_choose } = props;
    let select = use_node_ref();
    // once touched, a browser's select does not heed its options' attributes any more
    use_effect_with((select.clone(), *chosen, options.len()), |(select, chosen, _)| {
        if let Some(select) = select.cast::<HtmlSelectElement>() {
            select.set_selected_index(i32::try_from(*chosen).unwrap_or(-1));
        }
    });
    let onchange = on_choose.reform(|event: Event| {
        let nth = event.target_unchecked_into::<HtmlSelectElement>().selected_index();
        usize::try_from(nth).unwrap_or_default()
    });
    html! {
        <select ref={select} aria-label={*label} {onchange}>
            { for options.iter().map(|it| html! { <option>{it}</option> }) }
        </select>
    }
}
