//! A Mermaid sequence diagram, as GitHub and others render it in Markdown.
//!
//! A message is an arrow where it arrives, since Mermaid has none that take time; where it is sent
//! there is a note. Every item begins with the number of its step.

use crate::Document;
use crate::labels::{to, written};
use catalog::{Action, Event, Step, Zone, article};
use std::fmt::Write;

/// With more of them than this, shared variables are no participants: notes say what is accessed.
const VARIABLES_MAX: usize = 4;
/// Notes are broken into lines of about so many characters.
const NOTE_WIDTH: usize = 36;

pub fn write(run: &Document) -> String {
    let mut diagram = Diagram { run, variables: variables(run), text: String::new(), indent: 1 };
    diagram.head();
    for (index, step) in run.trace.steps.iter().enumerate() {
        if run.loops_from == Some(index) {
            diagram.line("loop round and round");
            diagram.indent += 1;
        }
        diagram.step(index, step);
        if run.at == index + 1 && run.at < run.trace.steps.len() {
            diagram.over_all(&format!(
                "the moment of the link: after step {}",
                run.trace.steps_in(run.at)
            ));
        }
    }
    if run.loops_from.is_some() {
        diagram.indent -= 1;
        diagram.line("end");
    }
    diagram.in_flight();
    diagram.bars();
    diagram.text
}

struct Diagram<'a> {
    run: &'a Document,
    /// Shared variables that are participants.
    variables: Vec<&'static str>,
    text: String,
    indent: usize,
}

impl Diagram<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{:indent$}{line}", "", indent = 4 * self.indent);
    }

    fn head(&mut self) {
        self.text.push_str("sequenceDiagram\n");
        // in the source alone
        self.line(&format!("%% {}", self.run.link));
        self.line(&format!("title {}", escaped(self.run.name)));
        for (lane, name) in self.run.lanes.iter().enumerate() {
            self.line(&format!("participant {} as {}", self.lane(lane), escaped(name)));
        }
        for index in 0..self.variables.len() {
            let name = escaped(self.variables[index]);
            self.line(&format!("participant V{index} as {name}"));
        }
    }

    /// The name of a lane's participant in the text.
    fn lane(&self, lane: usize) -> String {
        match lane.checked_sub(self.run.processes()) {
            Some(replica) => format!("R{replica}"),
            None => format!("P{lane}"),
        }
    }

    fn variable(&self, array: &str) -> Option<String> {
        let at = self.variables.iter().position(|variable| *variable == array)?;
        Some(format!("V{at}"))
    }

    fn arrow(&mut self, from: &str, arrow: &str, to: &str, step: usize, text: &str) {
        self.line(&format!("{from}{arrow}{to}: {}. {}", step + 1, escaped(text)));
    }

    fn note(&mut self, over: &str, step: usize, text: &str) {
        let folded = fold(&format!("{}. {text}", step + 1));
        self.line(&format!("Note over {over}: {folded}"));
    }

    fn over_all(&mut self, text: &str) {
        let last = self.lane(self.run.lanes.len() - 1);
        let over = if self.run.lanes.len() > 1 { format!("P0,{last}") } else { last };
        self.line(&format!("Note over {over}: {}", fold(text)));
    }

    fn step(&mut self, index: usize, step: &Step) {
        let drawn = self.text.len();
        if let (Some(lane), Action::Timeout(_) | Action::TimeoutAs(..)) =
            (step.process, step.action)
        {
            let over = self.lane(lane.into());
            self.note(&over, index, "times out");
        }
        for at in 0..step.events.len() {
            match step.process {
                Some(lane) => self.event(index, step, at, lane.into()),
                None => self.fault(index, &step.events[at]),
            }
        }
        if let Some(lane) = step.process.filter(|_| self.text.len() == drawn).map(usize::from) {
            let said = self.about(index, lane);
            self.note(&self.lane(lane), index, &said);
        }
        if let Some(said) = self.run.trace.flag(index) {
            self.over_all(&format!("{}. {said}", index + 1));
        }
    }

    fn event(&mut self, index: usize, step: &Step, at: usize, lane: usize) {
        let me = self.lane(lane);
        match &step.events[at] {
            Event::Read { cell, value, replicas, .. } => {
                let text = format!("{cell} = {value}");
                if !replicas.is_empty() {
                    for replica in replicas {
                        self.arrow(&format!("R{replica}"), "-->>", &me, index, &text);
                    }
                } else if let Some(variable) = self.variable(cell.array) {
                    self.arrow(&variable, "-->>", &me, index, &text);
                } else {
                    self.note(&me, index, &format!("reads {text}"));
                }
            }
            Event::Write { cell, value, phase } => {
                let text = written(cell, value, *phase);
                match self.variable(cell.array) {
                    Some(variable) => self.arrow(&me, "->>", &variable, index, &text),
                    None => self.note(&me, index, &text),
                }
            }
            // a replica's answer is there at once
            Event::Send { to: whom, text, .. } if lane >= self.run.processes() => {
                self.arrow(&me, "-->>", &self.lane((*whom).into()), index, text);
            }
            Event::Send { text, .. } => {
                if let Some(to) = to(self.run, step, at) {
                    self.note(&me, index, &format!("sends {}{text} to {to}", article(text)));
                }
            }
            Event::Receive { from, text, .. } => {
                self.arrow(&self.lane((*from).into()), "->>", &me, index, text);
            }
            Event::Lost { text, .. } => {
                if let Some(from) = self.sender(index) {
                    self.arrow(&from, "-x", &me, index, &format!("{text} reaches nobody"));
                }
            }
            Event::Moved { to: Zone::Critical, .. } => {
                // a bar on the life line
                self.line(&format!("activate {me}"));
                self.note(&me, index, "enters the critical section");
            }
            Event::Moved { from: Zone::Critical, .. } => {
                self.note(&me, index, "leaves the critical section");
                self.line(&format!("deactivate {me}"));
            }
            Event::Decided { value } => self.note(&me, index, &format!("decides {value}")),
            event @ (Event::Called { .. } | Event::Returned { .. }) => {
                let said = event.of_operation().unwrap_or_default();
                self.note(&me, index, &said);
            }
            Event::Crashed => self.note(&me, index, "crashes"),
            Event::Note { text } => self.note(&me, index, text),
            Event::Moved { .. }
            | Event::Set { .. }
            | Event::Chose { .. }
            | Event::Duplicated { .. } => {}
        }
    }

    /// What the network does by itself.
    fn fault(&mut self, index: usize, event: &Event) {
        let Some(mail) = mail(&self.run.trace.steps[index]) else { return };
        let (from, to) = (self.lane(mail.0), self.lane(mail.1));
        match event {
            Event::Lost { text, .. } => {
                self.arrow(&from, "-x", &to, index, &format!("{text} is lost"));
            }
            Event::Duplicated { text, .. } => {
                let over = if from == to { from } else { format!("{from},{to}") };
                self.note(&over, index, &format!("the network doubles {text}"));
            }
            _ => {}
        }
    }

    fn sender(&self, index: usize) -> Option<String> {
        Some(self.lane(mail(&self.run.trace.steps[index])?.0))
    }

    /// What a step with nothing to draw does: "wants to enter".
    fn about(&self, index: usize, lane: usize) -> String {
        let said = self.run.said[index].trim_end_matches('.');
        let name = &self.run.lanes[lane];
        let own = said
            .get(name.len()..)
            .filter(|_| said.get(..name.len()).is_some_and(|text| text.eq_ignore_ascii_case(name)));
        own.unwrap_or(said).trim_start_matches([' ', ',']).into()
    }

    /// Who is in the critical section when the run ends; Mermaid draws no bar without an end.
    fn bars(&mut self) {
        let run = self.run;
        for span in
            run.trace.spans.iter().filter(|span| span.zone == Zone::Critical && span.to.is_none())
        {
            self.line(&format!("deactivate {}", self.lane(span.process.into())));
        }
    }

    /// Messages that have not arrived when the run ends.
    fn in_flight(&mut self) {
        let run = self.run;
        if run.loops_from.is_some() {
            return;
        }
        let arrivals = run.arrivals();
        for (index, step) in run.trace.steps.iter().enumerate() {
            let process = step.process.map(usize::from).filter(|&it| it < run.processes());
            let Some(from) = process else { continue };
            for event in &step.events {
                let Event::Send { to, text, .. } = event else { continue };
                if !run.arrives(&arrivals[index], *to, text) {
                    let text = format!("{text} is on its way");
                    self.arrow(&self.lane(from), "--)", &self.lane((*to).into()), index, &text);
                }
            }
        }
    }
}

/// From where to where a message goes that a step delivers, loses or doubles.
fn mail(step: &Step) -> Option<(usize, usize)> {
    use Action::{Deliver, Duplicate, Lose};
    match step.action {
        Deliver(mail) | Lose(mail) | Duplicate(mail) => Some((mail.from.into(), mail.to.into())),
        _ => None,
    }
}

/// The shared variables that processes access, in that order; none if there are too many, or if
/// replicas keep them.
fn variables(run: &Document) -> Vec<&'static str> {
    let mut all: Vec<&str> = Vec::new();
    for event in run.trace.steps.iter().flat_map(|step| &step.events) {
        let (Event::Read { cell, .. } | Event::Write { cell, .. }) = event else { continue };
        if !all.contains(&cell.array) {
            all.push(cell.array);
        }
    }
    if all.len() > VARIABLES_MAX || run.trace.replicas > 0 {
        all.clear();
    }
    all
}

/// Text with line breaks, and without what means something to Mermaid.
fn fold(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always one");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + word.chars().count() < NOTE_WIDTH {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.into());
        }
    }
    lines.iter().map(|line| escaped(line)).collect::<Vec<_>>().join("<br/>")
}

/// Mermaid's own way of writing characters that mean something to it.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for it in text.chars() {
        match it {
            '#' | ';' | '%' | '$' | '\\' | '`' | '<' | '>' | '&' | '"' => {
                let _ = write!(escaped, "#{};", u32::from(it));
            }
            '\n' => escaped.push_str("<br/>"),
            _ => escaped.push(it),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::Scenario;

    #[test]
    fn characters_with_a_meaning_in_mermaid_are_escaped() {
        const HOSTILE: &str = "end; %% #x <script> `$$` & \\ \" \n loop";
        let link = "bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw";
        let mut document = Document::of(&Scenario::parse(link).unwrap().scenario, false);
        document.name = HOSTILE;
        document.lanes.fill(HOSTILE.into());
        document.said.fill(HOSTILE.into());
        for step in &mut document.trace.steps {
            step.breaks.push(HOSTILE);
            for event in &mut step.events {
                if let Event::Read { cell, value, .. } | Event::Write { cell, value, .. } = event {
                    cell.array = HOSTILE;
                    *value = HOSTILE.into();
                }
            }
        }
        let diagram = write(&document);
        let escaped = "end#59; #37;#37; #35;x #60;script#62; #96;#36;#36;#96; #38; #92; #34;";
        assert!(diagram.contains(&format!("participant P0 as {escaped} <br/> loop")), "{diagram}");
        assert!(diagram.contains(&format!("participant V0 as {escaped} <br/> loop")), "{diagram}");
        for line in diagram.lines().filter(|line| !line.trim_start().starts_with("%% ")) {
            for raw in ["end;", "%", "#x", "<s", "`", "$", "&", "\\", "\""] {
                assert!(!line.contains(raw), "{raw} in {line}");
            }
        }
    }
}
