//! `signed(A)`: the bytes of an array as one number.

use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::Ty;
use crate::instantiate::instance::Instance;
use crate::instantiate::terms::binary;
use crate::instantiate::value::{Env, Val};
use crate::tree::Expr as Tree;
use program::ir::{Binary, Expr, Place};

/// The most bytes of one number.
const BYTES_MAX: usize = 4;

impl<'t> Instance<'t> {
    /// The elements of an array as one number in two's complement, the lowest first.
    pub fn signed(&mut self, argument: &'t Tree, env: &Env<'t>) -> Result<Val> {
        let value = self.eval(argument, env)?;
        let is_bytes = matches!(&value.ty, Ty::Array(dims, element)
            if dims.len() == 1 && **element == Ty::numbers(0, 255));
        let count = value.parts.len();
        if !is_bytes || count > BYTES_MAX {
            let message = "`signed` needs an array of up to four bytes.";
            let help = "Declare it as `A[0..1]: 0..255`.";
            return self.fail(
                DiagnosticDraft::new(ErrorCode::WrongDomain, argument.span, message).help(help),
            );
        }
        if let Expr::Load(Place { slot, index: None }) = value.parts[0] {
            self.notes.bytes.insert(slot);
        }
        let times = |it, by| binary(Binary::Multiply, it, Expr::Const(by));
        let add = |one, other| binary(Binary::Add, one, other);
        let mut number = Expr::Const(0);
        for (nth, byte) in value.parts.into_iter().enumerate().rev() {
            let byte = self.simple(byte);
            if nth + 1 == count {
                let is_negative = binary(Binary::Less, Expr::Const(127), byte.clone());
                number = times(is_negative, -1);
            }
            number = add(times(number, 256), byte);
        }
        let half = 1 << (8 * count - 1);
        Ok(Val::one(Ty::numbers(-half, half - 1), number))
    }
}
