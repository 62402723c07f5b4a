//! Happens-before: which step of a run could have influenced which.
//!
//! A step precedes the later steps of its own process, the delivery of what it sent, and the
//! reading of what it wrote; and so on, transitively (Lamport 1978, section "The Partial
//! Ordering", <https://doi.org/10.1145/359545.359563>). Reading from a shared variable counts as
//! a message from the writer. The replicas of a store are processes too: who reads hears from those
//! that answer, and what a replica sends to a client is there at once.

use crate::trace::{Arrow, ArrowKind, Step};
use model::{Cell, Event, LANES_MAX, MessageId, WritePhase};
use serde::Serialize;

/// Vector and Lamport clocks of every step.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Order {
    clocks: Vec<Clock>,
    lanes: Vec<Option<u8>>,
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Clock {
    vector: [u32; LANES_MAX],
    lamport: u32,
}

impl Clock {
    fn hear(&mut self, from: Clock) {
        for (mine, theirs) in self.vector.iter_mut().zip(from.vector) {
            *mine = theirs.max(*mine);
        }
        self.lamport = from.lamport.max(self.lamport);
    }
}

/// How one step stands to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    Same,
    Before,
    After,
    Concurrent,
}

impl Order {
    pub(crate) fn new(lanes: usize, replicas: usize, steps: &[Step], arrows: &[Arrow]) -> Order {
        let mut order = Order::default();
        let clients = lanes - replicas;
        let mut clocks = [Clock::default(); LANES_MAX];
        // arrows are in the order of their heads
        let mut arrows = arrows.iter().peekable();
        for (index, step) in steps.iter().enumerate() {
            let Some(lane) = step.process.map(usize::from).filter(|&it| it < lanes) else {
                order.clocks.push(Clock::default());
                order.lanes.push(None);
                while arrows.next_if(|arrow| arrow.to == index).is_some() {}
                continue;
            };
            let mut clock = clocks[lane];
            while let Some(arrow) = arrows.next_if(|arrow| arrow.to == index) {
                clock.hear(order.clocks[arrow.from]);
            }
            for replica in step.events.iter().flat_map(answering) {
                clock.hear(clocks[clients + usize::from(*replica)]);
            }
            clock.vector[lane] += 1;
            clock.lamport += 1;
            clocks[lane] = clock;
            if lane >= clients {
                let told = step.events.iter().filter_map(sent_to).filter(|&it| it < clients);
                told.for_each(|client| clocks[client].hear(clock));
            }
            order.clocks.push(clock);
            order.lanes.push(step.process);
        }
        order
    }

    /// How step `it` stands to step `pivot`. What the network did has no place in the order, and
    /// counts as concurrent.
    pub fn relation(&self, pivot: usize, it: usize) -> Relation {
        let (Some(lane_of_pivot), Some(lane)) = (self.lanes[pivot], self.lanes[it]) else {
            return if pivot == it { Relation::Same } else { Relation::Concurrent };
        };
        let knows = |of: usize, who: u8, step: usize| {
            self.vector(of)[usize::from(who)] >= self.vector(step)[usize::from(who)]
        };
        match (knows(pivot, lane, it), knows(it, lane_of_pivot, pivot)) {
            (true, true) => Relation::Same,
            (true, false) => Relation::Before,
            (false, true) => Relation::After,
            (false, false) => Relation::Concurrent,
        }
    }

    /// The vector clock of a step, one count per lane.
    pub fn vector(&self, step: usize) -> &[u32; LANES_MAX] {
        &self.clocks[step].vector
    }

    /// The Lamport clock of a step.
    pub fn lamport(&self, step: usize) -> u32 {
        self.clocks[step].lamport
    }
}

/// The replicas from which a step hears.
fn answering(event: &Event) -> &[u8] {
    match event {
        Event::Read { replicas, .. } => replicas,
        _ => &[],
    }
}

/// Who is sent something.
fn sent_to(event: &Event) -> Option<usize> {
    match event {
        Event::Send { mail, .. } => Some(mail.to.into()),
        _ => None,
    }
}

/// Arrows of a run, in the order of their heads.
pub(crate) fn arrows(steps: &[Step]) -> Vec<Arrow> {
    let mut arrows = Vec::new();
    // where messages in flight were sent, oldest first, and where cells were last written
    let mut sent: Vec<(MessageId, &str, usize)> = Vec::new();
    let mut written: Vec<(Cell, usize)> = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        for event in &step.events {
            match event {
                Event::Receive { mail, text, .. } => {
                    // a replica that passes on what came late to the store does not hear of it by that
                    let is_new = |from: &usize| {
                        let by = steps[*from].process;
                        by == Some(mail.from) || by != step.process
                    };
                    if let Some(from) = take(&mut sent, *mail, text).filter(is_new) {
                        arrows.push(Arrow { from, to: index, kind: ArrowKind::Message });
                    }
                }
                Event::Lost { mail, text } => {
                    if let Some(from) = take(&mut sent, *mail, text) {
                        arrows.push(Arrow { from, to: index, kind: ArrowKind::Lost });
                    }
                }
                Event::Duplicated { mail, text } => {
                    let same = sent.iter().find(|it| same_message(it, *mail, text)).copied();
                    sent.extend(same);
                }
                Event::Read { cell, .. } => {
                    let last = written.iter().rev().find(|(it, _)| is_of(*it, *cell));
                    if let Some(&(_, from)) = last
                        && steps[from].process != step.process
                    {
                        arrows.push(Arrow { from, to: index, kind: ArrowKind::ReadsFrom });
                    }
                }
                Event::Write { cell, phase, .. }
                    if !matches!(phase, WritePhase::Begin | WritePhase::Issued) =>
                {
                    written.retain(|(it, _)| it != cell);
                    written.push((*cell, index));
                }
                Event::Send { mail, text, .. } => sent.push((*mail, text, index)),
                _ => {}
            }
        }
    }
    arrows
}

/// Whether a cell is the same as another one, or an element of an array that is read as a whole.
fn is_of(cell: Cell, whole: Cell) -> bool {
    cell == whole || whole.single && cell.array == whole.array
}

fn same_message(it: &(MessageId, &str, usize), mail: MessageId, text: &str) -> bool {
    (it.0.from, it.0.to, it.0.kind, it.1) == (mail.from, mail.to, mail.kind, text)
}

fn take(sent: &mut Vec<(MessageId, &str, usize)>, mail: MessageId, text: &str) -> Option<usize> {
    let at = sent.iter().position(|it| same_message(it, mail, text))?;
    Some(sent.remove(at).2)
}

#[cfg(test)]
mod tests {
    use crate::Scenario;

    #[test]
    fn what_a_replica_passes_on_to_itself_was_not_sent_by_it() {
        let link = "row-lock?replicas=2&tie-break=client-id&re-read=after-waiting&late=server-time\
                    &v=1&run=YAJ9yIjAIiMETGzE4TMThmZ0mKiAIz.U_wD";
        let trace = Scenario::parse(link).unwrap().scenario.trace();
        let sent =
            |to: usize| trace.arrows.iter().find(|arrow| arrow.to == to).map(|arrow| arrow.from);
        // the request comes to replica 0, which passes it on to both
        assert_eq!((sent(26), sent(29)), (None, Some(25)));
        assert_eq!(sent(5), Some(1));
    }
}
