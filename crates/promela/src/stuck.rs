//! When nobody can ever get on, although some read again and again in an `await`: our search stops
//! there, so the model does too.

use crate::writer::Writer;
use program::ir::Expr;
use ways::rounds::moves;
use ways::terms::not;

impl Writer<'_> {
    /// Whether processes can be stuck: some process busy-waits.
    pub fn can_be_stuck(&self) -> Result<bool, String> {
        let program = self.program();
        let busy_waits = program
            .processes
            .iter()
            .any(|process| process.points.iter().any(|point| point.busy_waits.is_some()));
        if busy_waits && program.channels.is_some() {
            return Err(
                "An `await` with several accesses is not exported for algorithms with messages."
                    .into(),
            );
        }
        Ok(busy_waits)
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
                match not(moves(self.source(), number, point)?) {
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
}
