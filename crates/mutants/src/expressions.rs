//! Changes within expressions.

use crate::changes::Walk;
use crate::edit::Operator;
use listing::Span;
use listing::tree::{Binary, Binder, Compare, Expr, ExprKind};

impl<'t> Walk<'t> {
    /// A condition: all that is in it, and its contrary.
    pub fn condition(&mut self, condition: &'t Expr) {
        self.value(condition);
        let written = condition.span.of(self.text);
        self.change(condition.span, format!("not ({written})"), Operator::Negated, "negated");
    }

    /// All changes within an expression.
    pub fn value(&mut self, expr: &'t Expr) {
        match &expr.kind {
            ExprKind::Binary(Binary::And | Binary::Or, left, right) => {
                // behind `where` a condition is read as a part of what follows
                match left.span.start < expr.span.start {
                    true => self.filter_out(left.span),
                    false => self.part_out(expr, left, right),
                }
            }
            ExprKind::Binary(Binary::Add | Binary::Subtract, left, right) => {
                self.one_out(expr, left, right);
            }
            ExprKind::Compare(operands, signs) => self.compare(operands, signs),
            ExprKind::Where { condition, .. } => self.filter_out(condition.span),
            ExprKind::Index(_, indices) => indices.iter().for_each(|index| self.index(index)),
            ExprKind::Number(number) => self.number(expr.span, *number),
            ExprKind::Name(name) if name == "true" || name == "false" => {
                let other = if name == "true" { "false" } else { "true" };
                let words = format!("with `{other}` for `{name}`");
                self.change(expr.span, other.into(), Operator::OtherTruth, &words);
            }
            _ => {}
        }
        let before = self.scope.len();
        if let ExprKind::Quantified(_, binders, _)
        | ExprKind::SetOf { binders, .. }
        | ExprKind::ListOf { binders, .. } = &expr.kind
        {
            self.bind(binders);
        }
        expr.parts().into_iter().for_each(|part| self.value(part));
        self.scope.truncate(before);
    }

    /// Names that run over something can stand in the place of another index.
    pub fn bind(&mut self, binders: &'t [Binder]) {
        let names = binders.iter().flat_map(|binder| &binder.names);
        self.scope.extend(names.map(|name| name.text.as_str()));
    }

    fn part_out(&mut self, expr: &'t Expr, left: &'t Expr, right: &'t Expr) {
        for (out, kept) in [(left, right), (right, left)] {
            let words = format!("without `{}`", out.span.of(self.text));
            self.change(expr.span, kept.span.of(self.text).into(), Operator::PartOut, &words);
        }
    }

    /// `where C`, up to what stands behind it.
    pub fn filter_out(&mut self, condition: Span) {
        let before = &self.text[..condition.start as usize];
        let Some(start) = before.rfind("where") else { return };
        let words = format!("without `{}`", self.text[start..condition.end as usize].trim());
        let start = before[..start].trim_end().len();
        self.change(
            Span::new(start, condition.end as usize),
            String::new(),
            Operator::FilterOut,
            &words,
        );
    }

    fn one_out(&mut self, expr: &'t Expr, left: &'t Expr, right: &'t Expr) {
        let is_one = |part: &Expr| matches!(part.kind, ExprKind::Number(1));
        let is_sum = matches!(expr.kind, ExprKind::Binary(Binary::Add, ..));
        let kept = match (is_one(left), is_one(right)) {
            (_, true) => left,
            (true, _) if is_sum => right,
            _ => return,
        };
        // what stands before or behind what is kept
        let out = match kept.span == left.span {
            true => &self.text[left.span.end as usize..right.span.end as usize],
            false => &self.text[left.span.start as usize..right.span.start as usize],
        };
        let words = format!("without `{}`", out.trim());
        self.change(expr.span, kept.span.of(self.text).into(), Operator::OneOut, &words);
    }

    fn compare(&mut self, operands: &'t [Expr], signs: &[Compare]) {
        for (sides, sign) in operands.windows(2).zip(signs) {
            let other = match sign {
                Compare::Less => "≤",
                Compare::LessEqual => "<",
                Compare::Greater => "≥",
                Compare::GreaterEqual => ">",
                _ => continue,
            };
            let between = Span { start: sides[0].span.end, end: sides[1].span.start };
            let words = format!("with `{other}` for `{}`", between.of(self.text).trim());
            self.change(between, format!(" {other} "), Operator::OtherComparison, &words);
        }
    }

    /// `x[i]` with each other name that runs over processes or the like, and `1 − i` where there are two.
    fn index(&mut self, index: &'t Expr) {
        let written = index.span.of(self.text);
        let mut others: Vec<String> = Vec::new();
        match &index.kind {
            ExprKind::Name(name) => {
                others.extend(
                    self.scope
                        .iter()
                        .filter(|other| *other != name)
                        .map(|other| (*other).to_owned()),
                );
                others.push(format!("1 − {name}"));
            }
            ExprKind::Binary(Binary::Subtract, one, of)
                if matches!((&one.kind, &of.kind), (ExprKind::Number(1), ExprKind::Name(_))) =>
            {
                others.push(of.span.of(self.text).into());
            }
            _ => {}
        }
        for other in others {
            let words = format!("with `[{other}]` for `[{written}]`");
            self.change(index.span, other, Operator::OtherIndex, &words);
        }
    }

    fn number(&mut self, span: Span, number: i64) {
        for other in [number - 1, number + 1] {
            if other >= 0 {
                let words = format!("with {other} for {number}");
                self.change(span, other.to_string(), Operator::OtherNumber, &words);
            }
        }
    }
}
