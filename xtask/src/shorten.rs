//! Takes out of what a visit loads that which nobody reads.
use std::{collections::HashMap, convert::Infallible};

use anyhow::Result;
use wasm_encoder::{
    ExportSection, ImportSection, Module,
    reencode::{Error, Reencode, RoundtripReencoder, utils},
};
use wasmparser::{Export, Import, Imports, Parser};

/// A style sheet without its comments and its layout.
pub fn css(css: &str) -> String {
    let mut parts = css.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    let code =
        parts.fold(first, |code, part| code + part.split_once("*/").map_or("", |(_, code)| code));
    let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
    // no string in them has any of these
    let tight = [(" {", "{"), ("{ ", "{"), (" }", "}"), ("} ", "}"), ("; ", ";"), (": ", ":")];
    let code = tight.iter().fold(code, |code, (loose, tight)| code.replace(loose, tight));
    code.replace(";}", "}")
}

/// A script without its indentation and its comments, each of which has lines of its own.
pub fn js(js: &str) -> String {
    let mut short = String::with_capacity(js.len());
    let mut in_comment = false;
    for line in js.lines().map(str::trim) {
        let begins = line.starts_with("/*");
        if !begins && !in_comment && !line.is_empty() && !line.starts_with("//") {
            short.push_str(line);
            short.push('\n');
        }
        in_comment = (begins || in_comment) && !line.ends_with("*/");
    }
    short
}

/// wasm-bindgen gives long names, which end in 16 random digits, to what goes from the script to the
/// program and back. They become numbers, in both.
pub fn names(js: &str, wasm: &[u8]) -> Result<(String, Vec<u8>)> {
    let long = long_names(js);
    let names: HashMap<&str, String> = long.iter().copied().zip((0..).map(number)).collect();
    let short = js.split_inclusive(is_end).map(|word| {
        let name = word.strip_suffix(is_end).unwrap_or(word);
        names.get(name).map_or_else(|| word.to_owned(), |it| format!("{it}{}", &word[name.len()..]))
    });
    let mut module = Module::new();
    Names(&names).parse_core_module(&mut module, Parser::new(0), wasm)?;
    Ok((short.collect(), module.finish()))
}

/// A name that nothing else has there.
fn number(nth: usize) -> String {
    format!("_{nth}")
}

struct Names<'a>(&'a HashMap<&'a str, String>);

impl Names<'_> {
    fn short<'a>(&'a self, name: &'a str) -> &'a str {
        self.0.get(name).map_or(name, |it| it)
    }
}

impl Reencode for Names<'_> {
    type Error = Infallible;

    fn parse_imports(
        &mut self,
        imports: &mut ImportSection,
        import: Imports<'_>,
    ) -> Result<(), Error<Infallible>> {
        let import = match import {
            Imports::Single(at, it) => {
                Imports::Single(at, Import { name: self.short(it.name), ..it })
            }
            it => it,
        };
        utils::parse_imports(&mut RoundtripReencoder, imports, import)
    }

    fn parse_export(
        &mut self,
        exports: &mut ExportSection,
        export: Export<'_>,
    ) -> Result<(), Error<Infallible>> {
        let name = self.short(export.name);
        utils::parse_export(&mut RoundtripReencoder, exports, Export { name, ..export })
    }
}

/// Names that end in 16 random digits, and perhaps in a number after them, each once.
fn long_names(js: &str) -> Vec<&str> {
    let is_random = |part: &str| {
        let digits = part.strip_prefix('h').unwrap_or(part);
        digits.len() == 16 && digits.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'))
    };
    let is_long = |word: &str| {
        let Some((before, last)) = word.rsplit_once('_') else { return false };
        let is_number = last.bytes().all(|it| it.is_ascii_digit());
        is_random(last) || is_number && before.rsplit('_').next().is_some_and(is_random)
    };
    let mut names = Vec::new();
    for word in js.split(is_end) {
        if is_long(word) && !names.contains(&word) {
            names.push(word);
        }
    }
    names
}

/// Whether it is no part of a name.
fn is_end(it: char) -> bool {
    !it.is_ascii_alphanumeric() && it != '_'
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{EntityType, ExportKind, TypeSection};
    use wasmparser::Payload;

    use super::*;

    #[test]
    fn a_style_sheet_loses_nothing_but_its_layout() {
        assert_eq!(css("/* a */\n.b {\n  c: d; /* e */\n}\n"), ".b{c:d}");
        assert_eq!(css(".b > i :is(u) { c: \"x y\"; }"), ".b > i :is(u){c:\"x y\"}");
    }

    #[test]
    fn a_script_loses_nothing_but_comments_and_indentation() {
        let script =
            "/* @a */\n\n/**\n * B // c\n */\nclass D {\n    // e\n    f = \"/* g */\"; // h\n}";
        assert_eq!(js(script), "class D {\nf = \"/* g */\"; // h\n}\n");
    }

    #[test]
    fn random_names_become_numbers_in_both() {
        let (key, b) = ("__wbg_key_76125a528069feff", "b__h41faed77ddcb8765_23");
        let (mut types, mut imports, mut exports) =
            (TypeSection::new(), ImportSection::new(), ExportSection::new());
        types.ty().function([], []);
        imports.import("x", key, EntityType::Function(0)).import("x", "y", EntityType::Function(0));
        exports.export(b, ExportKind::Func, 0).export("y", ExportKind::Func, 1);
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&exports);
        let js = format!("{key}: a({b}), {key}, {key}_y");
        let (js, wasm) = names(&js, &module.finish()).unwrap();
        assert_eq!(js, format!("_0: a(_1), _0, {key}_y"));
        let mut found = Vec::new();
        for payload in Parser::new(0).parse_all(&wasm) {
            match payload.unwrap() {
                Payload::ImportSection(it) => {
                    found.extend(it.into_imports().map(|it| it.unwrap().name));
                }
                Payload::ExportSection(it) => {
                    found.extend(it.into_iter().map(|it| it.unwrap().name));
                }
                _ => (),
            }
        }
        assert_eq!(found, ["_0", "y", "_1", "y"]);
        assert!(long_names("deadbeefdeadbeef 0123456789abcdefg x_0123456789ABCDEF").is_empty());
    }
}
