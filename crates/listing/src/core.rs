//! The lines of a text with everything put in: options, constants, definitions, and names that run over a
//! set. Values are terms, and what is read of memory stands beside them, in order. Which of it is a step is
//! decided afterwards, where code becomes blocks.

use crate::instantiate::place::Spot;
use crate::instantiate::store::access::ReadRow;
use crate::instantiate::store::writes::WriteRow;
use crate::token::Span;
use model::{RowId, WritePhase};
use program::ir::{Expr, Instruction, TempId};

pub type Code = Vec<Op>;

/// A value, and what has to be done to compute it.
#[derive(Clone, Debug)]
pub struct Computed {
    pub code: Code,
    pub value: Expr,
}

#[derive(Clone, Debug)]
pub enum Op {
    /// What is no access.
    Do(Instruction),
    /// A value as it is now, in a temporary of its own if it is not in one; a plain variable is simple enough where
    /// a value is only used several times.
    Keep {
        to: TempId,
        value: Expr,
        only_simple: bool,
    },
    /// A shared variable or element is read: an access, unless it costs the process none.
    Read {
        spot: Spot,
        to: Vec<TempId>,
    },
    /// An access that acts on memory at once; what was read of a variable may be true no more.
    Act {
        forgets: Option<usize>,
    },
    /// An access that reads a variable and writes it.
    Operate {
        spot: Spot,
        now: Vec<TempId>,
        code: Code,
        new: Vec<Expr>,
    },
    ReadRow(Box<ReadRow>),
    /// Whether a process is in a section.
    Stands {
        to: TempId,
        process: usize,
        section: String,
    },
    /// What a process sees of a variable, and how many of its writes are pending.
    Seen {
        to: Vec<TempId>,
        who: Expr,
        spot: Spot,
    },
    Pending {
        to: TempId,
        who: Expr,
    },
    Decision(Box<Decision>),
    Choice(Box<Choice>),
    /// Of a member that does not count, nothing is computed.
    OnlyIf {
        counts: Expr,
        code: Code,
        to: Vec<TempId>,
        parts: Vec<Expr>,
    },
    /// One process after the other is read here, if reading takes steps.
    InOrder(Code),
    /// All of an array is looked at, and no cell is touched by that.
    TouchesNone(Code),
    /// One member more of a sum, a count, a maximum or a minimum.
    Member(Box<Member>),
    Guard(Expr),
    /// Where the pool has no cell left, the step is not followed.
    NeedsRoom {
        pool: usize,
        is_left: Expr,
    },
    Store(Spot, Vec<Expr>),
    /// The same in an access that was made already.
    StoreNow(Spot, Vec<Expr>),
    TellWrite(Spot, WritePhase),
    Statement(Box<Statement>),
}

/// A truth value that some parts decide before others are computed.
#[derive(Clone, Debug)]
pub enum Decision {
    Not { to: TempId, inner: Computed },
    Both { to: TempId, join: Join, left: Computed, right: Computed },
    Each { to: TempId, is_all: bool, over: Code, members: Vec<(Expr, Computed)>, in_order: bool },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Join {
    And,
    Or,
    Implies,
}

/// A value of one of two ways: what each gives to the same temporaries.
#[derive(Clone, Debug)]
pub struct Choice {
    pub condition: Computed,
    pub ways: [Way; 2],
    pub to: Vec<TempId>,
    pub kind: Chosen,
}

#[derive(Clone, Debug)]
pub struct Way {
    pub code: Code,
    pub parts: Vec<Expr>,
}

#[derive(Clone, Debug)]
pub enum Chosen {
    /// Both ways give a value of one type.
    Value,
    /// Each way has members of its own. Of each: where its parts are, where it is said whether it counts, and
    /// the numbers that stand there on the other way.
    Members([Vec<ChosenMember>; 2]),
}

#[derive(Clone, Debug)]
pub struct ChosenMember {
    pub to: Vec<TempId>,
    pub parts: Vec<Expr>,
    pub none: Vec<i64>,
    pub counts_to: TempId,
    pub counts: Expr,
}

/// What a fold has so far is kept before a member is read, and after it.
#[derive(Clone, Debug)]
pub struct Member {
    pub before: SoFar,
    pub how: Counting,
    /// The member, and then what the fold has with it.
    pub code: Code,
    pub after: SoFar,
}

/// What is kept in temporaries if it is not yet: where it goes.
pub type Kept = Vec<(TempId, Expr)>;

/// What a fold has so far, and whether that is anything.
#[derive(Clone, Default, Debug)]
pub struct SoFar {
    pub values: Kept,
    pub is_some: Option<(TempId, Expr)>,
}

#[derive(Clone, Debug)]
pub enum Counting {
    Always,
    /// Of a member that does not count nothing is read: what there is then, in place of `after`. Where
    /// nothing is read in a step, it is computed all the same: the code for that, and what there is.
    If {
        counts: Expr,
        filter: Option<Computed>,
        without: Vec<Expr>,
        at_once: Option<(Code, Vec<Expr>)>,
    },
}

#[derive(Clone, Debug)]
pub enum Statement {
    /// Steps from here on are those of a row; nothing is known of what was read before.
    Line {
        row: Option<RowId>,
        line: usize,
        span: Span,
    },
    /// A line that never runs.
    NeverRuns(usize),
    Begin,
    Pause,
    Fence,
    StoreFence,
    Assign {
        values: Code,
        stores: Vec<(Spot, Vec<Expr>)>,
    },
    /// What ends a read of a row.
    Until {
        condition: Computed,
        span: Span,
    },
    Await(Computed),
    Receive {
        kind: u8,
        from: Option<Computed>,
        take: Code,
        span: Span,
    },
    Atomic(Code),
    Stop,
    Restart,
    GoTo(String),
    Send {
        kind: u8,
        fields: Vec<Field>,
        to: To,
    },
    If(Vec<Branch>),
    While {
        condition: Computed,
        body: Code,
        span: Span,
        waits: Option<Waits>,
    },
    Repeat {
        body: Code,
        until: Option<(Option<RowId>, Computed)>,
        span: Span,
    },
    ForEach {
        over: Code,
        keeps: Kept,
        rounds: Vec<Round>,
    },
    Choose {
        asked: Code,
        plain: Code,
        of_read: Option<Code>,
    },
    Propose(usize),
    Decide(usize),
    WriteRow(WriteRow),
    Invoke(Vec<Call>),
    Return(Code),
    MayRun,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub code: Code,
    pub parts: Vec<Expr>,
    pub names_ghost: bool,
}

#[derive(Clone, Debug)]
pub enum To {
    All(Vec<usize>),
    One(Computed),
    /// Processes, each with whether it is one.
    Members(Code, Vec<(Expr, Expr)>),
}

#[derive(Clone, Debug)]
pub struct Branch {
    pub row: Option<RowId>,
    /// None: in every other case.
    pub condition: Option<Computed>,
    pub body: Code,
    /// It is false whatever is read.
    pub never: bool,
}

/// One member that a `for each` runs over.
#[derive(Clone, Debug)]
pub enum Round {
    LeftOut,
    Runs { counts: Expr, filter: Option<Computed>, body: Code },
}

/// A loop that only waits: how to write that, and the parts of its condition with what each computes.
#[derive(Clone, Debug)]
pub struct Waits {
    pub instead: String,
    pub parts: Vec<(Span, Code)>,
}

/// An operation where it is called: its code up to its returns.
#[derive(Clone, Debug)]
pub struct Call {
    pub section: usize,
    pub before: Code,
    pub body: Code,
    /// How it returns at its end; none: each way has returned.
    pub at_end: Option<Code>,
}

impl Computed {
    pub fn of(value: Expr) -> Computed {
        Computed { code: Vec::new(), value }
    }

    /// What it is if it reads nothing and is known.
    pub fn known(&self) -> Option<i64> {
        match self.value {
            Expr::Const(value) if !any(&self.code, &Op::is_access) => Some(value),
            _ => None,
        }
    }

    /// What a condition is, whatever is read for it.
    pub fn certain(&self) -> Option<bool> {
        match (&self.value, self.code.last()) {
            (Expr::Const(value), _) => Some(*value != 0),
            (Expr::Temp(at), Some(Op::Decision(last))) if last.to() == *at => last.certain(),
            _ => None,
        }
    }
}

impl Decision {
    pub fn to(&self) -> TempId {
        match self {
            Decision::Not { to, .. } | Decision::Both { to, .. } | Decision::Each { to, .. } => *to,
        }
    }

    fn certain(&self) -> Option<bool> {
        match self {
            Decision::Not { inner, .. } => inner.certain().map(|holds| !holds),
            Decision::Both { join, left, right, .. } => {
                match left.certain().map(|left| join.decided_by(left)) {
                    Some(Some(decided)) => Some(decided),
                    // the right side decides, if it is what a left one decides with
                    left => right
                        .certain()
                        .filter(|right| left.is_some() || *right == (*join != Join::And)),
                }
            }
            Decision::Each { is_all, members, .. } => {
                let mut all = Some(*is_all);
                for (counts, member) in members {
                    match member.certain() {
                        Some(holds) if holds == *is_all => {}
                        Some(holds) if *counts == Expr::Const(1) => return Some(holds),
                        _ => all = None,
                    }
                }
                all
            }
        }
    }
}

impl Op {
    /// Whether it alone reads or writes something shared.
    pub fn is_access(&self) -> bool {
        matches!(self, Op::Read { .. } | Op::Act { .. } | Op::Operate { .. } | Op::ReadRow(_))
    }

    /// The codes within it.
    pub fn inner(&self) -> Vec<&Code> {
        match self {
            Op::Operate { code, .. }
            | Op::OnlyIf { code, .. }
            | Op::InOrder(code)
            | Op::TouchesNone(code) => vec![code],
            Op::Decision(decision) => match &**decision {
                Decision::Not { inner, .. } => vec![&inner.code],
                Decision::Both { left, right, .. } => vec![&left.code, &right.code],
                Decision::Each { over, members, .. } => {
                    std::iter::once(over).chain(members.iter().map(|it| &it.1.code)).collect()
                }
            },
            Op::Choice(choice) => {
                let [one, other] = &choice.ways;
                vec![&choice.condition.code, &one.code, &other.code]
            }
            Op::Member(member) => {
                let filter = match &member.how {
                    Counting::If { filter: Some(filter), .. } => Some(&filter.code),
                    _ => None,
                };
                filter.into_iter().chain([&member.code]).collect()
            }
            Op::Statement(statement) => statement.inner(),
            _ => Vec::new(),
        }
    }
}

impl Statement {
    fn inner(&self) -> Vec<&Code> {
        match self {
            Statement::Assign { values, .. } => vec![values],
            Statement::Until { condition, .. } | Statement::Await(condition) => {
                vec![&condition.code]
            }
            Statement::Receive { from, take, .. } => {
                from.iter().map(|from| &from.code).chain([take]).collect()
            }
            Statement::Atomic(code) | Statement::Return(code) => vec![code],
            Statement::Send { fields, to, .. } => {
                let to = match to {
                    To::All(_) => None,
                    To::One(one) => Some(&one.code),
                    To::Members(code, _) => Some(code),
                };
                fields.iter().map(|field| &field.code).chain(to).collect()
            }
            Statement::If(branches) => {
                let codes = branches.iter().flat_map(|branch| {
                    let condition = branch.condition.as_ref().map(|condition| &condition.code);
                    condition.into_iter().chain([&branch.body])
                });
                codes.collect()
            }
            Statement::While { condition, body, .. } => vec![&condition.code, body],
            Statement::Repeat { body, until, .. } => {
                let until = until.as_ref().map(|until| &until.1.code);
                std::iter::once(body).chain(until).collect()
            }
            Statement::ForEach { over, rounds, .. } => {
                let mut all = vec![over];
                for round in rounds {
                    if let Round::Runs { filter, body, .. } = round {
                        all.extend(filter.as_ref().map(|filter| &filter.code));
                        all.push(body);
                    }
                }
                all
            }
            Statement::Choose { plain, of_read, .. } => {
                std::iter::once(plain).chain(of_read).collect()
            }
            Statement::Invoke(calls) => {
                let codes = calls
                    .iter()
                    .flat_map(|call| [&call.before, &call.body].into_iter().chain(&call.at_end));
                codes.collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Whether something is so of any operation, or of one within it.
pub fn any(code: &Code, is_it: &dyn Fn(&Op) -> bool) -> bool {
    code.iter().any(|op| is_it(op) || op.inner().into_iter().any(|inner| any(inner, is_it)))
}

/// Shows every operation, those within others, too.
pub fn each<'c>(code: &'c Code, visit: &mut dyn FnMut(&'c Op)) {
    for op in code {
        visit(op);
        op.inner().into_iter().for_each(|inner| each(inner, visit));
    }
}

/// Shows every expression of what computes a value, to be changed.
pub fn each_expr_mut(code: &mut Code, visit: &mut dyn FnMut(&mut Expr)) {
    for op in code {
        op.each_expr_mut(visit);
    }
}

impl Op {
    fn each_expr_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        match self {
            Op::Do(instruction) => instruction.each_expr_mut(visit),
            Op::Keep { value, .. } => visit(value),
            Op::OnlyIf { counts, code, parts, .. } => {
                visit(counts);
                each_expr_mut(code, visit);
                parts.iter_mut().for_each(visit);
            }
            Op::InOrder(code) | Op::TouchesNone(code) => each_expr_mut(code, visit),
            Op::Decision(decision) => decision.each_expr_mut(visit),
            Op::Choice(choice) => choice.each_expr_mut(visit),
            Op::Member(member) => member.each_expr_mut(visit),
            Op::Guard(condition) => visit(condition),
            _ => {}
        }
    }
}

impl Computed {
    fn each_expr_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        each_expr_mut(&mut self.code, visit);
        visit(&mut self.value);
    }
}

impl Decision {
    fn each_expr_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        match self {
            Decision::Not { inner, .. } => inner.each_expr_mut(visit),
            Decision::Both { left, right, .. } => {
                left.each_expr_mut(visit);
                right.each_expr_mut(visit);
            }
            Decision::Each { over, members, .. } => {
                each_expr_mut(over, visit);
                for (counts, member) in members {
                    visit(counts);
                    member.each_expr_mut(visit);
                }
            }
        }
    }
}

impl Choice {
    fn each_expr_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        self.condition.each_expr_mut(visit);
        for way in &mut self.ways {
            each_expr_mut(&mut way.code, visit);
            way.parts.iter_mut().for_each(&mut *visit);
        }
        if let Chosen::Members(ways) = &mut self.kind {
            for member in ways.iter_mut().flatten() {
                member.parts.iter_mut().chain([&mut member.counts]).for_each(&mut *visit);
            }
        }
    }
}

impl Member {
    fn each_expr_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        for so_far in [&mut self.before, &mut self.after] {
            so_far.values.iter_mut().chain(&mut so_far.is_some).for_each(|kept| visit(&mut kept.1));
        }
        each_expr_mut(&mut self.code, visit);
        if let Counting::If { counts, filter, without, at_once } = &mut self.how {
            visit(counts);
            filter.iter_mut().for_each(|filter| filter.each_expr_mut(visit));
            without.iter_mut().for_each(&mut *visit);
            if let Some((code, parts)) = at_once {
                each_expr_mut(code, visit);
                parts.iter_mut().for_each(visit);
            }
        }
    }
}
