//! A program as text, without the numbers that say nothing.
//!
//! Blocks and temporaries are numbered in the order in which code comes to them, from zero in each piece of
//! code: so two programs read alike exactly if they compute alike, in whatever order they were made.

use program::ir::{
    BlockId, CellName, Claim, Clears, End, EventTemplate, Expr, FIELDS_MAX, Flag, Instruction,
    Monitor, Place, Program, Query, TempId,
};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The code of a program piece by piece, and then all else of it.
pub fn dump(mut program: Program) -> String {
    let mut codes = Vec::new();
    each_code(&mut program, &mut |code, results| {
        codes.push((*code, results.iter().map(|result| **result).collect::<Vec<_>>()));
        *code = codes.len() - 1;
        // they are said with the code
        for result in results.iter_mut() {
            **result = 0;
        }
    });
    let mut text = String::new();
    let lines: BTreeMap<BlockId, usize> = std::mem::take(&mut program.lines).into_iter().collect();
    for (at, (code, results)) in codes.into_iter().enumerate() {
        let mut piece = Piece::new(&program, &lines);
        _ = writeln!(text, "code {at}");
        text.push_str(&piece.code(code, &results));
    }
    program.blocks.clear();
    // the code says it
    program.half_read.clear();
    program.temps = 0;
    _ = writeln!(text, "{program:#?}");
    // most have none
    let none = [
        "    beginnings: [],\n",
        "    buffers: [],\n",
        "    forgotten: {},\n",
        "    half_read: {},\n",
        "    inductive: [],\n",
        "    order_monitor: None,\n",
        "                cells: {},\n",
        "            cells: {},\n",
        "            like: None,\n",
    ];
    none.iter().fold(text, |text, none| text.replace(none, ""))
}

/// Shows the begin of each piece of code, and the temporaries in which it leaves something.
fn each_code(program: &mut Program, visit: &mut dyn FnMut(&mut BlockId, &mut [&mut TempId])) {
    let mut query = |query: &mut Query| {
        let Query { code, result } = query;
        visit(code, &mut [result]);
    };
    for monitor in &mut program.monitors {
        if let Monitor::Flag(Flag { sets, clears, .. }) = monitor {
            if let Some(when) = sets {
                query(&mut when.query);
            }
            if let Clears::When(when) = clears {
                query(&mut when.query);
            }
        }
    }
    for property in &mut program.properties {
        match &mut property.claim {
            Claim::State(it) | Claim::End(it) | Claim::Measure(it) => query(it),
            Claim::Waiting(queries) => queries.iter_mut().for_each(&mut query),
            Claim::Outcome(said) => said.iter_mut().for_each(|said| query(&mut said.query)),
            Claim::Operation { .. } => {}
        }
    }
    program
        .inductive
        .iter_mut()
        .flat_map(|inductive| &mut inductive.conjuncts)
        .for_each(|it| query(&mut it.0));
    let watched = program.watched.iter_mut().flat_map(|watched| &mut watched.parts);
    watched.for_each(|said| query(&mut said.query));
    program.assumptions.iter_mut().for_each(|assumption| query(&mut assumption.1));
    program.limits.iter_mut().for_each(&mut query);
    program.store.iter_mut().flat_map(|store| &mut store.useless).for_each(&mut query);
    for process in &mut program.processes {
        process.awaited.iter_mut().for_each(|awaited| query(&mut awaited.query));
        process
            .sections
            .iter_mut()
            .filter_map(|section| section.rests.as_mut())
            .for_each(&mut query);
    }
    for process in &mut program.processes {
        process
            .points
            .iter_mut()
            .filter_map(|point| point.code.as_mut())
            .for_each(|it| visit(it, &mut []));
        process.rules.iter_mut().for_each(|rule| visit(&mut rule.code, &mut []));
    }
    program
        .network_faults
        .iter_mut()
        .for_each(|network_fault| visit(&mut network_fault.rule.code, &mut []));
    program.initial.iter_mut().for_each(|it| visit(it, &mut []));
    program.beginnings.iter_mut().for_each(|beginning| visit(&mut beginning.1, &mut []));
}

/// One piece of code, with the numbers that its blocks and temporaries have in the text.
struct Piece<'a> {
    program: &'a Program,
    lines: &'a BTreeMap<BlockId, usize>,
    blocks: Vec<BlockId>,
    temps: BTreeMap<TempId, TempId>,
}

impl<'a> Piece<'a> {
    fn new(program: &'a Program, lines: &'a BTreeMap<BlockId, usize>) -> Piece<'a> {
        Piece { program, lines, blocks: Vec::new(), temps: BTreeMap::new() }
    }

    fn code(&mut self, begin: BlockId, results: &[TempId]) -> String {
        let mut text = String::new();
        self.block(begin);
        let mut at = 0;
        while let Some(&id) = self.blocks.get(at) {
            let block = &self.program.blocks[id];
            let line = self.lines.get(&id).map(|it| format!(" line {it}")).unwrap_or_default();
            _ = writeln!(text, " block {at}{line}");
            for instruction in &block.instructions {
                let instruction = self.instruction(instruction.clone());
                _ = writeln!(text, "  {instruction:?}");
            }
            let end = self.end(block.end.clone());
            _ = writeln!(text, "  {end:?}");
            at += 1;
        }
        let results: Vec<TempId> = results.iter().map(|&result| self.temp(result)).collect();
        _ = writeln!(text, " gives {results:?}");
        text
    }

    fn block(&mut self, id: BlockId) -> BlockId {
        self.blocks.iter().position(|&block| block == id).unwrap_or_else(|| {
            self.blocks.push(id);
            self.blocks.len() - 1
        })
    }

    /// The sender and the fields of a message in hand keep their numbers.
    fn temp(&mut self, id: TempId) -> TempId {
        let next = FIELDS_MAX + 1 + self.temps.len();
        if id <= FIELDS_MAX { id } else { *self.temps.entry(id).or_insert(next) }
    }

    fn expr(&mut self, expr: &mut Expr) {
        expr.each_inner_mut(&mut |expr| {
            if let Expr::Temp(temp) = expr {
                *temp = self.temp(*temp);
            }
        });
    }

    fn exprs(&mut self, all: &mut [Expr]) {
        for expr in all {
            self.expr(expr);
        }
    }

    fn place(&mut self, place: &mut Place) {
        if let Some(index) = &mut place.index {
            self.expr(&mut index.value);
        }
    }

    fn instruction(&mut self, mut instruction: Instruction) -> Instruction {
        match &mut instruction {
            Instruction::Set(temp, value) => {
                self.expr(value);
                *temp = self.temp(*temp);
            }
            Instruction::Store(place, value) => {
                self.expr(value);
                self.place(place);
            }
            Instruction::Choose(temp, _) => *temp = self.temp(*temp),
            Instruction::Send { from, to, fields, .. } => {
                from.iter_mut().chain([to]).chain(fields).for_each(|it| self.expr(it));
            }
            Instruction::Observe(event) => self.expr(event),
            Instruction::Event(told) => self.told(told),
            Instruction::Take | Instruction::Again => {}
        }
        instruction
    }

    fn told(&mut self, told: &mut EventTemplate) {
        match told {
            EventTemplate::Read { cell, value, from, .. } => {
                self.cell(cell);
                value.iter_mut().chain(from).for_each(|it| self.expr(it));
            }
            EventTemplate::Write { cell, value, .. } => {
                self.cell(cell);
                self.exprs(value);
            }
            EventTemplate::Decide { value, .. }
            | EventTemplate::Choose { value, .. }
            | EventTemplate::Operation { value, .. } => self.exprs(value),
            EventTemplate::Acknowledge { to } => self.expr(to),
            EventTemplate::Received
            | EventTemplate::Lost
            | EventTemplate::Doubled
            | EventTemplate::Crashed
            | EventTemplate::Note(_) => {}
        }
    }

    fn cell(&mut self, cell: &mut CellName) {
        let row = cell.rows.iter_mut().map(|row| &mut row.0);
        row.chain(&mut cell.index).for_each(|it| self.expr(it));
    }

    fn end(&mut self, mut end: End) -> End {
        match &mut end {
            End::Jump(to) => *to = self.block(*to),
            End::Branch(condition, then, otherwise) => {
                self.expr(condition);
                *then = self.block(*then);
                *otherwise = self.block(*otherwise);
            }
            End::Stop(_) | End::Done | End::Blocked | End::Retry(_) => {}
        }
        end
    }
}
