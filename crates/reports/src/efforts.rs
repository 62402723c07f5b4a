//! What one property asks of operations, process by process.

use crate::at_once::at_once;
use crate::effort::Effort;
use crate::inquiry::Inquiry;
use crate::kept::{Known, Said};
use crate::question::Question;
use model::{Kind, PROCESSES_MAX};

/// Of how many states each worker says something before it is added up what that takes.
const PART: usize = 1 << 12;

pub struct Efforts {
    /// Those that are left, the next one last.
    questions: Vec<Question>,
    said: Said,
    /// What is under way, in the order of the questions.
    inquiries: Vec<Under>,
    /// Whose turn it is, among those that are not done.
    turn: usize,
    /// None if there was no memory for it.
    finding: Option<Effort>,
}

struct Under {
    inquiry: Inquiry,
    is_done: bool,
}

impl Efforts {
    /// What the property at `at` asks for. Memory is taken when it begins.
    pub fn new(at: usize, kind: Kind) -> Efforts {
        let all = if kind == Kind::LockFree { 1 } else { PROCESSES_MAX };
        Efforts {
            questions: (0..all).rev().map(|who| Question { at, kind, who }).collect(),
            said: Said::of(at, !kind.is_progress()),
            inquiries: Vec::new(),
            turn: 0,
            finding: Some(Effort::new(kind)),
        }
    }

    pub fn finding(&self) -> Option<&Effort> {
        self.finding.as_ref()
    }

    pub fn fails(&self) -> bool {
        self.finding().is_some_and(Effort::fails)
    }

    pub fn bytes(&self) -> usize {
        self.said.bytes() + self.inquiries.iter().map(|it| it.inquiry.bytes()).sum::<usize>()
    }

    /// Looks at up to that many states, each of so many workers, with room for so many inquiries;
    /// false when all is known, or if what is said takes more than so many bytes.
    pub fn advance(
        &mut self,
        known: Known<'_>,
        workers: usize,
        room: usize,
        states: usize,
        said_max: usize,
    ) -> bool {
        let goes_on = self.go_on(known, workers, room, states, said_max);
        if goes_on.is_none() {
            self.finding = None;
        }
        if goes_on != Some(true) {
            (self.said, self.inquiries) = (Said::default(), Vec::new());
        }
        goes_on == Some(true)
    }

    /// None if there is no memory.
    fn go_on(
        &mut self,
        known: Known<'_>,
        workers: usize,
        room: usize,
        states: usize,
        said_max: usize,
    ) -> Option<bool> {
        let mut left = states;
        while !self.said.is_whole(known) {
            if left == 0 {
                return Some(true);
            }
            let part = left.min(PART);
            self.said.grow(known, workers, part).filter(|()| self.said.bytes() <= said_max)?;
            left -= part;
        }
        let finding = self.finding.as_mut()?;
        loop {
            while self.inquiries.len() < room
                && let Some(question) = self.questions.pop()
            {
                let inquiry = Inquiry::new(question, &self.said, known, finding)?;
                self.inquiries.push(Under { inquiry, is_done: false });
            }
            if self.inquiries.is_empty() {
                return Some(false);
            }
            let said = &self.said;
            // in turns, so that nobody is left alone with the last one
            let count = self.inquiries.iter().filter(|it| !it.is_done).count();
            let first = self.turn % count;
            let is_next = |at: usize| (at + count - first) % count < workers;
            let open = self.inquiries.iter_mut().filter(|it| !it.is_done).enumerate();
            let mut next: Vec<_> = open.filter(|(at, _)| is_next(*at)).map(|(_, it)| it).collect();
            at_once(&mut next, |it| it.is_done = !it.inquiry.advance(known, said, states));
            self.turn += workers;
            // in their order, as of what is alike the first counts
            while self.inquiries.first().is_some_and(|it| it.is_done) {
                finding.join(self.inquiries.remove(0).inquiry.found());
            }
            if !self.inquiries.is_empty() {
                return Some(true);
            }
        }
    }
}
