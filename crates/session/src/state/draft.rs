//! The listing as the reader writes it. Only a text without errors runs.

use super::{Branches, NEW, State};
use catalog::{Action, Diagnostic, EditedListing, Scenario};
use std::{rc::Rc, sync::Arc};

/// What the reader has written since the editor was opened.
#[derive(Clone, PartialEq)]
pub struct Draft {
    pub source: Rc<str>,
    /// What is wrong with it. While something is, the last text that could be read runs.
    pub errors: Rc<[Diagnostic]>,
    /// The page before the texts that ran since the last pause: their lines for other options were not read.
    before: Option<Rc<State>>,
    /// How much of the run the new text takes, where it does not take all of it.
    pub fit: Option<String>,
    /// The longest run that the texts before took: undo brings it back.
    run: Rc<[Action]>,
    at: usize,
    loops_from: Option<usize>,
}

impl Draft {
    /// A text with errors, in the place of which the published one runs from now on.
    pub(super) fn of_errors(scenario: &mut Scenario) -> Option<Draft> {
        let text = scenario.text.clone().filter(|text| !text.errors().is_empty())?;
        let draft = Draft::new(text.source(), text.errors(), scenario);
        *scenario = scenario.as_published();
        Some(draft)
    }

    fn new(source: &str, errors: &[Diagnostic], scenario: &Scenario) -> Draft {
        Draft {
            source: source.into(),
            errors: errors.into(),
            before: None,
            fit: None,
            run: scenario.run[..].into(),
            at: scenario.at,
            loops_from: scenario.loops_from,
        }
    }

    /// Whether a run is what a text left of this one.
    fn is_cut_to(&self, scenario: &Scenario) -> bool {
        self.run.starts_with(&scenario.run) && scenario.at == self.at.min(scenario.run.len())
    }
}

/// Whether the text of a scenario is not the algorithm of its page any more, but a reader's own: a new one, or one
/// of another name.
pub fn is_of_reader(scenario: &Scenario) -> bool {
    let name = |text: &str| {
        let line = text.lines().find(|line| line.starts_with("algorithm "));
        line.map(|line| line.trim().to_owned())
    };
    let is_other = || name(scenario.source()) != name(scenario.published().source);
    scenario.text.is_some() && (scenario.slug == NEW || is_other())
}

impl State {
    /// What stands in the editor, or would stand there.
    pub fn source(&self) -> &str {
        self.draft.as_ref().map_or_else(|| self.scenario.source(), |draft| &draft.source)
    }

    /// The text that a reader's own is compared with: nobody has published what he has begun himself.
    pub fn compared_with(&self) -> Option<&'static str> {
        let is_new = self.scenario.slug == NEW;
        (!is_new && !is_of_reader(&self.scenario)).then(|| self.scenario.published().source)
    }

    /// What is wrong with the text in the editor.
    pub fn errors(&self) -> &[Diagnostic] {
        self.draft.as_ref().map_or(&[], |draft| &draft.errors)
    }

    /// The moment with the text that the reader has written, also where it has errors.
    pub fn linked(&self) -> Scenario {
        match &self.draft {
            Some(draft) if !draft.errors.is_empty() => self.scenario.with_text(&draft.source),
            _ => self.scenario.clone(),
        }
    }

    /// Runs what the reader has written, if it can be read. The run stays as far as the text
    /// takes it.
    pub(super) fn write(&mut self, source: &str) {
        if self.source() == source {
            return self.settle();
        }
        let written = self.scenario.with_text(source);
        match written.text.as_deref().map_or(&[][..], EditedListing::errors) {
            [] => self.run_text(source, written, None),
            errors => self.refuse(source, errors),
        }
    }

    /// The same for what the reader goes on to write: a text with errors changes nothing yet, and where there
    /// were none before, a text that runs is run before all its lines are read.
    pub(super) fn write_so_far(&mut self, source: &str) {
        if self.source() == source {
            return;
        }
        let had_errors = !self.errors().is_empty();
        let written = self.scenario.with_text(source);
        let runs =
            |text: &EditedListing| if had_errors { text.errors().is_empty() } else { text.runs() };
        if written.text.as_deref().is_none_or(runs) {
            let before = self.draft.as_ref().and_then(|draft| draft.before.clone());
            let before = before.unwrap_or_else(|| Rc::new(self.clone()));
            self.run_text(source, written, Some(before));
        }
    }

    /// Reads all lines of a text that runs already, also for other options.
    pub(super) fn settle(&mut self) {
        let draft = self.draft.as_mut().filter(|draft| draft.before.is_some());
        let Some(draft) = draft else { return };
        match self.scenario.text.clone().filter(|text| !text.errors().is_empty()) {
            Some(text) => self.refuse(text.source(), text.errors()),
            None => draft.before = None,
        }
    }

    /// A text has errors: everything is as it was before it was written.
    fn refuse(&mut self, source: &str, errors: &[Diagnostic]) {
        if let Some(before) = self.draft.as_mut().and_then(|draft| draft.before.take()) {
            *self = State::clone(&before);
        }
        self.draft = Some(Draft { errors: errors.into(), ..self.take_draft(source) });
    }

    fn take_draft(&mut self, source: &str) -> Draft {
        let draft = self.draft.take().filter(|draft| draft.is_cut_to(&self.scenario));
        let draft = draft.unwrap_or_else(|| Draft::new(source, &[], &self.scenario));
        Draft { source: source.into(), ..draft }
    }

    fn run_text(&mut self, source: &str, written: Scenario, before: Option<Rc<State>>) {
        let mut draft = Draft { errors: Rc::default(), before, ..self.take_draft(source) };
        self.playing = None;
        self.rounds = 0;
        self.showing = None;
        self.branches = Branches::default();
        self.held = Rc::default();
        self.scenario = Scenario {
            run: draft.run.to_vec(),
            at: draft.at,
            loops_from: draft.loops_from,
            steps: None,
            ..written
        };
        self.scenario.forget_words();
        self.trace = self.taken.trace(&self.scenario);
        draft.fit = self.cut_to_fit().map(|why| match self.len() {
            0 => format!("Your run does not fit any more. {why}"),
            len => format!("Your run still fits up to step {len}. {why} So it ends there."),
        });
        self.draft = Some(draft);
    }

    /// Opens or closes the editor. What has errors is kept until it is opened again.
    pub(super) fn edit(&mut self, is_editing: bool) {
        self.is_editing = is_editing;
        if !self.is_editing && self.errors().is_empty() {
            self.draft = None;
        }
    }

    /// Whether both run the same program.
    pub(super) fn is_same_model(a: &Scenario, b: &Scenario) -> bool {
        let is_same_text = match (&a.text, &b.text) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b) || a == b,
            (None, None) => true,
            _ => false,
        };
        a.slug == b.slug && is_same_text && a.setting == b.setting
    }
}
