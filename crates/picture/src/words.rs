//! What stands beside a process: its next step, why it waits, and what it knows.

use crate::hands::{common_words, steps};
use crate::tag::tags;
use crate::text;
use catalog::{Action, Enabledness, Life, Moment, Zone};

/// The section of a program without sections.
pub const ONLY_SECTION: &str = "running";

/// A line beside a process.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    pub kind: LineKind,
    pub text: String,
    /// It is a variable of the process.
    pub is_local: bool,
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
    Line { kind, text: text.into(), is_local: false }
}

fn local(kind: LineKind, text: impl Into<String>) -> Line {
    Line { is_local: true, ..line(kind, text) }
}

/// The next step of a process in a few words; none if it can take none.
pub fn next_step(moment: &Moment, process: usize) -> Option<String> {
    let steps = steps(moment, process);
    let labels: Vec<&str> = steps.iter().map(|it| &*it.label).collect();
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
    let mut own = moment.next.iter().filter(|it| it.process.map(usize::from) == Some(process));
    let wait = own
        .find(|it| it.possible == Enabledness::Waits && matches!(it.action, Action::Step { .. }))?;
    Some(match wait.why.as_deref() {
        None | Some("") => "waits".into(),
        Some(why) => match why.strip_prefix("awaiting ") {
            Some(what) => format!("waits for {what}"),
            None => format!("waits: {why}"),
        },
    })
}

/// How much room there is for what is said: lines, and letters in each, in sans and in mono.
#[derive(Clone, Copy)]
pub struct Space {
    pub lines: usize,
    pub letters: usize,
    pub code: usize,
    /// Where a process stands does not show its section.
    pub is_placeless: bool,
}

/// The lines beside a process, most important first. `old` is the moment before the last step.
pub fn beside(moment: &Moment, old: &Moment, process: usize, space: Space) -> Vec<Line> {
    let it = &moment.view.processes[process];
    let mut lines: Vec<Line> = Vec::new();
    let Space { lines: most, letters, code, is_placeless } = space;
    if most == 0 {
        return lines;
    }
    let is_crashed = it.life == Life::Crashed || it.zone == Zone::Crashed;
    let mut status = it.status.as_str();
    if let Some(decided) = &it.decided {
        lines.push(line(LineKind::Strong, text::cut(&format!("decided {decided}"), letters)));
        if status.contains("decided") {
            status = "";
        }
    }
    if is_crashed {
        lines.push(line(LineKind::Soft, "crashed"));
    } else if let Some(step) = next_step(moment, process) {
        lines.extend(step_lines(&step, most - lines.len().min(most - 1), letters, code));
    } else if let Some(why) = waits(moment, process) {
        let told = text::wrap(&why, letters, most.min(2));
        lines.extend(told.into_iter().map(|it| line(LineKind::Soft, it)));
        // the reason says it in other words
        if why.contains(status) || status.starts_with("await") {
            status = "";
        }
    } else if it.life == Life::Done && it.decided.is_none() {
        let done = if status.is_empty() { "done" } else { status };
        lines.push(line(LineKind::Soft, text::cut(done, letters)));
        status = "";
    }
    let is_idle = lines.is_empty() && status.is_empty();
    if is_idle && (it.life == Life::Resting || it.locals.is_empty()) {
        lines.push(line(LineKind::Soft, text::cut("nothing to do now", letters)));
    }
    if let Zone::Named(name) = it.zone
        && name != ONLY_SECTION
        && is_placeless
        && status.is_empty()
        && !is_crashed
    {
        lines.push(line(LineKind::Soft, text::cut(name, letters)));
    }
    if !it.owes.is_empty() {
        let tags = tags(&moment.view);
        let owed: Vec<&str> = it.owes.iter().map(|other| &*tags[usize::from(*other)]).collect();
        let owed = owed.join(", ");
        let told = text::wrap(&format!("owes {owed} a reply"), letters, 2);
        lines.extend(told.into_iter().map(|it| line(LineKind::Strong, it)));
    }
    let before = old.view.processes.get(process);
    let is_new = |name: &str, value: &str| {
        let then = before.and_then(|it| it.locals.iter().find(|it| it.0 == name));
        then.is_some_and(|it| it.1 != value)
    };
    if it.zone == Zone::Critical && status.contains("critical") {
        status = "";
    }
    // what the status, the section or the decision says is not said again
    let is_said =
        |value: &str| value.len() > 3 && (it.status.contains(value) || it.zone.name() == value);
    let shown = it
        .locals
        .iter()
        .filter(|(name, value)| *name != "decided" && !is_said(value) && it.decided.is_none());
    let (new, known): (Vec<_>, Vec<_>) = shown.partition(|it| is_new(it.0, &it.1));
    for (name, value) in new {
        let told = text::wrap(&format!("{name} {value}"), letters, 1);
        lines.extend(told.into_iter().map(|it| local(LineKind::New, it)));
    }
    if !status.is_empty() && status != it.zone.name() && status != "normal" {
        lines.push(line(LineKind::Soft, text::cut(status, letters)));
    }
    let mut joined = String::new();
    // nothing is no news
    let is_nothing = |value: &str| matches!(value, "–" | "none" | "[]" | "{}" | "– –" | "– – –");
    for (name, value) in known.into_iter().filter(|it| !is_nothing(&it.1)) {
        let told = format!("{name} {value}");
        if !joined.is_empty() && joined.chars().count() + 3 + told.chars().count() > letters {
            lines.push(local(LineKind::Soft, std::mem::take(&mut joined)));
        }
        if !joined.is_empty() {
            joined += " · ";
        }
        joined += &text::cut(&told, letters);
    }
    if !joined.is_empty() {
        lines.push(local(LineKind::Soft, joined));
    }
    lines.truncate(most);
    lines
}

/// "read" and "number[1]" on two lines where one is too narrow for both.
fn step_lines(step: &str, most: usize, letters: usize, code: usize) -> Vec<Line> {
    let whole = format!("▸ {step}");
    if whole.chars().count() <= letters {
        return vec![line(LineKind::Step, whole)];
    }
    // a variable that is cut still says something, half a word does not
    if most < 2 && step.contains('[') {
        return vec![line(LineKind::Step, text::cut(&whole, letters))];
    }
    if let Some((verb, object)) = step.split_once(' ')
        && matches!(verb, "read" | "write")
        && object.chars().count() <= code
    {
        return vec![line(LineKind::Step, format!("▸ {verb}")), line(LineKind::Object, object)];
    }
    let broken = text::wrap(&whole, letters, most.clamp(1, 3)).into_iter();
    broken.map(|it| line(LineKind::Step, it)).collect()
}
