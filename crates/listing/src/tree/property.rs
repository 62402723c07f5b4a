//! Properties.

use super::{Binder, Expr, ExprKind, Name, Quantifier, Sentence};
use crate::token::Span;

#[derive(Clone, Debug)]
pub struct Property {
    pub title: Name,
    pub kind: PropertyKind,
    /// What is said where it fails, if the text says that.
    pub sentence: Option<Sentence>,
}

impl Property {
    pub fn new(title: Name, kind: PropertyKind) -> Property {
        Property { title, kind, sentence: None }
    }

    /// The expression that it claims, if that begins with quantifiers, `P ⇒` before them included, and what stands
    /// behind them.
    pub fn quantified(&self) -> Option<(&Expr, &Expr)> {
        let (PropertyKind::Always(Claim::Holds(claim))
        | PropertyKind::Never(Claim::Holds(claim))
        | PropertyKind::AtEnd(claim)) = &self.kind
        else {
            return None;
        };
        let (mut body, mut at) = (None, claim);
        loop {
            match &at.kind {
                ExprKind::Quantified(Quantifier::All | Quantifier::Some, _, inner) => {
                    (body, at) = (Some(&**inner), inner);
                }
                ExprKind::Implies { to, always: false, .. } => at = to,
                _ => return body.map(|body| (claim, body)),
            }
        }
    }

    /// Whether it can have a sentence: there is one state in which it fails.
    pub fn can_say(&self) -> bool {
        matches!(
            self.kind,
            PropertyKind::Always(_)
                | PropertyKind::Never(_)
                | PropertyKind::AtEnd(_)
                | PropertyKind::Eventually { .. }
                | PropertyKind::EventuallyAlways(_)
                | PropertyKind::Inductive(_)
        )
    }

    /// What verdicts, reasons and tables call it: its name as it is claimed.
    pub fn claimed(&self) -> String {
        match self.kind {
            PropertyKind::Never(_) => model::never(&self.title.text),
            _ => self.title.text.clone(),
        }
    }
}

#[derive(Clone, Debug)]
pub enum PropertyKind {
    Always(Claim),
    Never(Claim),
    Reachable(Claim),
    /// `P → Q`, `Q`, or `all i: (P → Q)`, which is said of each member.
    Eventually {
        each: Vec<Binder>,
        from: Option<Expr>,
        to: Expr,
    },
    EventuallyAlways(Expr),
    AtEnd(Expr),
    /// All of these, in every state; and each step from a state in which they are true ends in one.
    Inductive(Vec<Conjunct>),
    Outcomes(Vec<Expr>),
    Serializable(Vec<Expr>),
    /// Of all operations; behind `like` stands the option with whose value the text says what is right.
    Linearizable(Option<Expr>),
    SequentiallyConsistent(Option<Expr>),
    Most(Measure),
    Least(Measure),
    /// From a section to another one, or of an operation from its call to its return.
    Progress(Progress, Name, Option<Name>),
}

#[derive(Clone, Debug)]
pub enum Claim {
    Holds(Expr),
    AtMost {
        count: Expr,
        section: Name,
        and: Option<Expr>,
    },
    Before(Name, Name),
    NotBefore(Name, Name),
    DecisionsEqual,
    DecisionsAreInputs,
    /// A step reads or writes a cell of a pool that has been freed.
    FreedIsTouched,
}

impl Claim {
    /// Of what it is made: expressions, and names of sections.
    pub fn parts(&self) -> (Vec<&Expr>, Vec<&Name>) {
        match self {
            Claim::Holds(expr) => (vec![expr], Vec::new()),
            Claim::AtMost { count, section, and } => {
                ([count].into_iter().chain(and).collect(), vec![section])
            }
            Claim::Before(first, second) | Claim::NotBefore(first, second) => {
                (Vec::new(), vec![first, second])
            }
            Claim::DecisionsEqual | Claim::DecisionsAreInputs | Claim::FreedIsTouched => {
                (Vec::new(), Vec::new())
            }
        }
    }
}

/// One line of an `inductive` claim.
#[derive(Clone, Debug)]
pub struct Conjunct {
    pub is_never: bool,
    pub claim: Claim,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Measure {
    Value(Expr),
    Cost(Cost, Scope),
}

#[derive(Clone, Debug)]
pub enum Cost {
    Steps,
    /// Those that are taken in one section.
    StepsIn(Name),
    Messages,
    Overtakes,
}

#[derive(Clone, Debug)]
pub enum Scope {
    All,
    In(Name),
    FromTo(Name, Name),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    WaitFree,
    LockFree,
    ObstructionFree,
}
