//! Names that mean something else where they stand, and sets that were to be lists.

use crate::misread::errors;
use crate::searches::report;
use listing::{ErrorCode, check};

/// Sections `waiting` and `critical` behind these declarations.
fn text(declarations: &str, own: &str, line: &str) -> String {
    format!(
        "algorithm Meant\n{declarations}worker i of 2:\n  own k: 0..3\n{own}  waiting:\n    {line}\n  \
         critical:\n    pause\n"
    )
}

#[test]
fn braces_are_a_set_and_brackets_a_list() {
    let wrong = ErrorCode::WrongDomain;
    let (list, set) = ("  own l: list of 0..3 up to 3\n", "  own s: set of 0..3\n");
    for (own, line, words) in [
        (list, "l ← {2, 2, 1}", "Braces are a set, and here a list is needed. Write `[2, 2, 1]`."),
        (list, "l ← l + {1}", "Write `[1]`."),
        (list, "if l = {1, 2}: skip", "Write `[1, 2]`."),
        (list, "if {1, 2} = l: skip", "Write `[1, 2]`."),
        (list, "l ← {1} if k = 1 else [2]", "Write `[1]`."),
        (list, "l ← few", "Write the definition in brackets"),
        (list, "l ← {j in 0..3: j > k}", "Braces are a set"),
        (set, "s ← s + [1, 1]", "Brackets are a list, and here a set is needed. Write `{1, 1}`."),
        (set, "if [1] ⊆ s: skip", "Write `{1}`."),
    ] {
        let text = text("", own, line) + "define few: {1, 2}\n";
        let found = check(&text);
        assert_eq!((found.len(), found[0].kind), (1, wrong), "{line}: {found:?}");
        assert!(found[0].to_string().contains(words), "{line}: {}", found[0]);
    }
    // definitions that use each other many times
    let mut many = text("", set, "s ← d0");
    for nth in 0..20 {
        let next = vec![format!("d{}", nth + 1); 20].join(" + ");
        many = format!("{many}define d{nth}: {next}\n");
    }
    assert!(!check(&(many + "define d20: [1]\n")).is_empty());
    let initial = text("", "  own l: list of 0..3 up to 3 = {2, 2, 1}\n", "pause");
    errors(&initial, &[("4:33", wrong, "Write `[2, 2, 1]`.")]);
    let array = text("shared a[0..1]: set of 0..3 = [{1}, [2]]\n", "", "pause");
    errors(&array, &[("2:37", wrong, "Write `{2}`.")]);
    let field = text("message m(l: list of 0..3 up to 2)\n", "", "send m({1}) to 0");
    errors(&field, &[("6:12", wrong, "Write `[1]`.")]);
    // nothing in them can be either
    for line in ["l ← {}", "l ← l + {}", "if l = {}: skip"] {
        errors(&text("", list, line), &[]);
    }
    errors(&text("", set, "s ← []"), &[]);
    // each element of an array has its own set
    let array = text("shared a[0..1]: set of 0..3 = [{1}, {2}]\n", "", "pause");
    assert!(report(&(array + "always a: 1 in a[0] and 2 in a[1]\n"), &[]).ok());
}
