//! A line of a program: its label, words and behaviour in one expression.

use super::{Program, Turn};
use crate::{Zone, line};

/// Where a process goes after a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Then<At> {
    /// It has more to do on the same line.
    Stay,
    Goto(At),
    /// The guard is not satisfied: the process stays, and nothing that it wrote happened.
    Await,
    /// The process has come to its end.
    Done,
    /// The model stops here, to stay finite.
    Beyond,
}

/// What a line does with the shared memory and with the process's own variables.
pub type Run<P> =
    fn(&P, &mut Turn<'_, '_, P>, &mut <P as Program>::Local) -> Then<<P as Program>::At>;

pub type Line<P> = line::Line<P, <P as Program>::At, Run<P>>;

impl<P: Program> Line<P> {
    pub const fn at(zone: Zone, at: P::At, text: &'static str, run: Run<P>) -> Line<P> {
        line::Line::new(zone, at, text, run)
    }

    /// What the environment does to a process.
    pub const fn fault(zone: Zone, at: P::At, text: &'static str, run: Run<P>) -> Line<P> {
        let mut line = Line::<P>::at(zone, at, text, run);
        line.is_fault = true;
        line
    }
}
