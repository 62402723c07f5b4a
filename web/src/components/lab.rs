//! One algorithm under study: our page shows it with all around it, an embed without.

use super::{
    Tell,
    ahead::Ahead,
    effects::{
        use_address, use_focus, use_height, use_parts, use_pick, use_player, use_question,
        use_sight,
    },
    guide::Guide,
    header::Header,
    keys::keys as keys_dialog,
    knobs::knobs,
    listing::listing,
    narration::narration,
    notices::notices,
    plots::plots,
    quiz::quiz,
    scheduler::scheduler,
    stage::StageView,
    timeline::Timeline,
    transport::transport,
    valence::valence,
    verdicts::Verdicts,
};
use crate::{
    check::claims,
    choices::by_digit,
    host::HostRef,
    keys::{self, Command, Focus},
    snippet,
    state::{Message, State},
    theme,
};
use catalog::{Panel, Theme};
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

impl Reducible for State {
    type Action = Message;

    fn reduce(self: Rc<Self>, message: Message) -> Rc<Self> {
        Rc::new(self.apply(message))
    }
}

/// A link as it was opened. Opened again it is another one, so that its moment comes back.
#[derive(Clone)]
pub struct Opened(pub Rc<State>);

impl PartialEq for Opened {
    fn eq(&self, other: &Opened) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

#[derive(Properties, PartialEq)]
pub struct LabProps {
    /// A new one is loaded.
    pub opened: Opened,
    pub host: HostRef,
    /// The reader's own choice of colours.
    pub own_theme: Theme,
    /// False if the choice cannot be kept.
    pub on_theme: Callback<Theme, bool>,
    /// All of it is in the document.
    pub on_there: Callback<()>,
}

/// In how many turns a page is drawn.
const PARTS: usize = 10;

#[component]
pub fn Lab(props: &LabProps) -> Html {
    let LabProps { opened, host, own_theme, on_theme, on_there } = props;
    let root = use_node_ref();
    let state = use_reducer(|| State::clone(&opened.0));
    let dispatcher = state.dispatcher();
    let tell: Tell = use_callback((), move |message, ()| dispatcher.dispatch(message));
    let helping = use_state_eq(|| false);
    let is_page = state.is_page();
    let now: &State = &state;

    use_load(opened, &tell);
    use_player(now.playing.map(|_| now.speed), &now.moment, now.rounds, &tell);
    use_sight(&root, now.playing.is_some(), &tell);
    use_address(&now.scenario, now.jumps, host, &tell);
    use_height(&root, host, !is_page);
    use_pick(&root, now.scenario.picked, is_page);
    use_question(&root, (now.scenario.asks, now.is_asked()), is_page);
    let all = if is_page { PARTS } else { 1 };
    let parts = use_parts(all, on_there);
    let on_use = use_focus(&root, is_page, parts == all);
    let shown = theme::shown(now.scenario.theme, *own_theme);
    use_effect_with((shown, host.clone()), |(theme, host)| host.theme(*theme));
    let setting = now.scenario.start();
    let claims = use_memo(setting.clone(), claims);

    let on_seek = tell.reform(Message::Seek);
    let on_pick = tell.reform(Message::Pick);
    let on_branch = tell.reform(Message::Branch);
    let on_act = tell.reform(Message::Act);
    let on_hold = tell.reform(Message::Hold);
    let onclick = on_use.reform(|event: MouseEvent| event.target_dyn_into());
    let on_key = on_use;
    let onkeydown = {
        let (tell, moment, helping) = (tell.clone(), Rc::clone(&now.moment), helping.setter());
        // what was answered is over where no other question follows
        let quiz = now.quiz.clone().filter(|it| it.is_open() || now.ahead().is_some());
        Callback::from(move |event: KeyboardEvent| {
            on_key.emit(event.target_dyn_into());
            let Some(command) = command(&event) else { return };
            event.prevent_default();
            match command {
                Command::Back => tell.emit(Message::Back),
                Command::Forward => tell.emit(Message::Forward),
                Command::Start => tell.emit(Message::Start),
                Command::End => tell.emit(Message::End),
                Command::Play => tell.emit(Message::Play),
                Command::Choose(digit) => {
                    let message = match &quiz {
                        Some(quiz) if quiz.is_open() => {
                            quiz.options.get(digit - 1).map(|it| Message::Say(it.action))
                        }
                        // it was answered: the next one comes by its button, or by an arrow
                        Some(_) => None,
                        None => by_digit(&moment, digit).map(Message::Act),
                    };
                    if let Some(message) = message {
                        tell.emit(message);
                    }
                }
                Command::Help => helping.set(true),
            }
        })
    };

    let entry = now.scenario.entry();
    // each is made when its turn has come
    let has = |part| !is_page || parts >= part;
    let scene = html! {
        if has(4) {
            <section class="scene" aria-label={now.landmark("Stage")}>
                <StageView stage={entry.stage} zones={entry.zones(&now.scenario.setting)}
                    moment={now.moment.clone()} trace={now.trace.clone()} {on_act}
                    held={now.held.clone()} {on_hold} speed={now.speed} />
            </section>
        }
    };
    // where there is room for it: a page has always a scheduler, and an embed may have none
    let (below, beside) = match quiz(now, &tell) {
        quiz if is_page => (Html::default(), quiz),
        quiz => (quiz, Html::default()),
    };
    let narration = html! { if has(5) { {narration(now, &claims, below, &tell)} } };
    let on_help = is_page.then(|| {
        let helping = helping.setter();
        Callback::from(move |_| helping.set(true))
    });
    let transport = html! { if has(6) { {transport(now, on_help, &tell)} } };
    let ahead = html! {
        if is_page {
            <Ahead scenario={now.scenario.clone()} moment={now.moment.clone()} tell={tell.clone()} />
        }
    };
    let scheduler = html! { if has(8) { {scheduler(now, &tell, beside, ahead)} } };
    let notices = notices(&now.notices, &tell.reform(Message::Dismiss));
    let help = html! {
        if *helping {
            {keys_dialog({
                let helping = helping.setter();
                Callback::from(move |()| helping.set(false))
            })}
        }
    };
    let timeline = html! {
        if has(7) {
            <Timeline trace={now.trace.clone()} at={now.at()} picked={now.scenario.picked}
                loops_from={now.scenario.loops_from} rounds={now.rounds}
                hides={now.scenario.asks} forks={now.branches.forks(&now.scenario.run)}
                {on_seek} {on_pick} {on_branch} />
        }
    };
    if !is_page {
        let has = |panel| now.scenario.panels.has(panel);
        let home = host.home();
        return html! {
            <article ref={root} class="lab embed" tabindex="-1" {onkeydown} {onclick}
                data-theme={theme::name(shown)} aria-label={entry.name}>
                {notices}
                // which is where it asks
                if has(Panel::Narration) || now.scenario.asks { {narration} }
                if has(Panel::Stage) { {scene} }
                if has(Panel::Transport) { {transport} }
                if has(Panel::Timeline) { <div class="time">{timeline}</div> }
                if has(Panel::Scheduler) {
                    <details class="fold"><summary>{"Be the scheduler"}</summary>{scheduler}</details>
                }
                if has(Panel::Listing) {
                    <div class="program">{listing(&now.trace, &now.moment)}</div>
                }
                if has(Panel::Verdicts) {
                    <Verdicts scenario={setting} {claims} unasked={false} tell={tell.clone()} />
                }
                <p class="source">
                    <b>{entry.name}</b>
                    if !home.is_empty() {
                        <a href={snippet::link(&home, &now.scenario)} target="_blank" rel="noopener">
                            {"Open in Interleave"}
                        </a>
                    }
                </p>
                {help}
            </article>
        };
    }
    html! {
        <div ref={root} class="lab page" tabindex="-1" {onkeydown} {onclick} data-theme={theme::name(shown)}>
            if has(2) {
                <Header scenario={now.scenario.clone()} host={host.clone()} own_theme={*own_theme}
                    on_theme={on_theme.clone()} tell={tell.clone()} />
            }
            {notices}
            if has(3) { <Guide scenario={now.scenario.clone()} fails={now.moment.fails()} /> }
            <main>
                <div class="run">
                    {scene}{narration}
                    <section class="player" aria-label="Player">{transport}</section>
                    {scheduler}
                    <section class="time" aria-label="Time">{timeline}</section>
                </div>
                <section class="program" aria-label="Program">
                    if has(9) { {listing(&now.trace, &now.moment)} }
                    if has(PARTS) {
                        {knobs(&now.scenario, &tell)}
                        {valence(now, &setting)}
                        {plots(&setting)}
                    }
                </section>
                if has(PARTS) {
                    <Verdicts scenario={setting} {claims} unasked={true} tell={tell.clone()} />
                }
            </main>
            {help}
        </div>
    }
}

/// Loads a link that was opened after the first one.
#[hook]
fn use_load(opened: &Opened, tell: &Tell) {
    let first = use_mut_ref(|| true);
    let tell = tell.clone();
    use_effect_with(opened.clone(), move |opened| {
        if !first.replace(false) {
            tell.emit(Message::Load(Rc::clone(&opened.0)));
        }
    });
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
