//! What a component asks of a worker, and where the answers go.

use crate::check::{Checker, Limit, Reply, Request, Status, refused};
use std::{cell::RefCell, rc::Rc};
use yew::prelude::*;

/// A checker, started when it is first asked.
#[derive(Clone)]
pub struct Asking {
    pub checker: Rc<RefCell<Option<Checker>>>,
    pub status: UseStateSetter<Status>,
    pub scenario: String,
    /// Only of what can follow its cursor.
    pub from_here: bool,
}

impl Asking {
    pub fn check(&self, limit: Limit) {
        // whatever ran before must not answer any more
        self.checker.take();
        let hear = self.status.clone();
        let checker = Checker::start(Rc::new(move |reply: Reply| {
            hear.set(Status::hear(reply, limit));
        }));
        let request = Request::Check {
            scenario: self.scenario.clone(),
            from_here: self.from_here,
            states_max: limit.states_max(),
            bytes_max: limit.bytes_max(),
        };
        match checker.and_then(|it| it.ask(&request).map(|()| it)) {
            Ok(checker) => {
                self.checker.replace(Some(checker));
                self.status.set(Status::Running(None));
            }
            Err(_) => self.status.set(Status::Failed(refused())),
        }
    }

    pub fn ask(&self, request: &Request) {
        if let Some(checker) = &*self.checker.borrow()
            && checker.ask(request).is_err()
        {
            self.status.set(Status::Failed(refused()));
        }
    }
}
