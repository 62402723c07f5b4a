//! "What happens next?" The reader says it before the run does.

use super::State;
use catalog::{Action, Choice, Moment};

/// More choices than this are not weighed.
const OPTIONS_MAX: usize = 5;

/// A question about one step of the run.
#[derive(Clone, PartialEq, Debug)]
pub struct Quiz {
    /// What was possible, in the scheduler's words; of very many, some.
    pub options: Vec<Choice>,
    /// How many different ones were possible.
    pub all: usize,
    /// What the run does.
    pub did: Action,
    /// What the reader said that it does.
    pub said: Option<Action>,
}

/// How often the reader was right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    pub right: usize,
    pub of: usize,
}

impl Quiz {
    /// None where only one thing can happen, faults aside, or a fault does, which nobody foresees.
    fn of(moment: &Moment, did: Action) -> Option<Quiz> {
        let mut options: Vec<&Choice> = Vec::new();
        for it in moment.steps() {
            // two in the same words could not be told apart
            match options.iter_mut().find(|is| (is.process, &is.label) == (it.process, &it.label)) {
                Some(same) if it.action == did => *same = it,
                Some(_) => {}
                None => options.push(it),
            }
        }
        let (all, right) = (options.len(), options.iter().position(|it| it.action == did)?);
        // from everywhere in the list, so that they do not tell who goes on
        let shown = OPTIONS_MAX.min(all);
        let offered = |nth: &usize| (0..shown).any(|it| (right + it * all / shown) % all == *nth);
        let options = (0..all).filter(offered).map(|nth| options[nth].clone()).collect();
        (all > 1).then_some(Quiz { options, all, did, said: None })
    }

    pub fn is_open(&self) -> bool {
        self.said.is_none()
    }

    pub fn is_right(&self) -> bool {
        self.said == Some(self.did)
    }
}

impl State {
    /// A question waits for its answer.
    pub fn is_asked(&self) -> bool {
        self.quiz.as_ref().is_some_and(Quiz::is_open)
    }

    /// What there is to ask about the next step of the run, if that is wanted: not while it plays.
    pub(super) fn question(&self) -> Option<Quiz> {
        let is_wanted = self.scenario.asks && self.playing.is_none();
        let next = self.scenario.run[self.ahead().filter(|_| is_wanted)?];
        Quiz::of(&self.moment, next)
    }

    /// From a question that has been answered to the next one; else along the run: who goes on
    /// without an answer is not held up.
    pub(super) fn forward(&mut self) {
        self.playing = None;
        let is_answered = self.quiz.take().is_some_and(|it| !it.is_open());
        self.quiz = self.question().filter(|_| is_answered);
        if self.quiz.is_none() {
            self.follow();
        }
    }

    /// The answer of the reader, if it is one; then the run goes on.
    pub(super) fn say(&mut self, said: Action) {
        let Some(quiz) = self.quiz.as_mut().filter(|it| it.is_open()) else { return };
        if quiz.options.iter().any(|it| it.action == said) {
            quiz.said = Some(said);
            self.score.of += 1;
            self.score.right += usize::from(quiz.is_right());
            self.follow();
        }
    }

    /// Takes the step that the reader had said, in the place of the one that the run took.
    pub(super) fn insist(&mut self) {
        let said = self.quiz.take().and_then(|it| it.said);
        if let Some(action) = said {
            self.seek(self.at().saturating_sub(1));
            self.act(action);
        }
    }
}
