//! Lines of which it is known that they never run.

use crate::core::Statement as Said;
use crate::instantiate::instance::Instance;
use crate::instantiate::value::Env;
use crate::limits::DEFINITION_DEPTH_MAX;
use crate::tree::{Block, Branch, Define, DefineBody, StatementKind};

impl<'t> Instance<'t> {
    /// Notes them; no code is made of them.
    pub fn never_run(&mut self, block: &'t Block, env: &Env<'t>) {
        for line in block {
            if !self.is_part(&line.with) {
                continue;
            }
            self.remarks(Said::NeverRuns(self.line_of(line.span)));
            for statement in &line.statements {
                match &statement.kind {
                    StatementKind::If(branches) => {
                        for branch in branches {
                            if !self.is_part(&branch.with) {
                                continue;
                            }
                            let is_gone = self.is_gone(branch, env);
                            if is_gone != Some(false) {
                                self.never_run(&branch.body, env);
                            }
                            if is_gone == Some(true) {
                                break;
                            }
                        }
                    }
                    StatementKind::Call { name, .. } => self.never_called(&name.text, env),
                    StatementKind::Invoke(all) => {
                        for one in all {
                            self.never_called(&one.operation.text, env);
                        }
                    }
                    _ => {
                        for inner in statement.blocks() {
                            self.never_run(inner, env);
                        }
                    }
                }
            }
        }
    }

    fn never_called(&mut self, name: &str, env: &Env<'t>) {
        if let Some(Define { body: DefineBody::Block(body), .. }) = self.find_define(name)
            && self.here.depth < DEFINITION_DEPTH_MAX
        {
            self.here.depth += 1;
            self.never_run(body, env);
            self.here.depth -= 1;
        }
    }

    /// Whether a branch is taken, if that is known before the program runs.
    fn is_gone(&mut self, branch: &'t Branch, env: &Env<'t>) -> Option<bool> {
        let Some(condition) = &branch.condition else { return Some(true) };
        // what is wrong with it does not matter
        let found = self.found.len();
        let condition = self.condition(condition, env);
        self.found.truncate(found);
        condition.ok()?.known().map(|holds| holds != 0)
    }
}
