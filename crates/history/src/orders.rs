//! A search over orders, deep first, with memory of what was taken and the value: Wing and Gong's, with Lowe's memory.

use crate::lookup::Lookup;
use crate::search::{Decision, Op, Outlook, Precedence, Step};
use std::collections::HashSet;

pub struct Orders<'a> {
    /// Those that never end first, then by their calls.
    ops: &'a [Op],
    /// How many of them never end.
    endless: usize,
    precedence: Precedence,
    /// Which ops cannot be taken any more, a bit for each.
    gone: Vec<u64>,
    /// How many that have to come are not gone.
    left: usize,
    outlook: Outlook,
    frames: Vec<Frame>,
    seen: HashSet<Box<[u64]>>,
    bytes: usize,
}

struct Frame {
    step: Step,
    /// What can be taken next, with the value behind it.
    choices: Vec<Step>,
    tried: usize,
    /// The ops that are gone with this one.
    gone: Vec<usize>,
}

impl<'a> Orders<'a> {
    pub fn new(
        ops: &'a [Op],
        precedence: Precedence,
        value: u32,
        lookup: &mut Lookup,
    ) -> Orders<'a> {
        let mut orders = Orders {
            ops,
            endless: ops.iter().take_while(|op| op.end == usize::MAX).count(),
            precedence,
            gone: vec![0; ops.len().div_ceil(64)],
            left: ops.iter().filter(|op| op.must).count(),
            outlook: Outlook::new(ops, lookup),
            frames: Vec::new(),
            seen: HashSet::new(),
            bytes: 0,
        };
        let choices = orders.choices(value, lookup);
        let step = Step { op: usize::MAX, value };
        orders.frames.push(Frame { step, choices, tried: 0, gone: Vec::new() });
        orders
    }

    /// Goes on for so many steps.
    pub fn advance(&mut self, lookup: &mut Lookup, steps: u64) -> Decision {
        for _ in 0..steps {
            if self.left == 0 {
                let taken = self.frames.iter().skip(1);
                return Decision::Order(taken.map(|frame| frame.step).collect());
            }
            let Some(frame) = self.frames.last_mut() else { return Decision::None };
            let Some(&step) = frame.choices.get(frame.tried) else {
                let frame = self.frames.pop().expect("it is there");
                self.put_back(&frame.gone);
                continue;
            };
            frame.tried += 1;
            let gone = self.take(step.op);
            if self.remember(step.value) && !self.is_hopeless(step.value, lookup) {
                let choices = self.choices(step.value, lookup);
                self.bytes += size_of::<Frame>() + choices.len() * size_of::<Step>();
                self.frames.push(Frame { step, choices, tried: 0, gone });
            } else {
                self.put_back(&gone);
            }
        }
        Decision::Open
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }

    fn is_gone(&self, op: usize) -> bool {
        self.gone[op / 64] >> (op % 64) & 1 == 1
    }

    fn is_hopeless(&self, value: u32, lookup: &Lookup) -> bool {
        let is_gone = |op| self.is_gone(op);
        self.outlook.is_hopeless(self.ops, self.precedence, value, is_gone, lookup)
    }

    /// Those that can come next in time or in their process, with each value that they can leave.
    fn choices(&self, value: u32, lookup: &mut Lookup) -> Vec<Step> {
        let mut all = match self.precedence {
            Precedence::Time => self.open(),
            Precedence::Process => self.next_of_processes(),
        };
        // what has to come is tried first, and of that what ends first
        all.sort_by_key(|&op| (!self.ops[op].must, self.ops[op].end, op));
        let mut choices = Vec::new();
        for (nth, &op) in all.iter().enumerate() {
            if all[..nth].iter().any(|&other| self.replaces(other, op)) {
                continue;
            }
            let after = lookup.after(value, self.ops[op].call_number);
            let useful = after.iter().filter(|after| self.ops[op].must || **after != value);
            choices.extend(useful.map(|&value| Step { op, value }));
        }
        choices
    }

    /// Whether whatever begins with one of these can begin with the other.
    fn replaces(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.ops[one], &self.ops[other]);
        one.replaces(other) && (self.precedence == Precedence::Time || !one.must)
    }

    /// Those that were called before the first of what has to come returns.
    fn open(&self) -> Vec<usize> {
        let (mut all, mut first_end) = (Vec::new(), usize::MAX);
        for op in self.first_not_gone()..self.ops.len() {
            let Op { called, end, must, .. } = self.ops[op];
            if called > first_end {
                break;
            }
            if !self.is_gone(op) {
                all.push(op);
                first_end = if must { first_end.min(end) } else { first_end };
            }
        }
        let endless = (0..self.endless).filter(|&op| !self.is_gone(op));
        all.extend(endless.filter(|&op| self.ops[op].called < first_end));
        all
    }

    /// Of those that end.
    fn first_not_gone(&self) -> usize {
        let mut op = self.endless;
        while op < self.ops.len() && self.is_gone(op) {
            op += if op.is_multiple_of(64) && self.gone[op / 64] == u64::MAX { 64 } else { 1 };
        }
        op
    }

    fn next_of_processes(&self) -> Vec<usize> {
        let is_next = |&op: &usize| {
            !self.is_gone(op) && self.ops[op].after.is_none_or(|before| self.is_gone(before))
        };
        (0..self.ops.len()).filter(is_next).collect()
    }

    /// Those that end before this one is called, and may be left out, are left out with it.
    fn take(&mut self, op: usize) -> Vec<usize> {
        let mut gone = vec![op];
        if self.precedence == Precedence::Time {
            let now = self.ops[op].called;
            let earlier = self.first_not_gone()..self.ops.len();
            let earlier = earlier.take_while(|&op| self.ops[op].called < now);
            gone.extend(earlier.filter(|&op| self.ops[op].end < now && !self.is_gone(op)));
        }
        for &op in &gone {
            self.gone[op / 64] |= 1 << (op % 64);
            self.left -= usize::from(self.ops[op].must);
        }
        gone
    }

    fn put_back(&mut self, gone: &[usize]) {
        for &op in gone {
            self.gone[op / 64] &= !(1 << (op % 64));
            self.left += usize::from(self.ops[op].must);
        }
    }

    /// Whether it is new that these are gone with this value.
    fn remember(&mut self, value: u32) -> bool {
        let (head, rest) = self.gone.split_at(self.endless.div_ceil(64));
        let begin = rest.iter().position(|word| *word != u64::MAX).unwrap_or(rest.len());
        let end = rest.iter().rposition(|word| *word != 0).map_or(0, |at| at + 1);
        let mut key = vec![u64::from(value) << 32 | begin as u64];
        key.extend(head);
        key.extend(&rest[begin..end.max(begin)]);
        self.bytes += 48 + 8 * key.len();
        self.seen.insert(key.into())
    }
}
