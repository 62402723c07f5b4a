//! Blocks and points.

use crate::instantiate::instance::Mode;
use crate::instantiate::terms::{add, binary};
use crate::sequence::{Open, Sequence};
use model::RowId;
use program::ir::{
    Binary, Block, BlockId, End, EventTemplate, Expr, Instruction, Place, Point, PointId, Query,
    Rule, Slot, SlotId, TempId, Trigger, Where,
};

impl Sequence<'_> {
    pub fn block(&mut self) -> BlockId {
        self.budget.instructions += 1;
        self.program.blocks.push(Block { instructions: Vec::new(), end: End::Done });
        self.blocks.owners.push(self.here.process);
        if self.here.mode == Mode::Atomic {
            self.blocks.in_rule.insert(self.program.blocks.len() - 1);
        }
        self.program.blocks.len() - 1
    }

    /// Goes on in a new block, from nowhere.
    pub fn start(&mut self) -> BlockId {
        self.current = self.block();
        self.current
    }

    pub fn emit(&mut self, instruction: Instruction) {
        self.budget.instructions += 1;
        // before there is code, a value that takes some is not known
        if let Some(block) = self.program.blocks.get_mut(self.current) {
            block.instructions.push(instruction);
        }
    }

    /// Ends the current block.
    pub fn end(&mut self, end: End) {
        self.program.blocks[self.current].end = end;
    }

    pub fn jump(&mut self, to: BlockId) {
        self.end(End::Jump(to));
    }

    pub fn branch(&mut self, condition: Expr, then: BlockId, otherwise: BlockId) {
        let end = match condition {
            Expr::Const(0) => End::Jump(otherwise),
            Expr::Const(_) => End::Jump(then),
            condition => End::Branch(condition, then, otherwise),
        };
        self.end(end);
    }

    /// A place between two steps of the process in hand; the code of the next one follows.
    pub fn point(&mut self) -> PointId {
        let code = self.block();
        let point = self.add_point(Some(code));
        self.end(End::Stop(point));
        self.current = code;
        self.at.open = Open::Yes;
        point
    }

    /// The same, but where the step has made no access yet it goes on.
    fn point_behind(&mut self, is_first: TempId) {
        if let Some(awaits) = &mut self.at.awaits {
            awaits.is_asked = true;
        }
        let (code, made) = (self.block(), self.block());
        self.branch(Expr::Temp(is_first), code, made);
        self.current = made;
        let point = self.add_point(Some(code));
        self.end(End::Stop(point));
        self.current = code;
    }

    pub fn add_point(&mut self, code: Option<BlockId>) -> PointId {
        let process = self.here.process.unwrap_or_default();
        let point = Point {
            section: self.here.section,
            code,
            row: self.here.row,
            outcomes: 1,
            busy_waits: self.at.awaits.map(|it| it.point),
            pauses: false,
        };
        if let Some(stands) = &mut self.places.standing
            && let Some(sections) = stands.sections.get_mut(process)
        {
            sections.push(point.section);
        }
        let points = &mut self.program.processes[process].points;
        points.push(point);
        points.len() - 1
    }

    /// Where the process in hand stands, if the step from there has done nothing so far.
    pub fn stands_at(&self) -> Option<PointId> {
        let points = &self.program.processes[self.here.process?].points;
        let begins_here = self.program.blocks[self.current].instructions.is_empty();
        points.iter().position(|point| point.code == Some(self.current)).filter(|_| begins_here)
    }

    /// A rule of the process in hand that is one step.
    pub fn add_rule(&mut self, trigger: Trigger, at: Where, code: BlockId, row: RowId) {
        let process = self.here.process.unwrap_or_default();
        let rule = Rule { trigger, at, code, row, outcomes: 1 };
        self.program.processes[process].rules.push(rule);
    }

    /// Code that begins with what is told of the message in hand, which is lost where nobody is there to
    /// receive it.
    pub fn tell_message(&mut self, is_lost: bool) {
        self.emit(Instruction::Event(if is_lost {
            EventTemplate::Lost
        } else {
            EventTemplate::Received
        }));
    }

    /// The step in hand takes the message in hand: behind its guards, since a step that is not there need
    /// change nothing; before them, if they ask for messages on their way, of which it is none any more.
    pub fn take_message(&mut self, entry: BlockId) {
        let mut asks = false;
        for block in &self.program.blocks[entry..] {
            block.each_expr(&mut |expr| asks |= matches!(expr, Expr::InTransit(..)));
        }
        match asks {
            true => self.program.blocks[entry].instructions.insert(1, Instruction::Take),
            false => self.emit(Instruction::Take),
        }
    }

    /// Code that runs some other at most so many times, by a slot that counts.
    pub fn at_most(&mut self, max: i64, count: SlotId, code: BlockId) -> BlockId {
        let entry = self.start();
        self.count_up_to(max, count);
        self.jump(code);
        entry
    }

    /// The step in hand is there at most so many times, by a slot that counts.
    pub fn count_up_to(&mut self, max: i64, count: SlotId) {
        let place = Place { slot: count, index: None };
        let so_far = Expr::Load(place.clone());
        self.guard(binary(Binary::Less, so_far.clone(), Expr::Const(max)));
        self.emit(Instruction::Store(place, add(so_far, 1)));
    }

    /// Makes room for an access: in a step of its own, unless the current one has made none.
    pub fn access(&mut self) {
        if self.here.mode == Mode::Stepped {
            self.refuse_beside_calls();
            match (self.at.open, self.at.awaits) {
                (Open::Yes, _) => {}
                (Open::Sometimes, Some(it)) => self.point_behind(it.is_first),
                _ => drop(self.point()),
            }
            self.at.open = Open::No;
            if self.at.awaits.is_some() {
                let at = self.program.blocks[self.current].instructions.len();
                self.reads.firsts.push((self.current, at, false));
            }
        }
    }

    pub fn memory_slot(&mut self) -> usize {
        self.program.slots.push(Slot::new(Vec::new(), 0, 1));
        self.program.slots.len() - 1
    }

    pub fn end_query(&mut self, code: usize, value: Expr) -> Query {
        let result = self.temp();
        self.does(Instruction::Set(result, value));
        self.finish_query();
        Query { code, result }
    }

    /// Ends the query in hand with the code in hand.
    pub fn finish_query(&mut self) {
        let code = std::mem::take(&mut self.hand.code);
        self.run(code);
        self.end(End::Done);
    }
}
