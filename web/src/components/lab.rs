//! One algorithm under study: our page shows it with all around it, an embed without.

use super::{
    Tell,
    ahead::Ahead,
    effects::{
        use_address, use_focus, use_height, use_last_line, use_parts, use_pick, use_player,
        use_question, use_sight,
    },
    faces::{Face, faces},
    fencing::Fencing,
    guide::{guide, use_reached},
    header::Header,
    inquiries::use_asked,
    keys::keys as keys_dialog,
    narration::{narration, unpressed},
    needs::{Needs, use_needs},
    notices::notices,
    one_at_a_time::OneAtATime,
    quiz::quiz,
    scheduler::scheduler,
    sheet::{Sheet, Tab, tabs},
    stage::StageView,
    swipe::{self, Way},
    text::Text,
    timeline::{Orders, Timeline},
    transport::transport,
    variants::use_sweeps,
    verdicts::Verdicts,
    watches::{Watch, watches},
    what_if::{use_breaking, what_if},
};
use crate::{browser::window, check::claims, host::HostRef, theme};
use catalog::{Panel, Theme};
use picture::Thing;
use session::{
    choices::by_digit,
    keys::{self, Command, Focus},
    ready::Findings,
    snippet,
    state::{Message, Quiz, State},
};
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// A session as a component keeps it.
struct Kept {
    state: Rc<State>,
    /// Its moment is the one that the host has opened.
    is_opened: bool,
}

impl Reducible for Kept {
    type Action = Message;

    fn reduce(self: Rc<Self>, message: Message) -> Rc<Self> {
        let is_load = matches!(message, Message::Load(_));
        let state = Rc::new(self.state.apply(message));
        let is_opened = is_load || self.is_opened && state.linked() == self.state.linked();
        Rc::new(Kept { state, is_opened })
    }
}

/// A state, equal to itself alone: nothing is compared, and a link that is opened again is another one, so
/// that its moment comes back.
#[derive(Clone)]
pub struct StateRef(pub Rc<State>);

impl PartialEq for StateRef {
    fn eq(&self, other: &StateRef) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

#[derive(Clone, Properties, PartialEq)]
pub struct LabProps {
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

#[component]
pub fn Lab(props: &LabProps) -> Html {
    let LabProps { opened, host, own_theme, on_theme, known, on_there } = props;
    let root = use_node_ref();
    let state = use_reducer(|| Kept { state: Rc::clone(&opened.0), is_opened: true });
    let dispatcher = state.dispatcher();
    let tell: Tell = use_callback((), move |message, ()| dispatcher.dispatch(message));
    let now = &state.state;
    let helping = use_state_eq(|| false);
    let sheet = use_state_eq(Sheet::default);
    // a reader who goes to another run wants to see it
    use_effect_with(now.jumps, {
        let sheet = sheet.clone();
        move |_| sheet.set(Sheet { is_tall: false, ..*sheet })
    });
    // a text that is written takes more room than one that is looked at
    use_effect_with(now.is_editing && sheet.tab == Tab::Listing, {
        let sheet = sheet.clone();
        move |is_written| sheet.set(Sheet { is_tall: *is_written, ..*sheet })
    });
    let face = use_state_eq(Face::default);
    let sweeps = use_sweeps();
    let lines = use_asked();
    let count = use_state_eq(|| (0, 0));
    let is_drawn_out = use_state_eq(|| false);
    // the list of steps is the picture's mirror
    let marked = use_state_eq(|| None::<Thing>);
    let on_mark = use_setter(&marked);
    let is_page = now.is_page();
    // the moment whose picture has come to rest: what a page opens with has not moved
    let still = use_state(|| Some(Rc::clone(&now.moment)));
    let on_still = use_callback(still.setter(), |moment, still| still.set(Some(moment)));

    use_load(opened, &tell);
    use_player(now.playing.map(|_| now.speed), &now.moment, now.rounds, &tell);
    use_sight(&root, now.playing.is_some(), &tell);
    use_address(&now.linked(), state.is_opened, now.jumps, host, &tell);
    use_height(&root, host, !is_page);
    use_pick(&root, now.scenario.picked, is_page);
    use_question(&root, (now.scenario.asks, now.is_asked()), is_page);
    let all = if is_page { PARTS } else { 1 };
    let parts = use_parts(all, on_there);
    let on_use = use_focus(&root, is_page, parts == all);
    use_last_line(&root, &now.moment, (parts == all, sheet.tab));
    let shown = theme::shown(now.scenario.theme, *own_theme);
    use_effect_with((shown, host.clone()), |(theme, host)| host.theme(*theme));
    let reached = use_reached(now);
    let breaking = use_breaking(now.scenario.entry());
    let needed = use_needs(now, is_page);
    let setting = now.scenario.start();
    let claims = use_memo(setting.clone(), claims);

    let on_seek = use_told(&tell, Message::Seek);
    let on_pick = use_told(&tell, Message::Pick);
    let on_branch = use_told(&tell, Message::Branch);
    let on_act = use_told(&tell, Message::Act);
    let on_hold = use_told(&tell, Message::Hold);
    let onclick = on_use.reform(|event: MouseEvent| event.target_dyn_into());
    let on_key = on_use;
    let onkeydown = {
        let (tell, moment, helping) = (tell.clone(), Rc::clone(&now.moment), helping.setter());
        let quiz = now.quiz.clone();
        Callback::from(move |event: KeyboardEvent| {
            // the key that leaves a control needs no focus brought back
            on_key.emit(event.target_dyn_into().filter(|_| event.key() != "Tab"));
            let command = command(&event);
            // in somebody's page, a deck perhaps, what a key does here it does nowhere else
            if !is_page && (command.is_some() || is_taken(&event)) {
                event.stop_propagation();
            }
            let Some(command) = command else { return };
            event.prevent_default();
            match command {
                Command::Back => tell.emit(Message::Back),
                Command::Forward => tell.emit(Message::Forward),
                Command::Start => tell.emit(Message::Start),
                Command::End => tell.emit(Message::End),
                Command::Play => tell.emit(Message::Play),
                // the list of steps is not there while something is asked
                Command::Choose(digit) if quiz.is_none() => {
                    if let Some(action) = by_digit(&moment, digit) {
                        tell.emit(Message::Act(action));
                    }
                }
                Command::Choose(_) => {}
                Command::Answer(nth) => {
                    if quiz.as_ref().is_some_and(Quiz::is_open) {
                        tell.emit(Message::Say(nth));
                    }
                }
                Command::Help => helping.set(true),
            }
        })
    };

    // who wrote a shared variable last: that step is picked, and told below the diagram
    let latest = use_mut_ref(|| (Rc::clone(now), *sheet));
    *latest.borrow_mut() = (Rc::clone(now), *sheet);
    let on_cell = use_callback((tell.clone(), sheet.setter()), {
        let latest = Rc::clone(&latest);
        move |thing: Thing, (tell, set_sheet)| {
            let (now, sheet) = latest.borrow().clone();
            let (name, step) = match thing {
                Thing::Cell(cell) => (cell.to_string(), now.trace.writer_of(cell, now.at())),
                Thing::Column { well, column } => {
                    let name = now.moment.view.columns.get(column).cloned().unwrap_or_default();
                    let step = now.scenario.last_change(well, &name);
                    (name, step)
                }
                _ => return,
            };
            match step {
                None => tell.emit(Message::Notice(format!("Nobody has written {name} yet."))),
                Some(_) => {
                    tell.emit(Message::Pick(step.filter(|_| step != now.scenario.picked)));
                    set_sheet.set(Sheet { tab: Tab::Time, ..sheet });
                }
            }
        }
    });
    // its steps are in the diagram, which is a tab of a phone
    let on_ring = {
        let (tell, sheet) = (tell.clone(), sheet.clone());
        Callback::from(move |steps| {
            tell.emit(Message::Ring(steps));
            sheet.set(Sheet { tab: Tab::Time, ..*sheet });
        })
    };
    let on_swipe = use_told(&tell, |way| match way {
        Way::Left => Message::Forward,
        Way::Right => Message::Back,
    });
    let on_count = use_setter(&count);
    let from = use_mut_ref(|| None);
    let on_down = {
        let from = Rc::clone(&from);
        Callback::from(move |event: PointerEvent| {
            from.replace(swipe::begin(&event).filter(|_| is_on_sheet(&event)));
        })
    };
    let on_up = {
        let (sheet, from) = (sheet.clone(), Rc::clone(&from));
        Callback::from(move |event: PointerEvent| {
            if let Some(way) = from.take().and_then(|it| swipe::end(it, &event)) {
                sheet.set(Sheet { tab: sheet.tab.beside(way), ..*sheet });
            }
        })
    };
    let on_cancel = Callback::from(move |_: PointerEvent| {
        from.take();
    });

    let entry = now.scenario.entry();
    // each is made when its turn has come
    let has = |part| !is_page || parts >= part;
    let shown_face = face.in_setting(&setting);
    let on_face = Callback::from(move |it| face.set(it));
    let on_variants = on_face.reform(|()| Face::Variants);
    let on_states = is_page.then(|| on_face.reform(|()| Face::States));
    let on_lines = is_page.then(|| on_face.reform(|()| Face::Lines));
    let scene = html! {
        if has(3) {
            <section class="scene" data-face={shown_face.name()} aria-label={now.landmark("Picture")}>
                if shown_face == Face::Picture {
                    <StageView stage={entry.stage()} zones={entry.zones(&now.scenario.setting)}
                        moment={now.moment.clone()} trace={now.trace.clone()} {on_act}
                        held={now.held.clone()} {on_hold} marked={*marked}
                        on_mark={on_mark.clone()} {on_cell} {on_swipe} {on_still} speed={now.speed} />
                } else {
                    {shown_face.draw(&setting, &now.scenario, (&sweeps, &lines), &on_face)}
                }
                {watches(now, &tell)}
                if is_page { {faces(shown_face, &setting, &on_face)} }
            </section>
        }
    };
    let question = quiz(now, &tell);
    // the reason of a failure comes when the picture has arrived, if there is one
    let is_moving = shown_face == Face::Picture
        && (is_page || now.scenario.panels.has(Panel::Stage))
        && !still.as_ref().is_some_and(|moment| Rc::ptr_eq(moment, &now.moment));
    let narration = html! { if has(2) { {narration(now, is_moving, &tell, &on_ring)} } };
    let transport = html! { if has(4) { {transport(now, &tell)} } };
    let scheduler = |beside: Html| {
        let ahead = html! {
            if is_page {
                <Ahead scenario={now.scenario.clone()} moment={now.moment.clone()} tell={tell.clone()} />
            }
        };
        html! { if has(5) { {scheduler(now, &tell, beside, ahead, (*marked, &on_mark))} } }
    };
    let notices = notices(&now.notices, &tell.reform(Message::Dismiss));
    let help = html! {
        if *helping {
            {keys_dialog(&now.trace, {
                let helping = helping.setter();
                Callback::from(move |()| helping.set(false))
            })}
        }
    };
    let on_order = use_callback((), {
        let latest = Rc::clone(&latest);
        move |(), ()| Orders::of(&latest.borrow().0.scenario)
    });
    let timeline = html! {
        if has(6) {
            <Timeline trace={now.trace.clone()} at={now.at()} picked={now.scenario.picked} ringed={now.ringed.clone()}
                loops_from={now.scenario.loops_from} rounds={now.rounds}
                gaps={needed.as_ref().map_or_else(Rc::default, |it| Rc::from(it.gaps.as_slice()))}
                goes_to={now.to_event().map(|it| now.at() + it)}
                hides={now.scenario.asks} forks={now.branches.forks(&now.scenario.run)}
                {on_order} {on_seek} {on_pick} {on_branch} />
        }
    };
    let listing = |tell: Option<&Tell>| html! { <Text state={StateRef(Rc::clone(now))} tell={tell.cloned()} on_lines={on_lines.clone()} /> };
    if !is_page {
        let has = |panel| now.scenario.panels.has(panel);
        let home = host.home();
        return html! {
            <article ref={root} class="lab embed" tabindex="-1" {onkeydown} {onclick}
                data-theme={theme::name(shown)} aria-label={entry.name}>
                {notices}
                <div class="box">
                    if has(Panel::Narration) { {narration} }
                    if has(Panel::Stage) { {scene} }
                    {question}
                    <div class="bar">
                        if has(Panel::Transport) { {transport} }
                        if has(Panel::Scheduler) {
                            <button class="steps" popovertarget="steps">
                                <span class="long">{"Steps"}</span>
                                <span class="short">{"⋯"}<span class="unseen">{" Steps"}</span></span>
                            </button>
                            <div id="steps" class="menu" popover="auto">
                                <button class="short" onclick={tell.reform(|_| Message::Forward)}>
                                    {"Step forward"}
                                </button>
                                {scheduler(Html::default())}
                            </div>
                        }
                        if !home.is_empty() {
                            <a class="source" href={snippet::link(&home, &now.scenario)} target="_blank"
                                rel="noopener">
                                <span class="long">{entry.name}{" in Interleave"}</span>
                                <span class="short">
                                    {"Open ↗"}<span class="unseen">{" "}{entry.name}{" in Interleave"}</span>
                                </span>
                            </a>
                        }
                    </div>
                </div>
                if has(Panel::Timeline) { <div class="time">{timeline}</div> }
                if has(Panel::Listing) { <div class="program">{listing(None)}</div> }
                if has(Panel::Verdicts) {
                    <Verdicts scenario={setting.clone()} {claims} unasked={false} tell={tell.clone()} />
                }
                {help}
            </article>
        };
    }
    let on_keys = {
        let helping = helping.setter();
        Callback::from(move |_| helping.set(true))
    };
    let (holds, fails) = *count;
    let drawn_out = is_drawn_out.setter();
    let is_out = *is_drawn_out;
    html! {
        <div ref={root} class="lab page" tabindex="-1" {onkeydown} {onclick} data-theme={theme::name(shown)}>
            { Header {
                state: now, host, own_theme: *own_theme, on_theme, on_keys, tell: &tell,
            }.draw() }
            if !now.path.is_empty() { {guide(now, reached)} }
            {notices}
            <main onpointerdown={on_down} onpointerup={on_up} onpointercancel={on_cancel} data-tab={sheet.tab.name()} data-tall={sheet.is_tall.to_string()}
                data-drawer={is_out.then_some("open")} data-editing={now.is_editing.then_some("yes")}>
                {narration}
                {scene}
                <section class="player" aria-label="Player">{transport}</section>
                {tabs(*sheet, fails > 0, &Callback::from(move |it| sheet.set(it)))}
                {scheduler(question)}
                <section class="program" aria-label="Program" tabindex="0">
                    if has(7) { {listing(Some(&tell))} }
                </section>
                <section class="time" aria-label="Time">{timeline}</section>
                <button class="handle" aria-expanded={is_out.to_string()}
                    onclick={move |_| drawn_out.set(!is_out)}>
                    {"What if, verdicts "}
                    <span class="good">{format!("✓ {holds}")}</span>{" "}
                    <span class={classes!((fails > 0).then_some("bad"))}>{format!("✗ {fails}")}</span>
                </button>
                <div class="ever">
                    if has(PARTS) {
                        if !now.errors().is_empty() {
                            <p class="stale">{"For the last version without errors"}</p>
                        }
                        {what_if(&now.scenario, &breaking, &tell, &on_variants)}
                        <Verdicts scenario={setting.clone()} {claims} unasked={true} known={known.clone()}
                            offers_memory={now.errors().is_empty()} wanted={now.tried} {on_states} tell={tell.clone()} {on_count} />
                        if let Some(needed) = &needed {
                            <Needs needed={needed.clone()} tell={tell.clone()} />
                        }
                        <OneAtATime setting={setting.clone()} />
                        if now.errors().is_empty() {
                            <Fencing {setting} tell={tell.clone()} />
                        }
                        <Watch count={now.scenario.watched.len()} error={now.not_watched.clone()}
                            example={now.watchable()} tell={tell.clone()} />
                    }
                </div>
                if window().is_none() { {unpressed(now)} }
            </main>
            {help}
        </div>
    }
}

/// Whether a finger is on what stands under the picture on a phone, and not on what scrolls sideways.
fn is_on_sheet(event: &PointerEvent) -> bool {
    let target = event.target_dyn_into::<Element>();
    let is_in =
        |places| target.as_ref().is_some_and(|it| it.closest(places).is_ok_and(|it| it.is_some()));
    is_in(".scheduler, .program, .ever") && !is_in(".editor, input, select")
}

/// What tells a message: the same each time that the page is drawn, so that what has it is drawn only if
/// something else has changed.
#[hook]
fn use_told<T: 'static>(tell: &Tell, message: fn(T) -> Message) -> Callback<T> {
    use_callback(tell.clone(), move |it, tell| tell.emit(message(it)))
}

/// The same of what sets a state.
#[hook]
fn use_setter<T: PartialEq + 'static>(state: &UseStateHandle<T>) -> Callback<T> {
    use_callback((), {
        let state = state.setter();
        move |it, ()| state.set(it)
    })
}

/// Loads a link that was opened after the first one.
#[hook]
fn use_load(opened: &StateRef, tell: &Tell) {
    let first = use_mut_ref(|| true);
    let tell = tell.clone();
    use_effect_with(opened.clone(), move |opened| {
        if !first.replace(false) {
            tell.emit(Message::Load(Rc::clone(&opened.0)));
        }
    });
}

/// Whether something in here has done what the key says, or the control that has the focus will.
fn is_taken(event: &KeyboardEvent) -> bool {
    let tag = event.target_dyn_into::<Element>().map(|it| it.tag_name()).unwrap_or_default();
    event.default_prevented() || keys::is_for(&event.key(), Focus::of(&tag))
}

fn command(event: &KeyboardEvent) -> Option<Command> {
    let taken =
        event.default_prevented() || event.ctrl_key() || event.alt_key() || event.meta_key();
    if taken {
        return None;
    }
    let tag = event.target_dyn_into::<Element>().map(|it| it.tag_name());
    keys::command(&event.key(), Focus::of(&tag.unwrap_or_default()))
}
