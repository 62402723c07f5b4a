//! Numbers that stand beside processes: there must be one of that number, and only one can be meant.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::{Domain, Of, Ty};
use crate::instantiate::instance::Instance;
use crate::instantiate::meaning::Meaning;
use crate::instantiate::value::{Env, Val};
use crate::token::Span;
use crate::tree::{Expr as Tree, ExprKind};

impl<'t> Instance<'t> {
    /// `j = 2`, `2 in s`, `j in {0, 2}`: what is written as a number, beside what is a process.
    pub fn check_numbers(
        &mut self,
        (left, one): (&'t Tree, &Val),
        (right, other): (&'t Tree, &Val),
        env: &Env<'t>,
    ) -> Result<()> {
        let whole = left.span.to(right.span);
        for (tree, beside) in [(left, other), (right, one)] {
            self.check_parts(tree, &beside.ty, whole, env)?;
        }
        Ok(())
    }

    fn check_parts(
        &mut self,
        tree: &'t Tree,
        beside: &Ty,
        whole: Span,
        env: &Env<'t>,
    ) -> Result<()> {
        match (&tree.kind, beside) {
            (_, Ty::Set(element) | Ty::List(element, _)) => {
                self.check_parts(tree, element, whole, env)
            }
            (ExprKind::Set(all) | ExprKind::List(all), _) => {
                all.iter().try_for_each(|one| self.check_parts(one, beside, whole, env))
            }
            (ExprKind::Tuple(all), Ty::Tuple(tys)) => {
                let mut pairs = all.iter().zip(tys);
                pairs.try_for_each(|(one, ty)| self.check_parts(one, ty, whole, env))
            }
            (_, Ty::Scalar(domain)) if domain.of.are_processes() => {
                self.check_number(tree, domain, whole, env)
            }
            _ => Ok(()),
        }
    }

    fn check_number(
        &mut self,
        tree: &'t Tree,
        domain: &Domain,
        whole: Span,
        env: &Env<'t>,
    ) -> Result<()> {
        if !self.is_written_number(tree, env) {
            return Ok(());
        }
        let (_, value) = self.aside(|instance| instance.eval(tree, env))?;
        let Some(number) = value.constant().filter(|_| value.ty.is_number()) else { return Ok(()) };
        if (domain.low..=domain.high).contains(&number) {
            return self.means_one(number, domain, tree.span, whole);
        }
        let message = format!("There is no process {number} here.");
        let help = match domain.high {
            0 => "There is only process 0.".to_owned(),
            high => format!("The processes are 0 to {high}."),
        };
        self.fail(DiagnosticDraft::new(ErrorCode::IndexOutside, tree.span, message).help(help))
    }

    /// Whether an expression is made of numbers of the text, and not of what a line runs with.
    fn is_written_number(&self, tree: &'t Tree, env: &Env<'t>) -> bool {
        match &tree.kind {
            ExprKind::Number(_) => true,
            ExprKind::Minus(inner) => self.is_written_number(inner, env),
            ExprKind::Binary(_, one, other) => {
                self.is_written_number(one, env) && self.is_written_number(other, env)
            }
            ExprKind::Name(name) => match self.meaning(name, env) {
                Meaning::Argument(argument, env) => self.is_written_number(argument, &env),
                Meaning::Option(_) => true,
                Meaning::Define(define) => {
                    define.value().is_some_and(|body| self.is_written_number(body, &None))
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Beside any process, a number counts among all; that is refused where it can mean another one, counted
    /// within a role.
    fn means_one(&mut self, number: i64, domain: &Domain, at: Span, whole: Span) -> Result<()> {
        if domain.of != Of::Processes {
            return Ok(());
        }
        let number = number as usize;
        let counts = |role: &&crate::instantiate::info::RoleInfo<'_>| {
            role.number.is_some() && number < role.count
        };
        let meant: Vec<usize> =
            self.roles.iter().filter(counts).map(|role| role.base + number).collect();
        let Some(&other) = meant.iter().find(|it| **it != number) else { return Ok(()) };
        let [one, other] = [number, other].map(|process| self.say_by_role(process, at, whole));
        let message = format!(
            "`{}` can be the process {number} of all, or that of a role.",
            at.of(self.source.text)
        );
        let help = format!("Write `{one}` or `{other}`.");
        self.fail(DiagnosticDraft::new(ErrorCode::OtherRole, at, message).help(help))
    }

    /// A comparison with a process that is named by its role, in place of a number.
    fn say_by_role(&self, process: usize, at: Span, whole: Span) -> String {
        let role = &self.roles[self.role_of(process)];
        let before = Span { start: whole.start, end: at.start }.of(self.source.text);
        let behind = Span { start: at.end, end: whole.end }.of(self.source.text);
        if role.number.is_none() {
            return format!("{before}{}{behind}", role.noun);
        }
        let number = process - role.base;
        format!("(some k in {}: k = {number} and {before}k{behind})", role.noun)
    }
}
