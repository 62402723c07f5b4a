//! Rules as code: one step as a whole, wherever the process stands.

use crate::instantiate::instance::Mode;
use crate::instantiate::rule::{AwaitedBy, RuleLines};
use crate::sequence::Sequence;
use program::ir::{Awaited, End, Instruction, Query};

impl Sequence<'_> {
    pub fn rule_code(&mut self, process: usize, rule: RuleLines) {
        let RuleLines { row, cause, at, tells, head, body } = rule;
        let code = self.begin_anywhere(process);
        self.here.in_rule = true;
        self.here.mode = Mode::Atomic;
        self.here.row = row;
        if let Some(is_lost) = tells {
            self.tell_message(is_lost);
        }
        self.at.touches = false;
        self.run(head);
        if let Some(body) = body {
            if tells.is_some() {
                self.take_message(code);
            }
            self.run(body);
        }
        self.end(End::Done);
        let code = self.whole_from(code);
        self.here.in_rule = false;
        self.add_rule(cause, at, code, row);
    }

    pub fn awaited_code(&mut self, process: usize, AwaitedBy { section, code, who }: AwaitedBy) {
        let begin = self.begin_anywhere(process);
        self.here.in_rule = true;
        self.run(code);
        for (who, value) in who {
            let result = self.temp();
            let value = self.put(value);
            self.emit(Instruction::Set(result, value));
            let query = Query { code: begin, result };
            let it = Awaited { section, process: who, query };
            self.program.processes[process].awaited.push(it);
        }
        self.end(End::Done);
        self.here.in_rule = false;
    }
}
