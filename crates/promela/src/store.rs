//! A replicated row: who moves where a write lands, and what replicas have no use for.

use crate::names::IN_NETWORK;
use crate::writer::Writer;
use program::ir::{Binary, Expr, Place, PointId};
use std::fmt::Write;
use ways::path::Path;
use ways::queries::value_of_message;
use ways::terms::conjuncts;

impl Writer<'_> {
    /// Who goes from which point to which in a step: where a replica has what somebody waits for, that
    /// process.
    pub fn mover(&self, number: usize, from: PointId, path: &Path) -> (usize, PointId, PointId) {
        let step = (number, from, path.to);
        let program = self.program();
        let Some(store) = program.store.as_ref().filter(|store| store.replicas.contains(&number))
        else {
            return step;
        };
        let moved = (0..store.replicas.start).find_map(|process| {
            let is_point = |place: &Place| {
                place.index.is_none() && place.slot == program.processes[process].point
            };
            let to = path.stores.iter().rev().find(|(place, _)| is_point(place))?;
            let from = conjuncts(&path.guard).into_iter().find_map(|part| match part {
                Expr::Binary(Binary::Equal, one, other) => match (&**one, &**other) {
                    (Expr::Load(place), Expr::Const(at)) if is_point(place) => Some(*at),
                    _ => None,
                },
                _ => None,
            });
            match to.1 {
                Expr::Const(to) => Some((process, from? as PointId, to as PointId)),
                _ => None,
            }
        });
        moved.unwrap_or(step)
    }

    pub fn has_useless(&self) -> bool {
        self.program().store.as_ref().is_some_and(|store| !store.useless.is_empty())
    }

    /// Takes mutations out of the network that their replicas have no use for.
    pub fn take_out_useless(&self, text: &mut String) -> Result<(), String> {
        let program = self.program();
        let first = program.channels.as_ref().and_then(|channels| channels.mutations);
        let Some((store, first)) = program.store.as_ref().zip(first) else { return Ok(()) };
        let late = &self.names.kinds[usize::from(first) + 2];
        let mut options = String::new();
        self.names.message.set("network[looked]");
        for (replica, &query) in store.replicas.clone().zip(&store.useless) {
            let is_useless = value_of_message(self.source(), query, first)?;
            let is_useless = self.names.condition(&is_useless)?;
            let _ = writeln!(
                options,
                "\t\t:: network[looked].kind != {late} && network[looked].to == {replica} && \
                 {is_useless} -> remove(looked)"
            );
        }
        self.names.message.set(IN_NETWORK);
        let _ = writeln!(
            text,
            "byte looked;\n\n/* what a replica has no more use for */\ninline take_out_useless()\n{{\n\t\
             looked = messages;\n\tdo\n\t:: looked > 0 ->\n\t\tlooked--;\n\t\tif\n{options}\t\t:: else \
             -> skip\n\t\tfi\n\t:: else -> break\n\tod;\n\tlooked = 0\n}}\n"
        );
        Ok(())
    }
}
