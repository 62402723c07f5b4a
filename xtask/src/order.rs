//! What a program is made of, in an order that compresses: functions that are alike stand side by
//! side. Functions that are equal become one.
use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
    convert::Infallible,
};

use anyhow::Result;
use wasm_encoder::{
    CodeSection, FunctionSection, Module,
    reencode::{Error, Reencode},
};
use wasmparser::{CodeSectionReader, FunctionSectionReader, Parser, Payload, TypeRef};

/// The same program, in another order.
pub fn ordered(wasm: &[u8]) -> Result<Vec<u8>> {
    let mut wasm = wasm.to_owned();
    // callers of functions that have become one may be equal now
    loop {
        let functions = functions(&wasm)?;
        let mut firsts = HashSet::new();
        let kept: Vec<usize> =
            (0..functions.len()).filter(|&it| firsts.insert(&functions[it])).collect();
        let is_over = kept.len() == functions.len();
        let kept = if is_over { chained(&functions) } else { kept };
        let place: HashMap<_, _> =
            kept.iter().zip(0..).map(|(&it, at)| (&functions[it], at)).collect();
        let places = functions.iter().map(|it| place[it]).collect();
        let mut module = Module::new();
        Moves { imported: imported(&wasm)?, places, kept }.parse_core_module(
            &mut module,
            Parser::new(0),
            &wasm,
        )?;
        let next = module.finish();
        if is_over {
            return Ok(next);
        }
        wasm = next;
    }
}

/// How many functions are imported: the program's own have the numbers after theirs.
fn imported(wasm: &[u8]) -> Result<u32> {
    let mut count = 0;
    for payload in Parser::new(0).parse_all(wasm) {
        if let Payload::ImportSection(section) = payload? {
            for import in section.into_imports() {
                count += u32::from(matches!(import?.ty, TypeRef::Func(_)));
            }
        }
    }
    Ok(count)
}

/// A function's type and its code.
type Coded = (u32, Vec<u8>);

fn functions(wasm: &[u8]) -> Result<Vec<Coded>> {
    let (mut types, mut codes) = (Vec::new(), Vec::new());
    for payload in Parser::new(0).parse_all(wasm) {
        match payload? {
            Payload::FunctionSection(section) => {
                types = section.into_iter().collect::<Result<Vec<u32>, _>>()?;
            }
            Payload::CodeSectionEntry(body) => codes.push(wasm[body.range()].to_vec()),
            _ => (),
        }
    }
    Ok(types.into_iter().zip(codes).collect())
}

/// After each function the one that is most like it, of those that are left.
fn chained(functions: &[Coded]) -> Vec<usize> {
    let own: Vec<Vec<Piece>> = functions.iter().map(|(_, code)| pieces(code)).collect();
    let mut holders: HashMap<Piece, Vec<usize>> = HashMap::new();
    for (at, own) in own.iter().enumerate() {
        for &it in own {
            holders.entry(it).or_default().push(at);
        }
    }
    let mut left: Vec<usize> = (0..own.len()).collect();
    let (mut chain, mut next) = (Vec::new(), 0);
    while !left.is_empty() {
        let last = left.remove(next);
        chain.push(last);
        // how many pieces each function has in common with it
        let mut both = vec![0; own.len()];
        own[last].iter().flat_map(|it| &holders[it]).for_each(|&at| both[at] += 1);
        let likeness =
            |it: usize| both[it] * 1_000_000 / (own[last].len() + own[it].len() - both[it]).max(1);
        let all = left.iter().map(|&it| likeness(it)).enumerate();
        next = all.max_by_key(|&(at, it)| (it, Reverse(at))).map_or(0, |it| it.0);
    }
    chain
}

/// Bytes that stand in a row.
type Piece = [u8; 6];

/// Whatever bytes stand in a row.
fn pieces(code: &[u8]) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = code.windows(6).filter_map(<[u8]>::first_chunk).copied().collect();
    pieces.sort_unstable();
    pieces.dedup();
    pieces
}

struct Moves {
    imported: u32,
    /// Where each function goes.
    places: Vec<u32>,
    /// Which functions there will be, in their order.
    kept: Vec<usize>,
}

impl Reencode for Moves {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        let own = function.checked_sub(self.imported);
        Ok(own.map_or(function, |it| self.imported + self.places[it as usize]))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let types = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for &it in &self.kept {
            functions.function(types[it]);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let bodies = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for it in self.kept.clone() {
            self.parse_function_body(code, bodies[it].clone())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{Function, Instruction as I, TypeSection};

    use super::*;

    fn body(code: &[I]) -> Function {
        let mut function = Function::new([]);
        code.iter().chain([&I::End]).for_each(|it| {
            function.instruction(it);
        });
        function
    }

    /// A program of functions that take and give nothing.
    fn program(functions: &[Vec<I>]) -> Vec<u8> {
        let (mut types, mut all, mut code) = Default::default();
        TypeSection::ty(&mut types).function([], []);
        for it in functions {
            FunctionSection::function(&mut all, 0);
            CodeSection::function(&mut code, &body(it));
        }
        let mut module = Module::new();
        module.section(&types).section(&all).section(&code);
        module.finish()
    }

    fn codes(wasm: &[u8]) -> Vec<Vec<u8>> {
        functions(wasm).unwrap().into_iter().map(|(_, code)| code).collect()
    }

    fn push(it: i32) -> Vec<I<'static>> {
        vec![I::I32Const(it), I::Drop]
    }

    #[test]
    fn functions_that_are_equal_become_one_and_so_do_their_callers() {
        let call = |it| vec![I::Call(it), I::Nop];
        let all = [push(1), push(2), push(1), call(0), call(1), call(2)];
        let mut short = codes(&ordered(&program(&all)).unwrap());
        assert_eq!(short.len(), 4);
        let code = |it: &[I]| body(it).into_raw_body();
        let at = |it: i32| short.iter().position(|code_| *code_ == code(&push(it))).unwrap();
        let mut expected: Vec<Vec<u8>> = [1, 2]
            .into_iter()
            .flat_map(|it| [code(&push(it)), code(&call(at(it) as u32))])
            .collect();
        expected.sort();
        short.sort();
        assert_eq!(short, expected);
    }

    #[test]
    fn functions_that_are_alike_stand_side_by_side() {
        let many = |it| vec![vec![I::I64Const(it), I::Drop]; 9].concat();
        let alike = |it| [many(it), vec![I::Nop]].concat();
        let (x, y) = (i64::MAX / 3, i64::MAX / 5);
        let short = codes(&ordered(&program(&[many(x), many(y), alike(x), alike(y)])).unwrap());
        let expected = [many(x), alike(x), many(y), alike(y)].map(|it| body(&it).into_raw_body());
        assert_eq!(short, expected);
    }
}
