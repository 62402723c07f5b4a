//! Below a claim that is to carry itself: whether it does, the states from which a step leads out, and what would
//! exclude them.

use super::super::Dispatch;
use catalog::{Addition, ShownLead, states};
use session::{check::ClaimReason, state::Message};
use yew::prelude::*;

pub fn reason(of: &ClaimReason, tell: &Dispatch) -> Html {
    let leads = of.reason.iter().flat_map(|reason| &reason.shown);
    html! {
        <>
            <p class="outcome">{&of.sentence}</p>
            { for leads.map(|shown| lead(shown, tell)) }
        </>
    }
}

fn lead(lead: &ShownLead, tell: &Dispatch) -> Html {
    let alike =
        (lead.alike > 1).then(|| format!(" {} are like this.", states(lead.alike as usize)));
    html! {
        <>
            <p class="outcome">
                {&lead.sentence}{alike}
                if let Some(link) = &lead.link { <a href={format!("#{link}")}>{"See it"}</a> }
            </p>
            { for lead.candidates.iter().map(|addition| candidate(addition, tell)) }
            if let Some(none) = &lead.none { <p class="outcome">{none}</p> }
        </>
    }
}

/// A line that would exclude it, which a press adds to the text.
fn candidate(addition: &Addition, tell: &Dispatch) -> Html {
    let (text, tell) = (addition.text.clone(), tell.clone());
    let onclick = move |_: MouseEvent| {
        tell.emit(Message::Edit(true));
        tell.emit(Message::Write(text.clone()));
    };
    html! {
        <>
            <p class="outcome">{&addition.sentence}</p>
            <p class="outcome">
                <code>{&addition.line}</code>
                <button class="link" {onclick}>{"Add this line"}</button>
            </p>
        </>
    }
}
