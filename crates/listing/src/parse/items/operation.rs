//! `operation push(v: 1..2) → 0..2:`, and the lines that call it and return from it.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::parse::{Parser, Result};
use crate::token::{Sign, Span, Token};
use crate::tree::{
    Block, Define, DefineBody, Expr, ExprKind, Field, Initial, Invocation, Item, ItemKind, Name,
    Operation, StatementKind, Storage, Variable, Variables,
};

/// A block, its own variables, and what the first line says beside.
struct Body {
    own: Vec<Variables>,
    block: Block,
    with: Option<Expr>,
    comment: Option<String>,
}

impl Parser<'_> {
    /// Whether an operation begins here, and no role that is called so.
    pub(super) fn is_operation(&mut self) -> bool {
        !self.word_after().is_empty() && self.word_ahead(2) != "of"
    }

    pub(super) fn operation(&mut self, start: Span) -> Result<Item> {
        self.advance();
        let name = self.new_name("the name of the operation")?;
        let has_parameters = self.peek() == Token::Sign(Sign::Open);
        let fields = if has_parameters { self.fields()? } else { Vec::new() };
        let result = if self.eat(Sign::Leads) { Some(self.domain()?) } else { None };
        self.expect(Sign::Colon)?;
        let span = start.to(self.last_span());
        self.in_operation = true;
        let body = self.operation_body();
        self.in_operation = false;
        let Body { own: variables, block, with, comment } = body?;
        let count = fields.len();
        let mut own = vec![as_variables(fields)];
        own.extend(variables);
        let (mut parameters, mut places) = (Vec::new(), Vec::new());
        let all = own.iter_mut().flat_map(|variables| &mut variables.variables);
        for (own, _) in all.flat_map(|variable| &mut variable.names) {
            let place = format!("{}.{}", name.text, own.text);
            let text = std::mem::replace(&mut own.text, place.clone());
            parameters.push(Expr { kind: ExprKind::Name(text), span: own.span });
            places.push(Expr { kind: ExprKind::Name(place), span: own.span });
        }
        let operation = Some(Operation { result, own, places, parameters: count });
        let body = DefineBody::Block(block);
        let kind = ItemKind::Define(Define { name, of: Vec::new(), parameters, body, operation });
        Ok(Item { kind, with, comment, span })
    }

    fn operation_body(&mut self) -> Result<Body> {
        self.ended = None;
        if !matches!(self.peek(), Token::Newline | Token::End) && self.word() != "with" {
            let block = self.body()?.block;
            let (with, comment) = match self.ended.take() {
                Some(ended) => ended,
                None => (self.with()?, self.end_of_line()?),
            };
            return Ok(Body { own: Vec::new(), block, with, comment });
        }
        let (with, comment) = (self.with()?, self.end_of_line()?);
        if self.peek() != Token::Indent {
            let span = self.last_span();
            return self.missing_block(span);
        }
        self.advance();
        let mut own: Vec<Variables> = Vec::new();
        while self.word() == "own" {
            let (variables, is_refused) = self.variables_of_operation()?;
            // with a condition, a name may well stand twice
            let known = |name: &Name| {
                own.iter().flat_map(Variables::names).any(|before| before.text == name.text)
            };
            if !is_refused || !variables.names().any(known) {
                own.push(variables);
            }
        }
        let block = self.nested(|parser| Ok(parser.indented(Self::line)))?;
        Ok(Body { own, block, with, comment })
    }

    /// `own c: none | cell; t: ref`, and whether a condition behind it was refused.
    fn variables_of_operation(&mut self) -> Result<(Variables, bool)> {
        let variables = self.variables()?;
        let help = "Leave `with` out, and give the operation itself the condition.";
        let what = "The variables of an operation are there whenever it is";
        let is_refused = self.refuse_with(what, help).is_err();
        self.with()?;
        self.end_of_line()?;
        for variable in &variables.variables {
            if let Some(Initial::Any(span)) = variable.initial {
                let message = "An operation begins with the same values at each call.";
                let help = "Choose one in a line of the operation: `choose v in 0..2`.";
                self.found
                    .push(DiagnosticDraft::new(ErrorCode::OutOfPlace, span, message).help(help));
            }
        }
        Ok((variables, is_refused))
    }

    /// `call push(1) | x ← pop`
    pub(in crate::parse) fn invoke(&mut self) -> Result<StatementKind> {
        self.advance();
        let mut all = Vec::new();
        loop {
            let start = self.span();
            let mut expr = self.sum()?;
            let mut target = None;
            if self.eat(Sign::Arrow) {
                target = Some(std::mem::replace(&mut expr, self.sum()?));
            }
            let span = start.to(self.last_span());
            let (operation, arguments) = match expr.kind {
                ExprKind::Name(text) => (Name { text, span: expr.span }, Vec::new()),
                ExprKind::Call(name, arguments) => (name, arguments),
                _ => {
                    let message = "Behind `call` stands an operation.";
                    let help = "Write `call push(1)`, or with its result `call x ← pop`.";
                    return self.fail(
                        DiagnosticDraft::new(ErrorCode::Expected, expr.span, message).help(help),
                    );
                }
            };
            all.push(Invocation { target, operation, arguments, span });
            if !self.eat(Sign::Bar) {
                return Ok(StatementKind::Invoke(all));
            }
        }
    }

    pub(in crate::parse) fn return_statement(&mut self, start: Span) -> Result<StatementKind> {
        self.advance();
        if !self.in_operation {
            let message = "A process has nothing to return: `return` ends an `operation`.";
            let help = "Write `stop`, or jump with `become`.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::OtherLanguage, start, message).help(help));
        }
        let is_alone = matches!(
            self.peek(),
            Token::Newline | Token::End | Token::Dedent | Token::Sign(Sign::Semicolon)
        );
        let value = if is_alone || self.word() == "with" { None } else { Some(self.expr()?) };
        Ok(StatementKind::Return(value))
    }
}

/// Parameters are variables that a call assigns.
fn as_variables(fields: Vec<Field>) -> Variables {
    let variable = |Field { name, domain }| Variable {
        names: vec![(name, Vec::new())],
        domain,
        initial: None,
    };
    let variables = fields.into_iter().map(variable).collect();
    Variables { storage: Storage::Own, safe: false, variables }
}
