//! All expressions of a text, wherever they stand.

use super::{
    Binder, Define, DefineBody, Domain, DomainKind, Expr, ExprKind, Initial, Item, ItemKind, Limit,
    Listing, Measure, Part, PartKind, Property, PropertyKind, Statement, StatementKind, Target,
    Times, Variables, statements,
};

impl Listing {
    /// The expressions that are no part of another one, but for conditions over options. Those of domains and binders
    /// are among them; those of binders within an expression are [`Expr::all_parts`].
    pub fn expressions(&self) -> Vec<&Expr> {
        self.items.iter().flat_map(Item::expressions).collect()
    }
}

impl Expr {
    /// The expressions that it is made of, those that its binders name among them.
    pub fn all_parts(&self) -> Vec<&Expr> {
        let binders = match &self.kind {
            ExprKind::Quantified(_, binders, _)
            | ExprKind::SetOf { binders, .. }
            | ExprKind::ListOf { binders, .. } => &binders[..],
            _ => &[],
        };
        let mut all: Vec<&Expr> = binders.iter().flat_map(Binder::expressions).collect();
        all.extend(self.parts());
        all
    }
}

impl Binder {
    pub fn expressions(&self) -> Vec<&Expr> {
        let domain = self.domain.iter().flat_map(Domain::expressions);
        self.unequal.iter().map(|unequal| &**unequal).chain(domain).collect()
    }
}

impl Domain {
    pub fn expressions(&self) -> Vec<&Expr> {
        match &self.kind {
            DomainKind::Bool | DomainKind::Copy(_) => Vec::new(),
            DomainKind::Expr(expr) => vec![expr],
            DomainKind::Range(low, high) => vec![low, high],
            DomainKind::Set(inner) => inner.expressions(),
            DomainKind::List(inner, length) => {
                inner.expressions().into_iter().chain([&**length]).collect()
            }
            DomainKind::Union(all) => all.iter().flat_map(Domain::expressions).collect(),
        }
    }
}

impl Item {
    fn expressions(&self) -> Vec<&Expr> {
        let own = match &self.kind {
            ItemKind::Option(_) | ItemKind::Expect(_) | ItemKind::Limit(Limit::Domains(_)) => {
                Vec::new()
            }
            ItemKind::Domain(_, domain) => domain.expressions(),
            ItemKind::Record(_, fields) => {
                fields.iter().flat_map(|field| field.domain.expressions()).collect()
            }
            ItemKind::Pool { size, fields, .. } => {
                let fields = fields.iter().flat_map(|field| field.domain.expressions());
                [size].into_iter().chain(fields).collect()
            }
            ItemKind::Messages(all) => {
                let fields = all.iter().flat_map(|message| &message.fields);
                fields.flat_map(|field| field.domain.expressions()).collect()
            }
            ItemKind::Variables(variables) => of_variables(variables),
            ItemKind::Row(row) => {
                let clauses = row.clauses.iter().map(|clause| &clause.1);
                let columns = row.variables.iter().flat_map(of_variables);
                [&row.replicas].into_iter().chain(clauses).chain(columns).collect()
            }
            ItemKind::Role(role) => {
                let number = role.number.iter().map(|number| &number.1);
                let times = match &role.times {
                    Times::Times(times) => Some(times),
                    Times::Once | Times::ForEver => None,
                };
                // what operations add is theirs
                let parts = role.parts.iter().filter(|part| !part.span.is_empty());
                number.chain(times).chain(parts.flat_map(of_part)).collect()
            }
            ItemKind::Define(define) => of_define(define),
            ItemKind::Assume { claim, .. } | ItemKind::Limit(Limit::States { claim, .. }) => {
                vec![claim]
            }
            ItemKind::Property(property) => of_property(property),
            ItemKind::Watch(expr) => vec![expr],
            ItemKind::Say(sentence) => sentence.values().collect(),
        };
        let lines = self.blocks().into_iter().flat_map(statements).flat_map(Statement::expressions);
        own.into_iter().chain(lines).collect()
    }
}

fn of_variables(variables: &Variables) -> Vec<&Expr> {
    let mut all = Vec::new();
    for variable in &variables.variables {
        let indices = variable.names.iter().flat_map(|name| &name.1);
        all.extend(indices.flat_map(|index| index.domain.expressions()));
        all.extend(variable.domain.expressions());
        if let Some(Initial::Value(value)) = &variable.initial {
            all.push(value);
        }
    }
    all
}

fn of_part(part: &Part) -> Vec<&Expr> {
    match &part.kind {
        PartKind::Variables(variables) => of_variables(variables),
        PartKind::Rests(_, done) => done.iter().collect(),
        PartKind::Rule(rule) => rule.guard.iter().collect(),
        PartKind::Sections(_) | PartKind::History(_) | PartKind::Section(..) => Vec::new(),
    }
}

fn of_define(define: &Define) -> Vec<&Expr> {
    let mut all = Vec::new();
    if let DefineBody::Expr(body) = &define.body {
        all.push(body);
    }
    if let Some(operation) = &define.operation {
        all.extend(operation.result.iter().flat_map(Domain::expressions));
        all.extend(operation.own.iter().flat_map(of_variables));
    }
    all
}

fn of_property(property: &Property) -> Vec<&Expr> {
    match &property.kind {
        PropertyKind::Always(claim)
        | PropertyKind::Never(claim)
        | PropertyKind::Reachable(claim) => claim.parts().0,
        PropertyKind::Eventually { each, from, to } => {
            each.iter().flat_map(Binder::expressions).chain(from).chain([to]).collect()
        }
        PropertyKind::EventuallyAlways(expr) | PropertyKind::AtEnd(expr) => vec![expr],
        PropertyKind::Inductive(all) => {
            all.iter().flat_map(|conjunct| conjunct.claim.parts().0).collect()
        }
        PropertyKind::Outcomes(all) | PropertyKind::Serializable(all) => all.iter().collect(),
        PropertyKind::Linearizable(like) | PropertyKind::SequentiallyConsistent(like) => {
            like.iter().collect()
        }
        PropertyKind::Most(Measure::Value(value)) | PropertyKind::Least(Measure::Value(value)) => {
            vec![value]
        }
        PropertyKind::Most(_) | PropertyKind::Least(_) | PropertyKind::Progress(..) => Vec::new(),
    }
}

impl Statement {
    /// Those of the statement itself, without the lines below it.
    fn expressions(&self) -> Vec<&Expr> {
        match &self.kind {
            StatementKind::Assign { targets, values, until } => {
                targets.iter().chain(values).chain(until).collect()
            }
            StatementKind::Await(value)
            | StatementKind::Let(_, value)
            | StatementKind::Propose(value)
            | StatementKind::Decide(value)
            | StatementKind::Free(value)
            | StatementKind::RowDelete(value)
            | StatementKind::While { condition: value, .. } => vec![value],
            StatementKind::Receive { pattern, from } => pattern.fields.iter().chain(from).collect(),
            StatementKind::Send { message, to } => {
                let to = match to {
                    Target::One(to) | Target::AllIn(to) => Some(to),
                    Target::All | Target::AllOthers => None,
                };
                message.fields.iter().chain(to).collect()
            }
            StatementKind::If(branches) => {
                branches.iter().filter_map(|branch| branch.condition.as_ref()).collect()
            }
            StatementKind::Repeat { untils, .. } => {
                untils.iter().map(|until| &until.condition).collect()
            }
            StatementKind::ForEach { binder, filter, .. } => {
                binder.expressions().into_iter().chain(filter).collect()
            }
            StatementKind::Choose { binders, filter } => {
                binders.iter().flat_map(Binder::expressions).chain(filter).collect()
            }
            StatementKind::RowWrite(all) => {
                all.iter().flat_map(|(to, value)| [to, value]).collect()
            }
            StatementKind::Call { arguments, .. } => arguments.iter().collect(),
            StatementKind::Invoke(all) => {
                all.iter().flat_map(|one| one.target.iter().chain(&one.arguments)).collect()
            }
            StatementKind::Return(value) => value.iter().collect(),
            StatementKind::Atomic(_)
            | StatementKind::Pause
            | StatementKind::Fence
            | StatementKind::StoreFence
            | StatementKind::Skip
            | StatementKind::Stop
            | StatementKind::Restart
            | StatementKind::Become(_) => Vec::new(),
        }
    }
}
