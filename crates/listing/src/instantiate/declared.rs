//! What a text declares, with one value of each option.

use crate::instantiate::Chosen;
use crate::instantiate::domain::{Record, Ty};
use crate::instantiate::info::{Choice, MessageInfo, RoleInfo, Var};
use crate::instantiate::pool::Pool;
use crate::instantiate::store::Row as StoreRow;
use crate::resolve::Meant;
use crate::token::Span;
use crate::tree::{Define, Listing};
use std::collections::{BTreeMap, BTreeSet};

/// A text, and the values of its options that are asked for.
pub struct Source<'t> {
    pub text: &'t str,
    pub listing: &'t Listing,
    pub meant: &'t Meant,
    pub asked: &'t Chosen,
    /// Where the lines of the text end.
    pub ends: Vec<usize>,
}

/// The values that variables can have.
pub struct Types {
    pub symbols: Vec<String>,
    pub domains: Vec<(String, Ty)>,
    pub records: Vec<Record>,
}

/// The lines that have rows.
#[derive(Default)]
pub struct Numbered {
    pub rows: BTreeMap<u32, model::RowId>,
    /// The rows of losses, duplicates and crashes.
    pub fault_rows: [model::RowId; 3],
    /// Lines of rules that the options leave out.
    pub left_out: BTreeSet<String>,
}

pub struct Declared<'t> {
    pub source: Source<'t>,
    pub types: Types,
    pub numbered: Numbered,
    pub options: Vec<Choice>,
    pub roles: Vec<RoleInfo<'t>>,
    pub messages: Vec<MessageInfo>,
    pub defines: Vec<&'t Define>,
    pub vars: Vec<Var>,
    /// How many numbers all variables are.
    pub numbers: usize,
    pub pools: Vec<Pool>,
    /// The replicated row, if the text has one.
    pub store: Option<StoreRow>,
    /// Section names of each role, in their order.
    pub sections: Vec<Vec<String>>,
}

impl<'t> Declared<'t> {
    pub fn new(
        text: &'t str,
        listing: &'t Listing,
        meant: &'t Meant,
        asked: &'t Chosen,
    ) -> Declared<'t> {
        Declared {
            source: Source {
                text,
                listing,
                meant,
                asked,
                ends: text.match_indices('\n').map(|(end, _)| end).collect(),
            },
            types: Types { symbols: vec!["none".into()], domains: Vec::new(), records: Vec::new() },
            numbered: Numbered::default(),
            options: Vec::new(),
            roles: Vec::new(),
            messages: Vec::new(),
            defines: Vec::new(),
            vars: Vec::new(),
            numbers: 0,
            pools: Vec::new(),
            store: None,
            sections: Vec::new(),
        }
    }

    /// The line in which a span begins, from 1.
    pub fn line_of(&self, span: Span) -> usize {
        self.source.ends.partition_point(|end| *end < span.start as usize) + 1
    }
}
