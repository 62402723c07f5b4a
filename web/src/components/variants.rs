//! Settings that differ by a few options: each is searched in turn, and a table tells which changes
//! matter. What was found stays while the reader looks at one of its runs.

mod table;

use crate::check::{Checker, Heard, Reply, Request, refused};
use catalog::{Knob, Scenario};
use session::variants::{Sweep, SweepState, Variants};
use std::{
    cell::RefCell,
    rc::{Rc, Weak},
};
use table::table;
use yew::prelude::*;

/// A sweep, and the worker that it asks.
#[derive(Default)]
struct Inner {
    sweep: Option<Sweep>,
    checker: Option<Checker>,
    /// The options that may change; none named: all that do not count something.
    options: Vec<&'static str>,
    /// Draws it, while it is on the page.
    draw: Option<Callback<()>>,
}

impl Inner {
    fn draw(&self) {
        self.draw.iter().for_each(|it| it.emit(()));
    }
}

/// The sweep of a page.
#[derive(Clone)]
pub struct Sweeps(Rc<RefCell<Inner>>);

impl PartialEq for Sweeps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

#[hook]
pub fn use_sweeps() -> Sweeps {
    Sweeps(use_mut_ref(Inner::default))
}

impl Sweeps {
    /// Goes to the settings beside this one, unless it is among those that are there.
    fn visit(&self, setting: &Scenario) {
        let is_there =
            self.0.borrow().sweep.as_ref().is_some_and(|it| it.variants.has_row(setting));
        if !is_there {
            self.0.borrow_mut().options.clear();
            self.begin(setting);
        }
    }

    fn begin(&self, setting: &Scenario) {
        let inner = &mut *self.0.borrow_mut();
        inner.checker = None;
        let old = inner.sweep.take();
        inner.sweep = Variants::of(setting, &inner.options).ok().map(|mut variants| {
            if let Some(old) = &old {
                variants.take_from(&old.variants);
            }
            Sweep::of(variants)
        });
    }

    /// Asks for all that is open.
    fn go_on(&self) {
        let request = self.0.borrow_mut().sweep.as_mut().and_then(Sweep::ask);
        ask(&self.0, request);
    }

    fn stop(&self) {
        let inner = &mut *self.0.borrow_mut();
        inner.checker = None;
        inner.sweep.iter_mut().for_each(Sweep::stop);
    }

    /// Lets an option change, or no longer.
    fn turn(&self, option: &'static str, setting: &Scenario) {
        let inner = &mut *self.0.borrow_mut();
        let now = inner.sweep.as_ref().map(|it| it.variants.options()).unwrap_or_default();
        inner.options = match now.contains(&option) {
            true => now.into_iter().filter(|it| *it != option).collect(),
            false => now.into_iter().chain([option]).collect(),
        };
        let base = inner.sweep.as_ref().map_or_else(|| setting.clone(), |it| it.variants.base());
        self.begin(&base);
    }
}

/// Asks the worker; what it answers leads to the next question.
fn ask(inner: &Rc<RefCell<Inner>>, request: Option<Request>) {
    let Some(request) = request else { return };
    let weak: Weak<RefCell<Inner>> = Rc::downgrade(inner);
    let on_reply: Heard = Rc::new(move |reply: Reply| {
        let Some(inner) = weak.upgrade() else { return };
        let next = inner.borrow_mut().sweep.as_mut().and_then(|it| it.hear(reply));
        ask(&inner, next);
        inner.borrow().draw();
    });
    let inner = &mut *inner.borrow_mut();
    if Checker::ask_anew(&mut inner.checker, on_reply, &request).is_err()
        && let Some(sweep) = &mut inner.sweep
    {
        sweep.at = SweepState::Failed(refused());
    }
}

#[derive(Properties, PartialEq)]
pub struct VariantsProps {
    /// The scenario without its run.
    pub setting: Scenario,
    pub sweeps: Sweeps,
    /// A run was chosen.
    pub on_show: Callback<()>,
}

#[component]
pub fn VariantsView(VariantsProps { setting, sweeps, on_show }: &VariantsProps) -> Html {
    let draw = use_force_update();
    let draw = use_callback((), move |(), ()| draw.force_update());
    let is_all = use_state_eq(|| false);
    use_effect_with((setting.clone(), sweeps.clone()), {
        let draw = draw.clone();
        move |(setting, sweeps)| {
            let sweeps = sweeps.clone();
            sweeps.0.borrow_mut().draw = Some(draw.clone());
            sweeps.visit(setting);
            let is_new = sweeps.0.borrow().sweep.as_ref().is_some_and(|it| it.variants.done() == 0);
            if is_new {
                sweeps.go_on();
            }
            draw.emit(());
            move || sweeps.0.borrow_mut().draw = None
        }
    });
    let does = |what: fn(&Sweeps)| {
        let (sweeps, draw) = (sweeps.clone(), draw.clone());
        Callback::from(move |_: MouseEvent| {
            what(&sweeps);
            draw.emit(());
        })
    };
    let on_turn = {
        let (sweeps, draw, setting) = (sweeps.clone(), draw.clone(), setting.clone());
        Callback::from(move |option: &'static str| {
            sweeps.turn(option, &setting);
            sweeps.go_on();
            draw.emit(());
        })
    };
    let inner = sweeps.0.borrow();
    let Some(sweep) = &inner.sweep else {
        return html! {
            <div class="variants">
                { options(setting, &[], &on_turn) }
                <p>{"Choose an option that may change."}</p>
            </div>
        };
    };
    let variants = &sweep.variants;
    let finding = variants.finding(None);
    let on_all = Callback::from({
        let is_all = is_all.setter();
        move |()| is_all.set(true)
    });
    let button = match sweep.at {
        SweepState::Row(..) => html! { <button onclick={does(Sweeps::stop)}>{"Stop"}</button> },
        _ if sweep.is_whole() => Html::default(),
        _ => html! { <button class="primary" onclick={does(Sweeps::go_on)}>{"Go on"}</button> },
    };
    html! {
        <div class="variants">
            <h2 class="unseen">{"Variants"}</h2>
            <p class="variants-title" role="status">{variants.title(finding.as_ref())}</p>
            <div class="variants-size">
                <p>{variants.size()}{" "}{told(sweep)}</p>
                {button}
            </div>
            { options(setting, &variants.options(), &on_turn) }
            { table(sweep, finding.as_ref(), setting, on_show, (*is_all, &on_all)) }
        </div>
    }
}

/// How far it has come, for eyes.
fn told(sweep: &Sweep) -> String {
    match &sweep.at {
        SweepState::Row(_, Some(pace)) => {
            format!("{} states of this one.", catalog::grouped(pace.states))
        }
        SweepState::Failed(why) => why.clone(),
        _ => String::new(),
    }
}

/// Which options may change.
fn options(setting: &Scenario, now: &[&str], on_turn: &Callback<&'static str>) -> Html {
    let several = |it: &(&'static Knob, _)| it.0.values.len() > 1;
    let one = |(option, _): (&'static Knob, _)| {
        let is_on = now.contains(&option.name);
        html! {
            <button key={option.name} class="chip" aria-pressed={is_on.to_string()} title={option.words}
                onclick={on_turn.reform(move |_| option.name)}>{option.name}</button>
        }
    };
    html! {
        <details class="variants-options">
            <summary>{"Which options may change"}</summary>
            <div role="group" aria-label="Options that may change">
                { for setting.setting.iter().filter(several).map(one) }
            </div>
        </details>
    }
}
