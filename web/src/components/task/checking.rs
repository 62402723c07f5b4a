//! A worker that grades answers, one after the other.

use crate::check::{Checker, Heard, Limit, Reply, Request, refused};
use catalog::Scenario;
use session::task::{Answer, Grade, Graded, Task, as_before};
use std::{
    cell::{Ref, RefCell},
    rc::{Rc, Weak},
};
use yew::prelude::*;

/// The answers, and the worker that is asked of one after the other.
#[derive(Default)]
struct Inner {
    task: Task,
    all: Vec<Graded>,
    /// Which is asked, and what is searched.
    at: Option<(usize, Scenario)>,
    checker: Option<Checker>,
    problem: Option<String>,
    draw: Callback<()>,
}

type Shared = Rc<RefCell<Inner>>;

/// Answers, and what is known of them so far.
#[derive(Clone)]
pub struct Grades(Shared);

#[hook]
pub fn use_grades() -> Grades {
    let draw = use_force_update();
    let shared = use_mut_ref(|| Inner {
        draw: Callback::from(move |()| draw.force_update()),
        ..Inner::default()
    });
    Grades(shared)
}

impl Grades {
    /// Grades these; what was asked before is not wanted any more.
    pub fn begin(&self, task: &Task, answers: Vec<Answer>) {
        {
            let inner = &mut *self.0.borrow_mut();
            inner.checker = None;
            inner.problem = None;
            inner.task = task.clone();
            inner.all = answers.into_iter().map(Graded::new).collect();
        }
        go_on(&self.0);
        draw(&self.0);
    }

    pub fn all(&self) -> Ref<'_, [Graded]> {
        Ref::map(self.0.borrow(), |inner| &*inner.all)
    }

    /// Why no more is graded: a sentence.
    pub fn problem(&self) -> Option<String> {
        self.0.borrow().problem.clone()
    }
}

/// Asks for the next answer that is not graded.
fn go_on(shared: &Shared) {
    let inner = &mut *shared.borrow_mut();
    inner.at = (0..inner.all.len()).find_map(|nth| {
        if inner.all[nth].grade == Grade::Open
            && let Some(grade) = as_before(&inner.all, nth)
        {
            inner.all[nth].grade = grade;
        }
        Some((nth, inner.all[nth].asks(&inner.task)?))
    });
    let Some((_, scenario)) = &inner.at else { return };
    let request = Request::check(scenario, Limit::Unasked);
    let on_reply = hear(Rc::downgrade(shared));
    if Checker::ask_anew(&mut inner.checker, on_reply, &request).is_err() {
        inner.problem = Some(refused());
    }
}

fn hear(shared: Weak<RefCell<Inner>>) -> Heard {
    Rc::new(move |reply: Reply| {
        let Some(shared) = shared.upgrade() else { return };
        {
            let inner = &mut *shared.borrow_mut();
            let Some((at, scenario)) = &inner.at else { return };
            match reply {
                Reply::Progress(..) | Reply::Answer(_) => return,
                Reply::Found(found) => inner.all[*at].take(&inner.task, scenario, &found),
                Reply::Problem(why) => inner.all[*at].grade = Grade::Rejected(why),
                Reply::Died(why) => {
                    inner.problem = Some(why);
                    inner.at = None;
                }
            }
        }
        if shared.borrow().problem.is_none() {
            go_on(&shared);
        }
        draw(&shared);
    })
}

fn draw(shared: &Shared) {
    let draw = shared.borrow().draw.clone();
    draw.emit(());
}
