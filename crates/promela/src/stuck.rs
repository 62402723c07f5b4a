//! When nobody can ever get on, although some read again and again in an `await`: our search stops
//! there, so the model does too.

use crate::paths::{first_of, paths};
use crate::rounds::passes;
use crate::terms::{not, or};
use crate::writer::Writer;
use program::ir::{BlockId, Expr, PointId};

impl Writer<'_> {
    /// Whether processes can be stuck: some process spins.
    pub fn can_be_stuck(&self) -> Result<bool, String> {
        let program = self.program();
        let spins = program.processes.iter().any(|it| it.points.iter().any(|it| it.spins));
        if spins && program.channels.is_some() {
            return Err(
                "An `await` with several accesses is not exported for algorithms with messages."
                    .into(),
            );
        }
        Ok(spins)
    }

    /// The condition that nobody ever gets on.
    pub fn stuck(&self) -> Result<Option<String>, String> {
        if !self.can_be_stuck()? {
            return Ok(None);
        }
        let mut all = Vec::from_iter(self.has_begun()?);
        for (number, process) in self.program().processes.iter().enumerate() {
            let at = self.at(number)?;
            let (mut always, mut sometimes) = (Vec::new(), Vec::new());
            for point in 0..process.points.len() {
                match not(self.moves(number, point)?) {
                    Expr::Const(0) => {}
                    Expr::Const(_) => always.push(point),
                    stays => sometimes.push(format!(
                        "({at} == {} && {})",
                        self.names.point(number, point),
                        self.names.expr(&stays)?
                    )),
                }
            }
            sometimes.extend(self.stands_at(number, &always)?);
            match crate::writer::any_of(&sometimes) {
                Some(stays) => all.push(stays),
                None => return Ok(Some("false".into())),
            }
        }
        Ok(Some(all.join(" && ")))
    }

    /// When a process can get on: at once, or if it spins, at the end of a round that it runs alone.
    fn moves(&self, number: usize, from: PointId) -> Result<Expr, String> {
        let process = &self.program().processes[number];
        let point = &process.points[from];
        let mut moves = Expr::Const(0);
        let time_outs = process.time_outs(process.sections[point.section].is);
        let codes: Vec<BlockId> = time_outs.iter().map(|it| it.code).collect();
        for ways in first_of(self.source(), number, from, &codes, None)? {
            moves = or(moves, ways.taken());
        }
        if !self.is_over(number, from) {
            for rule in &process.whens {
                moves = or(moves, paths(self.source(), number, from, rule.code)?.taken());
            }
        }
        Ok(match point.code {
            Some(_) if point.spins => or(moves, passes(self.source(), number, from)?),
            Some(code) => or(moves, paths(self.source(), number, from, code)?.taken()),
            None => moves,
        })
    }
}
