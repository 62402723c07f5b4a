//! What stands beside a process: its next step, why it waits, and what it knows.

pub mod fields;

use crate::actions::{common_words, steps};
use crate::tag::tags;
use crate::text;
use catalog::{Action, Enabledness, Life, Moment, ProcessView, View, Zone};
use fields::{field_lines, fields};

/// The section of a program without sections.
pub const ONLY_SECTION: &str = "running";

/// A line beside a process.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    pub kind: LineKind,
    pub text: String,
    /// It is a variable of the process.
    pub is_local: bool,
    /// A variable that is drawn, in place of the text.
    pub drawn: Vec<Piece>,
}

/// A piece of a line, one beside the other.
#[derive(Clone, PartialEq, Debug)]
pub enum Piece {
    Words(String),
    /// A process that is in a set, or may come into it.
    Seat {
        process: usize,
        is_there: bool,
    },
    /// A member of another set, or a value.
    Token(String),
    /// A value that is no more.
    Struck(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineKind {
    /// What a click does.
    Step,
    /// The object of that.
    Object,
    Soft,
    /// A local that has just changed.
    New,
    Strong,
}

fn line(kind: LineKind, text: impl Into<String>) -> Line {
    Line { kind, text: text.into(), is_local: false, drawn: Vec::new() }
}

fn local(kind: LineKind, text: impl Into<String>) -> Line {
    Line { is_local: true, ..line(kind, text) }
}

/// The next step of a process in a few words; none if it can take none.
pub fn next_step(moment: &Moment, process: usize) -> Option<String> {
    let steps = steps(moment, process);
    let labels: Vec<&str> = steps.iter().map(|step| &*step.label).collect();
    match labels[..] {
        [] => None,
        [one] => Some(one.to_owned()),
        _ => match common_words(&labels) {
            "" => Some(format!("{} choices", labels.len())),
            common => Some(format!("{common} …")),
        },
    }
}

/// That a process waits, and why; none if it does not.
pub fn waits(moment: &Moment, process: usize) -> Option<String> {
    let mut own = moment.next.iter().filter(|next| next.process.map(usize::from) == Some(process));
    let wait = own.find(|next| {
        next.possible == Enabledness::Waits && matches!(next.action, Action::Step { .. })
    })?;
    Some(match wait.why.as_deref() {
        None | Some("") => "waits".into(),
        Some(why) => match catalog::awaited(why) {
            Some(what) => format!("waits for {what}"),
            None => format!("waits: {why}"),
        },
    })
}

/// How much room there is for what is said: lines, how wide they are, and letters in each, in sans and in mono.
#[derive(Clone, Copy)]
pub struct Space {
    pub lines: usize,
    pub width: f64,
    /// How large words are that are not the next step.
    pub size: f64,
    pub letters: usize,
    pub code: usize,
    /// Where a process stands does not show its section.
    pub is_placeless: bool,
}

/// The lines beside a process, most important first. `old` is the moment before the last step.
pub fn beside(moment: &Moment, old: &Moment, process: usize, space: Space) -> Vec<Line> {
    if space.lines == 0 {
        return Vec::new();
    }
    let own = &moment.view.processes[process];
    let mut told = Told { own, status: &own.status, space, lines: Vec::new() };
    told.decision();
    told.step(moment, process);
    told.idleness();
    told.section();
    told.debts(&moment.view);
    if own.zone == Zone::Critical && told.status.contains("critical") {
        told.status = "";
    }
    let fields = fields(own, old.view.processes.get(process), told.status, None);
    let (new, known): (Vec<_>, Vec<_>) = fields.into_iter().partition(|field| field.is_new);
    let tags = tags(&moment.view);
    told.lines.extend(field_lines(&new, space, &tags));
    told.rest_of_status();
    told.lines.extend(field_lines(&known, space, &tags));
    told.lines.truncate(space.lines);
    told.lines
}

/// What is told of a process so far.
struct Told<'a> {
    own: &'a ProcessView,
    /// What is left of its status: what other lines say is not said again.
    status: &'a str,
    space: Space,
    lines: Vec<Line>,
}

impl Told<'_> {
    fn say(&mut self, kind: LineKind, text: &str) {
        self.lines.push(line(kind, text::cut(text, self.space.letters)));
    }

    fn decision(&mut self) {
        if let Some(decided) = &self.own.decided {
            self.say(LineKind::Strong, &format!("decided {decided}"));
            if self.status.contains("decided") {
                self.status = "";
            }
        }
    }

    fn is_crashed(&self) -> bool {
        self.own.life == Life::Crashed || self.own.zone == Zone::Crashed
    }

    /// Its next step, or why it has none.
    fn step(&mut self, moment: &Moment, process: usize) {
        let Space { lines: most, letters, code, .. } = self.space;
        if self.is_crashed() {
            self.lines.push(line(LineKind::Soft, "crashed"));
        } else if let Some(step) = next_step(moment, process) {
            let most = most - self.lines.len().min(most - 1);
            self.lines.extend(step_lines(&step, most, letters, code));
        } else if let Some(why) = waits(moment, process) {
            let told = match most {
                1 => vec![text::fitted(&why, letters)],
                _ => text::wrap(&why, letters, most.min(2)),
            };
            self.lines.extend(told.into_iter().map(|text| line(LineKind::Soft, text)));
            // the reason says it in other words
            if why.contains(self.status) || self.status.starts_with("await") {
                self.status = "";
            }
        } else if self.own.life == Life::Done && self.own.decided.is_none() {
            let done = if self.status.is_empty() { "done" } else { self.status };
            self.say(LineKind::Soft, done);
            self.status = "";
        }
    }

    fn idleness(&mut self) {
        let is_idle = self.lines.is_empty() && self.status.is_empty();
        if is_idle && (self.own.life == Life::Resting || self.own.locals.is_empty()) {
            self.say(LineKind::Soft, "nothing to do now");
        }
    }

    fn section(&mut self) {
        if let Zone::Named(name) = self.own.zone
            && name != ONLY_SECTION
            && self.space.is_placeless
            && self.status.is_empty()
            && !self.is_crashed()
        {
            self.say(LineKind::Soft, name);
        }
    }

    fn debts(&mut self, view: &View) {
        if self.own.owes.is_empty() {
            return;
        }
        let tags = tags(view);
        let owed: Vec<&str> =
            self.own.owes.iter().map(|other| &*tags[usize::from(*other)]).collect();
        let owed = owed.join(", ");
        let told = text::wrap(&format!("owes {owed} a reply"), self.space.letters, 2);
        self.lines.extend(told.into_iter().map(|text| line(LineKind::Strong, text)));
    }

    fn rest_of_status(&mut self) {
        let status = self.status;
        if !status.is_empty() && status != self.own.zone.name() && status != "normal" {
            self.say(LineKind::Soft, status);
        }
    }
}

/// "read" and "number[1]" on two lines where one is too narrow for both.
fn step_lines(step: &str, most: usize, letters: usize, code: usize) -> Vec<Line> {
    let whole = format!("▸ {step}");
    if whole.chars().count() <= letters {
        return vec![line(LineKind::Step, whole)];
    }
    // a variable that is cut still says something, half a word does not
    if most < 2 && step.contains(['[', '←']) {
        return vec![line(LineKind::Step, text::fitted(&whole, letters))];
    }
    if let Some((verb, object)) = step.split_once(' ')
        && matches!(verb, "read" | "write")
        && object.chars().count() <= code
    {
        return vec![line(LineKind::Step, format!("▸ {verb}")), line(LineKind::Object, object)];
    }
    let broken = text::wrap(&whole, letters, most.clamp(1, 3)).into_iter();
    broken.map(|text| line(LineKind::Step, text)).collect()
}
