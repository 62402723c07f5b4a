//! In which order the lines of a log can have happened.

use crate::Wrong;
use crate::log::Line;
use crate::names::NETWORK;

/// How many lines of each lane are done.
pub type Position = Vec<u32>;

/// The lines of one lane happened one after the other, and those of different lanes in any order that their clocks
/// allow. A lane is a file, or a process where lines have clocks.
pub struct Order {
    /// Of each lane where its lines begin, and behind the last where they end.
    starts: Vec<usize>,
    /// Of each line how many lines of each lane it comes behind; nothing where it has no clock.
    behind: Vec<Position>,
}

impl Order {
    /// Of lanes with so many lines.
    pub fn of(counts: &[usize]) -> Order {
        let mut starts = vec![0];
        for count in counts {
            starts.push(starts[starts.len() - 1] + count);
        }
        Order { behind: vec![Vec::new(); starts[counts.len()]], starts }
    }

    /// Of lines with vector clocks, which are put in the order of their processes.
    pub fn of_clocks(lines: &mut [Line]) -> Result<Order, Wrong> {
        for line in &*lines {
            if line.clock.is_empty() {
                return Err(line.wrong("This line has no `clock`, and others have one.".into()));
            }
            if line.event_of_process().is_none() {
                let why = "`clock` counts the events of `process` itself, too: {\"process\": 1, \"clock\": {\"0\": 2, \"1\": 1}}.";
                return Err(line.wrong(why.into()));
            }
        }
        lines.sort_by_key(Line::event_of_process);
        let of_processes = lines.chunk_by(|a, b| a.lane == b.lane);
        let mut order = Order::of(&of_processes.map(<[Line]>::len).collect::<Vec<_>>());
        let twins =
            lines.windows(2).find(|pair| pair[0].event_of_process() == pair[1].event_of_process());
        if let Some([first, second]) = twins {
            return Err(second.wrong(format!(
                "Line {} is the same event of this process, by its clock.",
                first.number
            )));
        }
        for (nth, line) in lines.iter().enumerate() {
            order.behind[nth] = order.start();
            for (process, event) in &line.clock {
                let named = Some((*process, *event));
                let at =
                    lines.binary_search_by_key(&named, Line::event_of_process).map_err(|_| {
                        let whose = match *process {
                            NETWORK => "the network".to_owned(),
                            process => format!("process {process}"),
                        };
                        line.wrong(format!(
                            "The clock names event {event} of {whose}, and no line is that event."
                        ))
                    })?;
                let lane = order.starts.partition_point(|start| *start <= at) - 1;
                // of its own lane, those before it
                order.behind[nth][lane] = (at - order.starts[lane]) as u32 + u32::from(at != nth);
            }
        }
        order.require_end(lines)?;
        Ok(order)
    }

    /// There is an order in which every line has its turn.
    fn require_end(&self, lines: &[Line]) -> Result<(), Wrong> {
        let mut at = self.start();
        while let Some((_, after)) = self.next(&at).into_iter().next() {
            at = after;
        }
        let stuck = (0..at.len()).map(|lane| (lane, self.starts[lane] + at[lane] as usize));
        match stuck.into_iter().find(|(lane, line)| *line < self.starts[lane + 1]) {
            None => Ok(()),
            Some((_, line)) => {
                let why = "No order of the lines agrees with their clocks: this line is to come before itself.";
                Err(lines[line].wrong(why.into()))
            }
        }
    }

    pub fn start(&self) -> Position {
        vec![0; self.starts.len() - 1]
    }

    /// The lines that are done at one position and not at an earlier one.
    pub fn between(&self, before: &Position, after: &Position) -> Vec<usize> {
        let at = |lane: usize, position: &Position| self.starts[lane] + position[lane] as usize;
        (0..before.len()).flat_map(|lane| at(lane, before)..at(lane, after)).collect()
    }

    /// The lines that can come next, each with the position behind it.
    pub fn next(&self, position: &Position) -> Vec<(usize, Position)> {
        let mut all = Vec::new();
        for (lane, done) in position.iter().enumerate() {
            let line = self.starts[lane] + *done as usize;
            let is_open = |behind: &Position| {
                position.iter().zip(behind).all(|(done, needed)| done >= needed)
            };
            if line < self.starts[lane + 1] && is_open(&self.behind[line]) {
                let mut after = position.clone();
                after[lane] += 1;
                all.push((line, after));
            }
        }
        all
    }
}
