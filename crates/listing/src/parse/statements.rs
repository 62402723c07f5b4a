//! Blocks, lines and statements.

use super::{Parser, Result};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::token::{Sign, Span, Token};
use crate::tree::{
    Binary, Expr, ExprKind, Line, Name, Pattern, Statement, StatementKind, Target, Until,
};
use crate::words::{begins_a_statement, is_reserved};

/// Statements of one word, which names nothing else.
pub const SIMPLE: [(&str, StatementKind); 5] = [
    ("fence", StatementKind::Fence),
    ("pause", StatementKind::Pause),
    ("skip", StatementKind::Skip),
    ("stop", StatementKind::Stop),
    ("restart", StatementKind::Restart),
];

/// `fence stores`
const STORES: &str = "stores";

impl Parser<'_> {
    pub(super) fn line(&mut self) -> Result<Line> {
        let start = self.span();
        self.ended = None;
        let strongly = self.strongly();
        let statements = self.statements()?;
        let span = start.to(self.last_span());
        let (with, comment) = match self.ended.take() {
            Some(ended) => ended,
            None => (self.with()?, self.end_of_line()?),
        };
        Ok(Line { strongly, statements, with, comment, span })
    }

    /// Before a line or a rule.
    pub(super) fn strongly(&mut self) -> Option<Span> {
        let span = self.span();
        let is_said = self.word() == "strongly" && !self.word_after().is_empty();
        is_said.then(|| self.advance());
        is_said.then_some(span)
    }

    pub(super) fn statements(&mut self) -> Result<Vec<Statement>> {
        let mut all = vec![self.nested(Self::statement)?];
        while self.ended.is_none() && self.eat(Sign::Semicolon) {
            all.push(self.nested(Self::statement)?);
        }
        Ok(all)
    }

    fn statement(&mut self) -> Result<Statement> {
        let start = self.span();
        let kind = self.statement_kind(start)?;
        Ok(Statement { kind, span: start.to(self.last_span()) })
    }

    fn statement_kind(&mut self, start: Span) -> Result<StatementKind> {
        let word = self.word().to_owned();
        if let Some((_, kind)) = SIMPLE.iter().find(|simple| simple.0 == word) {
            self.advance();
            if matches!(kind, StatementKind::Fence) && self.eat_word(STORES) {
                return Ok(StatementKind::StoreFence);
            }
            return Ok(kind.clone());
        }
        if word == "call" && !self.word_after().is_empty() {
            return self.invoke();
        }
        // of a list in an operation: `return [0]`
        let returns_list = self.in_operation && self.sign_after() == Some(Sign::OpenSquare);
        if word == "return" && (returns_list || !self.is_variable_here("return")) {
            return self.return_statement(start);
        }
        // `call` alone is a definition
        if !begins_a_statement(&word) || self.is_variable_here(&word) || word == "call" {
            return self.assignment_or_call();
        }
        self.advance();
        match word.as_str() {
            "await" => self.await_statement(),
            "atomic" => self.atomic(),
            "become" => Ok(StatementKind::Become(self.name("the name of a section")?)),
            "send" => self.send(),
            "if" => self.if_statement(start),
            "else" => {
                let message = "This `else` has no `if` above it.";
                let help = "Put it directly below an `if` block with the same indentation.";
                self.fail(DiagnosticDraft::new(ErrorCode::ElseWithoutIf, start, message).help(help))
            }
            "while" => {
                let condition = self.expr()?;
                self.colon_of_block()?;
                let body = self.block_body()?;
                Ok(StatementKind::While { condition, body })
            }
            "repeat" => self.repeat(),
            "for" => self.for_each(),
            "choose" => self.choose(),
            "let" => self.let_statement(),
            "propose" => Ok(StatementKind::Propose(self.expr()?)),
            "decide" => Ok(StatementKind::Decide(self.expr()?)),
            "free" => Ok(StatementKind::Free(self.expr()?)),
            "delete" => Ok(StatementKind::RowDelete(self.expr()?)),
            _ => {
                let mut all = Vec::new();
                loop {
                    let target = self.sum()?;
                    self.expect(Sign::Equal)?;
                    all.push((target, self.expr()?));
                    if !self.eat(Sign::Comma) {
                        return Ok(StatementKind::RowWrite(all));
                    }
                }
            }
        }
    }

    /// Whether a word that begins a statement is a variable here. An index stands behind one that can be;
    /// behind any other, a list.
    fn is_variable_here(&mut self, word: &str) -> bool {
        match self.sign_after() {
            Some(Sign::Arrow) => true,
            Some(Sign::OpenSquare) => !is_reserved(word),
            _ => false,
        }
    }

    fn await_statement(&mut self) -> Result<StatementKind> {
        let receive = self.attempt(|parser| {
            let pattern = parser.pattern()?;
            parser.expect_word("from")?;
            Ok(pattern)
        });
        match receive {
            Some(pattern) => {
                let from = Some(self.expr()?);
                self.refuse_condition_of_receipt(from.as_ref())?;
                Ok(StatementKind::Receive { pattern, from })
            }
            None => Ok(StatementKind::Await(self.expr()?)),
        }
    }

    /// `await m from j and x = 1`.
    fn refuse_condition_of_receipt(&mut self, from: Option<&Expr>) -> Result<()> {
        let Some(Expr { kind: ExprKind::Binary(Binary::And | Binary::Or, ..), span }) = from else {
            return Ok(());
        };
        let message =
            "Behind `from` stands the sender alone: a line that takes a message has no condition.";
        let help = "Write `await m from j`; a message that is taken under a condition has a rule: \
                    `on m from j when C:`.";
        self.fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, *span, message).help(help))
    }

    fn atomic(&mut self) -> Result<StatementKind> {
        if self.eat(Sign::Colon) || self.is_block_below() {
            return Ok(StatementKind::Atomic(self.block_body()?));
        }
        if matches!(self.peek(), Token::Newline | Token::End) {
            return self.expected("a statement behind `atomic`");
        }
        let inner = self.nested(Self::statement)?;
        let (span, next) = (inner.span, self.span());
        if self.peek() == Token::Sign(Sign::Semicolon) {
            let message = "`atomic` is for one statement, and here are several.";
            let help = "Write `atomic:` and the statements in lines below, or one assignment of several: \
                        `atomic x, y ← 1, 2`.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, next, message).help(help));
        }
        let line =
            Line { strongly: None, statements: vec![inner], with: None, comment: None, span };
        Ok(StatementKind::Atomic(vec![line]))
    }

    fn send(&mut self) -> Result<StatementKind> {
        let message = self.pattern()?;
        self.expect_word("to")?;
        let to = if self.word() == "all" {
            self.advance();
            if self.eat_word("others") {
                Target::AllOthers
            } else if self.eat_word("in") || !matches!(self.word(), "" | "with") {
                // `to all in S`, or of a role `to all client`
                Target::AllIn(self.expr()?)
            } else {
                Target::All
            }
        } else {
            Target::One(self.expr()?)
        };
        Ok(StatementKind::Send { message, to })
    }

    pub(super) fn pattern(&mut self) -> Result<Pattern> {
        let message = self.name("the name of a message")?;
        let mut span = message.span;
        let mut fields = Vec::new();
        if self.eat(Sign::Open) {
            if self.peek() != Token::Sign(Sign::Close) {
                fields = self.exprs()?;
            }
            span = span.to(self.span());
            self.expect(Sign::Close)?;
        }
        Ok(Pattern { message, fields, span })
    }

    fn repeat(&mut self) -> Result<StatementKind> {
        self.colon_of_block()?;
        let body = self.body()?;
        let header = (body.with, body.comment);
        if body.inline {
            self.end_of_line()?;
        }
        let mut untils = Vec::new();
        while self.word() == "until" {
            let span = self.span();
            self.advance();
            let condition = self.expr()?;
            let span = span.to(condition.span);
            let (with, comment) = (self.with()?, self.end_of_line()?);
            untils.push(Until { condition, with, comment, span });
        }
        if untils.is_empty() {
            return self.expected("the line `until …` of this `repeat`");
        }
        self.ended = Some(header);
        Ok(StatementKind::Repeat { body: body.block, untils })
    }

    fn for_each(&mut self) -> Result<StatementKind> {
        self.expect_word("each")?;
        let binder = self.binder()?;
        let filter = if self.eat_word("where") { Some(self.expr()?) } else { None };
        self.colon_of_block()?;
        let body = self.block_body()?;
        Ok(StatementKind::ForEach { binder, filter, body })
    }

    fn choose(&mut self) -> Result<StatementKind> {
        let binders = self.binders()?;
        let filter = if self.eat_word("where") { Some(self.expr()?) } else { None };
        Ok(StatementKind::Choose { binders, filter })
    }

    fn let_statement(&mut self) -> Result<StatementKind> {
        let name = self.new_name("a name")?;
        if self.peek() == Token::Sign(Sign::Arrow) {
            let span = self.span();
            let message = "`let` names a value, which does not change.";
            return self.fail(
                DiagnosticDraft::new(ErrorCode::Expected, span, message)
                    .help("Write `=` here.")
                    .replace(span, "="),
            );
        }
        self.expect(Sign::Equal)?;
        Ok(StatementKind::Let(name, self.expr()?))
    }

    fn assignment_or_call(&mut self) -> Result<StatementKind> {
        let start = self.span();
        let mut targets = vec![self.sum()?];
        while self.eat(Sign::Comma) {
            targets.push(self.sum()?);
        }
        let is_variable = |expr: &Expr| !matches!(expr.kind, ExprKind::Quantified(..));
        if targets.iter().all(is_variable) && self.eat(Sign::Arrow) {
            let values = self.exprs()?;
            let until = if self.eat_word("until") { Some(self.expr()?) } else { None };
            return Ok(StatementKind::Assign { targets, values, until });
        }
        if self.peek() == Token::Sign(Sign::Equal) {
            let span = self.span();
            let message = "`=` compares; an assignment is written `←` or `<-`.";
            return self.fail(
                DiagnosticDraft::new(ErrorCode::AssignedWithEquals, span, message)
                    .help("Write `←` here.")
                    .replace(span, "←"),
            );
        }
        let only = if targets.len() == 1 { targets.pop() } else { None };
        match only.map(|only| (only.kind, only.span)) {
            Some((ExprKind::Name(text), span)) => {
                Ok(StatementKind::Call { name: Name { text, span }, arguments: Vec::new() })
            }
            Some((ExprKind::Call(name, arguments), _)) => {
                Ok(StatementKind::Call { name, arguments })
            }
            _ => {
                let span = start.to(self.last_span());
                let message = "This is no statement.";
                let help = "A statement assigns (`x ← 1`), waits (`await x = 1`), or begins with a \
                            word such as `if`, `for each` or `send`.";
                self.fail(DiagnosticDraft::new(ErrorCode::NotAStatement, span, message).help(help))
            }
        }
    }
}
