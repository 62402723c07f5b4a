//! What processes propose and decide.

use crate::core::{Code, Statement};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::Ty;
use crate::instantiate::instance::{Here, Instance, Mode};
use crate::instantiate::value::{Env, Val};
use crate::token::Span;
use crate::tree::Expr as Tree;

/// What a process proposes or decides in a line.
#[derive(Clone)]
pub struct Given {
    pub process: usize,
    pub decides: bool,
    pub span: Span,
    pub value: Val,
    pub code: Code,
}

impl<'t> Instance<'t> {
    pub fn propose(&mut self, value: &'t Tree, span: Span, env: &Env<'t>) -> Result<()> {
        let value = self.eval(value, env)?;
        if self.consensus.proposal.is_none() {
            self.consensus.proposal = Some(value.ty.clone());
        }
        self.says(Statement::Propose(self.consensus.given.len()));
        self.gives(value, false, span);
        Ok(())
    }

    pub fn decide(&mut self, value: &'t Tree, env: &Env<'t>) -> Result<()> {
        let span = value.span;
        let value = self.eval(value, env)?;
        let value = self.keep(value);
        self.consensus.decision = Some(match self.consensus.decision.clone() {
            None => value.ty.clone(),
            Some(ty) => {
                let known = Val { ty, parts: Vec::new(), items: Vec::new() };
                self.join(&known, &value, span)?
            }
        });
        self.says(Statement::Decide(self.consensus.given.len()));
        self.gives(value, true, span);
        Ok(())
    }

    fn gives(&mut self, value: Val, decides: bool, span: Span) {
        let process = self.here.process.unwrap_or_default();
        self.consensus.given.push(Given { process, decides, span, value, code: Vec::new() });
    }

    /// Makes what is proposed and decided fit, once the types of both are known.
    pub fn fit_given(&mut self) -> Result<()> {
        for nth in 0..self.consensus.given.len() {
            let Given { process, decides, span, value, .. } = self.consensus.given[nth].clone();
            let (ty, verb) = match decides {
                true => (self.consensus.decision.clone(), "decide"),
                false => (self.consensus.proposal.clone(), "propose"),
            };
            let Some(ty) = ty else { continue };
            self.require_domain(&ty, verb, span)?;
            self.here = Here::new(Some(process), Mode::Stepped);
            let (code, parts) = self.aside(|instance| instance.fit(value, &ty, span))?;
            self.consensus.given[nth].value = Val { ty, parts, items: Vec::new() };
            self.consensus.given[nth].code = code;
        }
        Ok(())
    }

    /// What is kept needs a domain, which a set or list that is written out has from its variable only.
    fn require_domain(&mut self, ty: &Ty, verb: &str, span: Span) -> Result<()> {
        if !ty.is_written() {
            return Ok(());
        }
        let message = "A set or list that is written out has no domain here.";
        let help = format!("Assign it to a variable of the process, and {verb} that.");
        self.fail(DiagnosticDraft::new(ErrorCode::NotYetSupported, span, message).help(help))
    }
}
