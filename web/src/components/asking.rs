//! What a component asks of a worker, and where the answers go.

use crate::check::{Checker, Limit, Line, Mark, Reply, Request, Status, refused};
use catalog::Scenario;
use std::{
    cell::RefCell,
    rc::{Rc, Weak},
};
use yew::prelude::*;

/// A checker, started when it is first asked.
#[derive(Clone)]
pub struct Asking {
    pub checker: Rc<RefCell<Option<Checker>>>,
    pub status: UseStateSetter<Status>,
    /// A link is made of it only when one is needed: that of a long text takes a while.
    pub scenario: Scenario,
    /// Only of what can follow its cursor, and only until something fails there but for these.
    pub from_here: Option<Vec<String>>,
}

impl Asking {
    /// Ends what runs: it must not answer any more. A worker at rest stays for the next check.
    pub fn end(&self) {
        let mut checker = self.checker.borrow_mut();
        drop(checker.take_if(|checker| !checker.is_ready()));
    }

    /// Whether a worker is there already.
    pub fn is_ready(&self) -> bool {
        self.checker.borrow().is_some()
    }

    pub fn check(&self, limit: Limit) {
        self.end();
        let asked: Weak<RefCell<Option<Checker>>> = Rc::downgrade(&self.checker);
        let (hear, from_here) = (self.status.clone(), self.from_here.clone());
        let on_reply = Rc::new(move |reply: Reply| {
            let status = Status::hear(reply, limit);
            let asked = asked.upgrade().unwrap_or_default();
            match &status {
                // from here the nearest failure is the answer, which is the first that is found
                Status::Running(_, settled)
                    if from_here.as_ref().is_some_and(|known| {
                        settled.iter().any(|line| is_ahead(line) && !known.contains(&line.property))
                    }) =>
                {
                    if let Some(checker) = &*asked.borrow() {
                        let _ = checker.ask(&Request::Stop);
                    }
                }
                Status::Running(..) => (),
                Status::Done { found, .. } if found.unfinished && from_here.is_none() => (),
                // the memory of a large one is wanted elsewhere
                _ => drop(asked.borrow_mut().take_if(|checker| !checker.is_ready())),
            }
            hear.set(status);
        });
        let request = Request::Check {
            scenario: self.scenario.to_string(),
            from_here: self.from_here.is_some(),
            states_max: limit.states_max(),
            bytes_max: limit.bytes_max(),
        };
        let asked = Checker::ask_anew(&mut self.checker.borrow_mut(), on_reply, &request);
        self.status.set(match asked {
            Ok(()) => Status::started(),
            Err(_) => Status::Failed(refused()),
        });
    }

    /// What to type in this repository.
    pub fn command(&self) -> Callback<(), String> {
        let scenario = self.scenario.clone();
        let from_here = if self.from_here.is_some() { " --from-here" } else { "" };
        Callback::from(move |()| {
            format!("cargo run --release -p cli -- check '{scenario}'{from_here} --memory 16G")
        })
    }

    pub fn ask(&self, request: &Request) {
        if let Some(checker) = &*self.checker.borrow()
            && checker.ask(request).is_err()
        {
            self.status.set(Status::Failed(refused()));
        }
    }
}

/// Whether it has not failed yet where the search began.
fn is_ahead(line: &Line) -> bool {
    line.mark == Mark::Fails && line.run.as_ref().is_some_and(|run| !run.is_empty())
}
