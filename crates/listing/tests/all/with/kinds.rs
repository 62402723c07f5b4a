//! Every kind of line of the syntax tree, by a name.

use listing::tree::{
    Block, Cause, DefineBody, ItemKind, Limit, Listing, PartKind, PropertyKind, StatementKind,
    Storage,
};
use std::collections::BTreeSet;

/// Names what matches a pattern, and lists all names: what matches none does not compile.
macro_rules! kinds {
    ($list:ident, $name:ident, $kind:ty, $($pattern:pat => $word:literal,)*) => {
        const $list: &[&str] = &[$($word),*];

        fn $name(kind: &$kind) -> &'static str {
            match kind {
                $($pattern => $word,)*
            }
        }
    };
}

kinds!(DECLARATIONS, declaration, ItemKind,
    ItemKind::Option(_) => "option",
    ItemKind::Domain(..) => "domain",
    ItemKind::Record(..) => "record",
    ItemKind::Pool { .. } => "pool",
    ItemKind::Messages(_) => "message",
    ItemKind::Variables(_) => "shared",
    ItemKind::Row(_) => "row",
    ItemKind::Role(_) => "role",
    ItemKind::Define(listing::tree::Define { operation: Some(_), .. }) => "operation",
    ItemKind::Define(listing::tree::Define { body: DefineBody::Expr(_), .. }) => "define an expression",
    ItemKind::Define(listing::tree::Define { body: DefineBody::Block(_), .. }) => "define statements",
    ItemKind::Assume { .. } => "assume",
    ItemKind::Limit(Limit::Domains(_)) => "limit of a domain",
    ItemKind::Limit(Limit::States { .. }) => "limit of states",
    ItemKind::Property(_) => "property",
    ItemKind::Expect(_) => "expect",
    ItemKind::Watch(_) => "watch",
    ItemKind::Say(_) => "say",
);

kinds!(PROPERTIES, property, PropertyKind,
    PropertyKind::Always(_) => "always",
    PropertyKind::Never(_) => "never",
    PropertyKind::Reachable(_) => "reachable",
    PropertyKind::Eventually { .. } => "eventually",
    PropertyKind::EventuallyAlways(_) => "eventually always",
    PropertyKind::AtEnd(_) => "at end",
    PropertyKind::Inductive(_) => "inductive",
    PropertyKind::Outcomes(_) => "outcomes",
    PropertyKind::Serializable(_) => "serializable",
    PropertyKind::Linearizable(_) => "linearizable",
    PropertyKind::SequentiallyConsistent(_) => "sequentially consistent",
    PropertyKind::Most(_) => "most",
    PropertyKind::Least(_) => "least",
    PropertyKind::Progress(..) => "wait-free",
);

kinds!(STORAGES, storage, (Storage, bool),
    (Storage::Shared, false) => "shared",
    (_, true) => "safe",
    (Storage::Own, _) => "own",
    (Storage::Stable, _) => "stable",
    (Storage::Ghost, _) => "ghost",
);

kinds!(PARTS, part, PartKind,
    PartKind::Variables(_) => "own",
    PartKind::Sections(_) => "sections",
    PartKind::Rests(_, None) => "rests",
    PartKind::Rests(_, Some(_)) => "rests when",
    PartKind::History(_) => "history",
    PartKind::Section(..) => "section",
    PartKind::Rule(_) => "rule",
);

kinds!(CAUSES, cause, Cause,
    Cause::When => "when",
    Cause::Message { .. } => "on a message",
    Cause::Timeout => "on timeout",
    Cause::Crash => "on crash",
);

kinds!(STATEMENTS, statement, StatementKind,
    StatementKind::Assign { until: None, .. } => "assign",
    StatementKind::Assign { until: Some(_), .. } => "read until",
    StatementKind::Await(_) => "await",
    StatementKind::Receive { .. } => "await from",
    StatementKind::Atomic(_) => "atomic",
    StatementKind::Pause => "pause",
    StatementKind::Fence => "fence",
    StatementKind::StoreFence => "fence stores",
    StatementKind::Skip => "skip",
    StatementKind::Stop => "stop",
    StatementKind::Restart => "restart",
    StatementKind::Become(_) => "become",
    StatementKind::Send { .. } => "send",
    StatementKind::If(_) => "if",
    StatementKind::While { .. } => "while",
    StatementKind::Repeat { .. } => "repeat",
    StatementKind::ForEach { .. } => "for each",
    StatementKind::Choose { .. } => "choose",
    StatementKind::Let(..) => "let",
    StatementKind::Propose(_) => "propose",
    StatementKind::Decide(_) => "decide",
    StatementKind::Free(_) => "free",
    StatementKind::RowWrite(_) => "write",
    StatementKind::RowDelete(_) => "delete",
    StatementKind::Call { .. } => "a definition",
    StatementKind::Invoke(_) => "call",
    StatementKind::Return(_) => "return",
);

/// What is told apart by more than one word.
const GENERAL: [&str; 2] = ["property", "rule"];
/// Lines within a statement.
const WITHIN: [&str; 2] = ["else", "until"];

/// The names of all kinds.
pub fn all() -> BTreeSet<&'static str> {
    let lists = [DECLARATIONS, PROPERTIES, STORAGES, PARTS, CAUSES, STATEMENTS, &WITHIN];
    lists.into_iter().flatten().copied().filter(|text| !GENERAL.contains(text)).collect()
}

/// The kinds of the lines of a text that have a condition.
pub fn with_conditions(listing: &Listing) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    for item in &listing.items {
        let name = match &item.kind {
            ItemKind::Property(it) => property(&it.kind),
            ItemKind::Variables(it) => storage(&(it.storage, it.safe)),
            kind => declaration(kind),
        };
        found.extend(item.with.as_ref().map(|_| name));
        match &item.kind {
            ItemKind::Define(it) => {
                if let DefineBody::Block(block) = &it.body {
                    in_block(block, &mut found);
                }
            }
            ItemKind::Role(role) => {
                for it in &role.parts {
                    let name = match &it.kind {
                        PartKind::Rule(it) => cause(&it.cause),
                        PartKind::Variables(it) => storage(&(it.storage, it.safe)),
                        kind => part(kind),
                    };
                    found.extend(it.with.as_ref().map(|_| name));
                    match &it.kind {
                        PartKind::Rule(it) => in_block(&it.body, &mut found),
                        PartKind::Section(_, block) => in_block(block, &mut found),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    found
}

fn in_block(block: &Block, found: &mut BTreeSet<&'static str>) {
    for line in block {
        if line.with.is_some() {
            found.extend(line.statements.last().map(|last| statement(&last.kind)));
        }
        for it in &line.statements {
            match &it.kind {
                StatementKind::If(branches) => {
                    let conditional = branches.iter().filter(|branch| branch.with.is_some());
                    found.extend(conditional.map(|_| "else"));
                }
                StatementKind::Repeat { untils, .. } => {
                    let conditional = untils.iter().filter(|until| until.with.is_some());
                    found.extend(conditional.map(|_| "until"));
                }
                _ => {}
            }
            it.blocks().into_iter().for_each(|block| in_block(block, found));
        }
    }
}
