//! What runs reach is looked at: in every published listing of which this can be asked.

use inductive::{Question, Reached, Types, Within};
use listing::compile;
use std::fs;
use std::path::Path;
use std::sync::Arc;

const STATES_MAX: usize = 2_000;

/// A claim about nothing, of a listing; none of one with messages.
fn question(text: &str) -> Option<Question> {
    let compiled = compile(&format!("{text}\ninductive nothing: true\n"), &[]).ok()?;
    let of = compiled.program().inductive.last()?.property;
    let asked = Arc::new(compiled.with_claim(of));
    Question::new(asked.clone(), asked, Within::Local, 2_000_000).ok()
}

#[test]
fn every_reached_state_is_looked_at() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../algorithms/listings");
    let mut asked = Vec::new();
    for file in fs::read_dir(folder).expect("the listings").map(|file| file.expect("a file").path())
    {
        if file.extension().is_none_or(|it| it != "ilv") {
            continue;
        }
        let Some(question) = question(&fs::read_to_string(&file).expect("a text")) else {
            continue;
        };
        let program = question.compiled.program();
        let Some(reached) = Reached::new(&*question.system, &question.beginnings, STATES_MAX)
        else {
            continue;
        };
        let types = Types::new(&question.compiled, &question.beginnings);
        for state in &reached.states {
            assert!(question.space.contains(program, state), "{}", file.display());
            let number = types.as_ref().map(|types| types.number(&question.compiled, state));
            assert!(number != Some(None), "{} has a state that is none by type", file.display());
        }
        asked.push(file.file_stem().expect("a name").to_string_lossy().into_owned());
    }
    assert!(asked.len() >= 13, "{asked:?}");
}
