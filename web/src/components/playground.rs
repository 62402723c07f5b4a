//! One algorithm under study: our page shows it with all around it, an embed without.

mod acts;
mod embed;
mod fingers;
mod keyboard;
mod page;
mod parts;
mod session;

use super::{
    Dispatch,
    effects::{
        use_address, use_focus, use_height, use_last_line, use_own_text, use_parts, use_pick,
        use_player, use_question, use_sight,
    },
    faces::View,
    guide::use_reached,
    inquiries::{Asked, use_asked},
    narration::use_to_come,
    needs::use_needs,
    sheet::{BottomSheet, Tab},
    variants::{Sweeps, use_sweeps},
    what_if::{Breaking, use_breaking},
};
use crate::{
    check::{Line, claims},
    host::HostRef,
    theme,
};
use ::session::{
    failure,
    lines::LinesFound,
    narration::Narration,
    prepared::Findings,
    state::{State, is_of_reader},
};
use acts::{Acts, Places, use_acts};
use catalog::{Moment, Needed, Scenario, Theme, reason::Reason};
use fingers::use_fingers;
use picture::Thing;
pub use session::StateRef;
use session::{Session, use_load};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, Properties, PartialEq)]
pub struct PlaygroundProps {
    /// A new one is loaded.
    pub opened: StateRef,
    pub host: HostRef,
    /// The reader's own choice of colours.
    pub own_theme: Theme,
    /// False if the choice cannot be kept.
    pub on_theme: Callback<Theme, bool>,
    /// What was found of its setting, where that is known already.
    #[prop_or_default]
    pub known: Option<Findings>,
    /// All of it is in the document.
    pub on_there: Callback<()>,
}

/// In how many turns a page is drawn.
const PARTS: usize = 8;

/// All that the parts of a playground are drawn from.
struct Views<'a> {
    props: &'a PlaygroundProps,
    root: NodeRef,
    now: &'a Rc<State>,
    /// What is said of a failure at the moment.
    said: Option<Rc<Reason>>,
    tell: Dispatch,
    helping: UseStateHandle<bool>,
    sheet: UseStateHandle<BottomSheet>,
    /// What stands in the place of the picture.
    shown: View,
    on_view: Callback<View>,
    sweeps: Sweeps,
    lines: Asked<LinesFound>,
    /// How many properties hold, and how many fail.
    count: UseStateHandle<(usize, usize)>,
    is_drawn_out: UseStateHandle<bool>,
    /// The list of steps is the picture's mirror.
    marked: UseStateHandle<Option<Thing>>,
    /// The moment whose picture has come to rest: what a page opens with has not moved.
    still: UseStateHandle<Option<Rc<Moment>>>,
    /// How many parts are drawn.
    parts: usize,
    breaking: Breaking,
    needed: Option<Needed>,
    to_come: Option<Rc<Narration>>,
    setting: Scenario,
    claims: Rc<Vec<Line>>,
    acts: Acts,
}

struct Listeners {
    onclick: Callback<MouseEvent>,
    onkeydown: Callback<KeyboardEvent>,
}

impl Views<'_> {
    fn is_page(&self) -> bool {
        self.now.is_page()
    }
}

#[component]
pub fn Playground(props: &PlaygroundProps) -> Html {
    let PlaygroundProps { opened, host, own_theme, .. } = props;
    let session = use_reducer(|| Session::open(opened));
    let dispatcher = session.dispatcher();
    let tell: Dispatch = use_callback((), move |message, ()| dispatcher.dispatch(message));
    let now = &session.state;
    let views = use_views(props, now, tell);
    let Views { root, tell, sheet, parts, .. } = &views;
    let is_page = now.is_page();
    use_load(opened, tell);
    use_player(now.playing.map(|_| now.speed), &now.moment, now.rounds, tell);
    use_sight(root, now.playing.is_some(), tell);
    use_address(&now.linked(), session.is_opened, now.jumps, host, tell);
    use_height(root, host, !is_page);
    use_own_text(is_page && is_of_reader(&now.scenario));
    use_pick(root, now.scenario.picked, is_page);
    use_question(root, (now.scenario.asks, now.is_asked()), is_page);
    let is_there = *parts == all_parts(is_page);
    let on_use = use_focus(root, is_page, is_there);
    use_last_line(root, &now.moment, (is_there, sheet.tab));
    let shown = theme::shown(now.scenario.shown.theme, *own_theme);
    use_effect_with((shown, host.clone()), |(theme, host)| host.theme(*theme));
    let reached = use_reached(now);
    let fingers = use_fingers(sheet);
    let on_help = {
        let helping = views.helping.setter();
        Callback::from(move |()| helping.set(true))
    };
    let listeners = Listeners {
        onclick: on_use.reform(|event: MouseEvent| event.target_dyn_into()),
        onkeydown: keyboard::keyboard(now, is_page, tell, on_use, on_help),
    };
    match is_page {
        true => views.page(listeners, fingers, shown, reached),
        false => views.embed(listeners, shown),
    }
}

/// An embed is small, and drawn at once.
fn all_parts(is_page: bool) -> usize {
    if is_page { PARTS } else { 1 }
}

#[hook]
fn use_views<'a>(props: &'a PlaygroundProps, now: &'a Rc<State>, tell: Dispatch) -> Views<'a> {
    let is_page = now.is_page();
    let sheet = use_sheet(now);
    let view = use_state_eq(View::default);
    let count = use_state_eq(|| (0, 0));
    let marked = use_state_eq(|| None::<Thing>);
    let still = use_state(|| Some(Rc::clone(&now.moment)));
    let places = Places { sheet: &sheet, marked: &marked, still: &still, count: &count };
    let acts = use_acts(now, &tell, &places);
    let setting = now.scenario.start();
    let said = use_memo((Rc::clone(&now.trace), Rc::clone(&now.moment)), |_| {
        failure::reason(now).map(Rc::new)
    });
    let on_view = {
        let view = view.setter();
        Callback::from(move |to| view.set(to))
    };
    Views {
        props,
        root: use_node_ref(),
        now,
        said: (*said).clone(),
        helping: use_state_eq(|| false),
        shown: view.in_setting(&setting),
        on_view,
        sweeps: use_sweeps(),
        lines: use_asked(),
        is_drawn_out: use_state_eq(|| false),
        parts: use_parts(all_parts(is_page), &props.on_there),
        breaking: use_breaking(now.scenario.entry()),
        needed: use_needs(now, is_page),
        to_come: use_to_come(now),
        claims: use_memo(setting.clone(), claims),
        setting,
        acts,
        tell,
        sheet,
        count,
        marked,
        still,
    }
}

/// What stands under the picture on a phone, and how high.
#[hook]
fn use_sheet(now: &State) -> UseStateHandle<BottomSheet> {
    // what is to be written is there first
    let sheet = use_state_eq(|| match now.is_editing {
        true => BottomSheet { tab: Tab::Listing, is_tall: true },
        false => BottomSheet::default(),
    });
    // a reader who goes to another run wants to see it
    use_effect_with(now.jumps, {
        let sheet = sheet.clone();
        move |_| sheet.set(BottomSheet { is_tall: false, ..*sheet })
    });
    // a text that is written takes more room than one that is looked at
    use_effect_with(now.is_editing && sheet.tab == Tab::Listing, {
        let sheet = sheet.clone();
        move |is_written| sheet.set(BottomSheet { is_tall: *is_written, ..*sheet })
    });
    sheet
}
