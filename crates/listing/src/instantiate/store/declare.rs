//! A replicated row as the text declares it.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::{Domain, Ty};
use crate::instantiate::instance::Instance;
use crate::instantiate::store::{
    COLUMNS_MAX, Clocks, Columns, REPLICAS_MAX, Row, Rows, Slots, Stamps, VALUES_MAX,
};
use crate::token::Span;
use crate::tree::{Expr as Tree, StoredRow};

impl<'t> Instance<'t> {
    pub fn declare_row(&mut self, row: &'t StoredRow) -> Result<()> {
        if self.store.is_some() {
            let message = "A text has at most one replicated row.";
            return self.error(ErrorCode::DeclaredTwice, row.name.span, message);
        }
        let replicas = self.number_constant(&row.replicas, &None)?;
        if !(1..=REPLICAS_MAX).contains(&replicas) {
            let message =
                format!("A row has one to {REPLICAS_MAX} replicas, and this is {replicas}.");
            return self.error(ErrorCode::NumberTooLarge, row.replicas.span, message);
        }
        let processes = self.process_count() + replicas as usize;
        if processes > model::SYSTEM_PROCESSES_MAX {
            let message = format!(
                "Processes and replicas are at most {} together, and here are {processes}.",
                model::SYSTEM_PROCESSES_MAX
            );
            let found =
                DiagnosticDraft::new(ErrorCode::TooManyProcesses, row.replicas.span, message);
            return self.fail(found.help("Choose a smaller number."));
        }
        let families = self.families(row)?;
        let replicas = replicas as usize;
        let lands_at_once = self.store_word(row, "lands")?.is_none_or(|text| text == "at_once");
        let (asked, needed) =
            (self.level(row, "reads", replicas)?, self.level(row, "writes", replicas)?);
        let one_by_one = self.store_word(row, "answers")?.is_some_and(|text| text == "one_by_one");
        let stamps = match self.store_word(row, "timestamps")?.as_deref() {
            Some("coordinator") => Stamps::Coordinator,
            Some("replica") => Stamps::Replica,
            _ => Stamps::Client,
        };
        let clocks = match self.store_word(row, "clocks")?.as_deref() {
            Some("in_step") => Clocks::InStep,
            Some("one") => Clocks::One,
            Some("still") => Clocks::Still,
            _ => Clocks::Apart,
        };
        self.store = Some(Row {
            name: row.name.text.clone(),
            families,
            replicas,
            asked,
            needed,
            one_by_one: one_by_one && asked > 1,
            is_atomic: replicas == 1 && lands_at_once,
            stamps,
            clocks,
            falls_back: self.store_count(row, "falls_back")?,
            late: self.store_count(row, "late")?,
            down: self.store_count(row, "down")?,
            slots: Slots::default(),
            rows: Rows::default(),
        });
        Ok(())
    }

    fn families(&mut self, row: &'t StoredRow) -> Result<Vec<Columns>> {
        let mut families: Vec<Columns> = Vec::new();
        let mut first = 0;
        for variable in row.variables.iter().flat_map(|variable| &variable.variables) {
            let Ty::Scalar(domain) = self.ty(&variable.domain, &None)? else {
                let message = "A column has numbers, symbols or processes.";
                return self.error(ErrorCode::WrongDomain, variable.domain.span, message);
            };
            if domain.symbols.first() != Some(&program::SYMBOLS) || domain.count() > VALUES_MAX {
                let message = format!(
                    "A column is `none` as long as it is not written, and has at most {} other \
                     values.",
                    VALUES_MAX - 1
                );
                let help = "Begin its domain with `none |`.";
                let found =
                    DiagnosticDraft::new(ErrorCode::WrongDomain, variable.domain.span, message);
                return self.fail(found.help(help));
            }
            if let Some(initial) = &variable.initial {
                let (crate::tree::Initial::Any(span)
                | crate::tree::Initial::Value(Tree { span, .. })) = initial;
                let message = "A column begins as `none`.";
                return self.error(ErrorCode::OutOfPlace, *span, message);
            }
            for (name, indices) in &variable.names {
                let index = match &indices[..] {
                    [] => None,
                    [index] => match self.ty(&index.domain, &None)? {
                        Ty::Scalar(domain) => Some(domain),
                        _ => return self.two_indices(index.domain.span),
                    },
                    [_, second, ..] => return self.two_indices(second.domain.span),
                };
                if families.iter().any(|family| family.name == name.text) {
                    return self.declared_twice(&name.text, name.span);
                }
                let count = index.as_ref().map_or(1, Domain::count);
                let domain = domain.clone();
                families.push(Columns { name: name.text.clone(), index, domain, first, count });
                first += count;
            }
        }
        if !(1..=COLUMNS_MAX).contains(&first) {
            let message =
                format!("A row has one to {COLUMNS_MAX} columns, and this one has {first}.");
            return self.error(ErrorCode::DomainTooLarge, row.name.span, message);
        }
        Ok(families)
    }

    fn two_indices<T>(&mut self, span: Span) -> Result<T> {
        self.error(
            ErrorCode::WrongDomain,
            span,
            "Columns have one index: numbers, symbols or processes.",
        )
    }

    pub fn family(&self, name: &str) -> Option<&Columns> {
        self.store.iter().flat_map(|row| &row.families).find(|family| family.name == name)
    }

    /// The values of a whole family.
    pub fn family_type(&self, name: &str) -> Ty {
        let Some(family) = self.family(name) else { return Ty::Bool };
        let element = Ty::Scalar(family.domain.clone());
        match &family.index {
            Some(index) => Ty::Array(vec![index.clone()], element.into()),
            None => element,
        }
    }
}
