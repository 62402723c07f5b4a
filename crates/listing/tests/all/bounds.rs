//! Every row of the table of bounds in `docs/LANGUAGE.md`: a text at the bound compiles, and a text one
//! beyond it does not.

use crate::texts::page;
use listing::{ErrorCode, check, compile, limits};
use model::{Log, Stepped, System};
use std::cell::Cell;
use std::collections::BTreeSet;

/// The table: what is bounded, and by how much.
fn table() -> Vec<(String, usize)> {
    let page = page();
    let (_, section) = page.split_once("### Bounds\n").expect("a section on bounds");
    let rows = section.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let rows = rows.take_while(|row| row.starts_with('|')).map(|row| {
        let mut cells = row.trim_matches('|').split('|').map(str::trim);
        let (what, most) = (cells.next().expect("two columns"), cells.next().expect("two columns"));
        let digits: String = most.chars().filter(char::is_ascii_digit).collect();
        (what.to_owned(), digits.parse().expect("a number"))
    });
    rows.collect()
}

/// What of the table has been looked up.
struct Page {
    rows: Vec<(String, usize)>,
    seen: Cell<BTreeSet<usize>>,
}

impl Page {
    fn bound(&self, what: &str) -> usize {
        let at = self.rows.iter().position(|row| row.0 == what);
        let at = at.unwrap_or_else(|| panic!("the page has a bound of: {what}"));
        let mut seen = self.seen.take();
        seen.insert(at);
        self.seen.set(seen);
        self.rows[at].1
    }

    /// The text for the bound compiles; the one beyond it has an error of that kind.
    fn holds(&self, what: &str, kind: ErrorCode, text: impl Fn(usize) -> String) {
        let bound = self.bound(what);
        let found = compile(&text(bound), &[]).err().unwrap_or_default();
        assert!(found.is_empty(), "{what}, {bound}: {}", found[0]);
        let found = compile(&text(bound + 1), &[]).err().unwrap_or_default();
        let kinds: Vec<ErrorCode> = found.iter().map(|error| error.kind).collect();
        assert_eq!(kinds, [kind], "{what}, {}: {}", bound + 1, text(bound + 1));
    }
}

/// A text with these declarations, and these lines in its process.
fn text(declarations: &str, lines: &str) -> String {
    format!(
        "algorithm A\nshared x: 0..3\n{declarations}process i of 1:\n  own y: bool\n  go:\n    \
         pause\n{lines}"
    )
}

/// Lines of statements.
fn lines(statement: &str, count: usize) -> String {
    format!("    {statement}\n").repeat(count)
}

fn instructions(text: &str) -> usize {
    let compiled = compile(text, &[]).unwrap_or_else(|found| panic!("{}", found[0]));
    compiled.program().blocks.iter().map(|block| 1 + block.instructions.len()).sum()
}

/// Statements after which the program of a text has so many instructions.
fn filled(instructions_wanted: usize) -> String {
    let with = |loops: usize, rest: usize| {
        let each = "for each a in 0..255: y ← true";
        text("", &(lines(each, loops) + &lines("y ← true", rest)))
    };
    let (none, one) = (instructions(&with(0, 0)), instructions(&with(1, 0)));
    let loops = (instructions_wanted - none) / (one - none);
    let rest = instructions_wanted - none - loops * (one - none);
    // too many for one line each
    let rest = format!("    {}\n", vec!["y ← true"; rest].join("; "));
    let each = "for each a in 0..255: y ← true";
    text("", &(lines(each, loops) + &rest))
}

/// Definitions that use each other, so many of them, and so many operators in all.
fn chain(definitions: usize, operators: usize) -> String {
    let each = |at: usize| {
        let count = operators * (at + 1) / definitions - operators * at / definitions;
        let first = if at + 1 == definitions { "1".into() } else { format!("d{}", at + 1) };
        format!("define d{at}: {first}{}\n", " + 0".repeat(count))
    };
    text(&(0..definitions).map(each).collect::<String>(), "    x ← d0\n")
}

/// A text of which the states have so many bytes.
fn wide(bytes: usize) -> String {
    let with = |count: usize| {
        let all: Vec<String> = (0..count).map(|it| format!("v{it}")).collect();
        let chunks: Vec<String> =
            all.chunks(100).map(|it| format!("shared {}: bool\n", it.join(", "))).collect();
        text(&chunks.concat(), "")
    };
    // a byte each, before they are packed
    let some = compile(&with(1), &[]).expect("a program").program().slots.len();
    with(bytes + 1 - some)
}

#[test]
fn each_row_of_the_table_is_the_bound_that_holds() {
    let page = Page { rows: table(), seen: Cell::default() };
    let holds = |what, kind, text: &dyn Fn(usize) -> String| page.holds(what, kind, text);
    holds("length of a text", ErrorCode::TextTooLong, &|bytes| {
        let text = text("", "");
        let rest = bytes - text.len() - 2;
        format!("{text}# {}", "x".repeat(rest))
    });
    holds("lines", ErrorCode::TooManyLines, &|lines| {
        let text = text("", "");
        let rest = lines - text.lines().count();
        format!("{text}{}", "# more\n".repeat(rest))
    });
    holds("lines that can run", ErrorCode::ProgramTooLarge, &|count| {
        text("", &lines("x ← 1", count - 1))
    });
    let nesting = "nesting of blocks and expressions, where a bracket counts twice";
    holds(nesting, ErrorCode::NestingTooDeep, &|deep| {
        let (brackets, signs) = ((deep - 1) / 2, (deep - 1) % 2);
        let inside =
            format!("{}{}1{}", "−".repeat(signs), "(".repeat(brackets), ")".repeat(brackets));
        text(&format!("define d: {inside}\n"), "")
    });
    holds("operators in a row", ErrorCode::NestingTooDeep, &|count| {
        text("", &format!("    x ← 0{}\n", " + 0".repeat(count)))
    });
    holds("definitions within each other", ErrorCode::DefinitionTooDeep, &|count| chain(count, 0));
    // and a level for each use of a definition, and one for the number
    let nesting = "nesting of an expression with its definitions put in";
    holds(nesting, ErrorCode::NestingTooDeep, &|deep| chain(2, deep - 3));
    holds("instructions of a program", ErrorCode::ProgramTooLarge, &filled);
    holds("values that a loop or quantifier runs over", ErrorCode::DomainTooLarge, &|count| {
        text("", &format!("    for each a in 0..{}: skip\n", count - 1))
    });
    holds("outcomes of one step", ErrorCode::TooManyOutcomes, &|count| {
        let safe = format!("shared safe s: 0..{}\n", count - 1);
        text(&safe, "    y ← s = 0\n    s ← 1\n")
    });
    for fault in ["losses", "duplicates", "crashes"] {
        holds("passes of a process, faults of one sort", ErrorCode::NumberTooLarge, &|count| {
            text(&format!("define {fault}: {count}\n"), "")
        });
    }
    holds("passes of a process, faults of one sort", ErrorCode::NumberTooLarge, &|count| {
        text("", "").replace("of 1:", &format!("of 1, {count} times:"))
    });
    holds("values of a variable that begins with `= any`", ErrorCode::TooManyOutcomes, &|count| {
        text(&format!("shared z: 1..{count} = any\n"), "")
    });
    holds("processes of a text with `serializable`", ErrorCode::CannotBegin, &|count| {
        text("", "").replace("of 1:", &format!("of {count}:")) + "serializable s: x\n"
    });
    holds("elements of an array that `reach` follows", ErrorCode::DomainTooLarge, &|count| {
        let arrays = format!("domain node: 1..{count}\nshared next[node]: node\n");
        text(&arrays, "") + "always itself: 1 in reach(1, next)\n"
    });
    holds("elements of an array", ErrorCode::DomainTooLarge, &|count| {
        text(&format!("shared a[1..{count}]: bool\n"), "")
    });
    holds("elements of a list", ErrorCode::DomainTooLarge, &|count| {
        text(&format!("shared l: list of bool up to {count}\n"), "")
    });
    holds("possible members of a set", ErrorCode::DomainTooLarge, &|count| {
        text(&format!("shared s: set of 1..{count}\n"), "")
    });
    holds("a number", ErrorCode::NumberTooLarge, &|number| {
        text(&format!("shared z: 0..{number}\n"), "")
    });
    holds("values of an option", ErrorCode::DomainTooLarge, &|count| {
        let values: Vec<String> = (0..count).map(|it| format!("v{it}")).collect();
        text(&format!("option o: {}\n", values.join(", ")), "")
    });
    let row = |replicas: usize, columns: usize, values: usize| {
        let row = format!("row r on {replicas}:\n  x[1..{columns}]: none | 1..{}\n", values - 1);
        text(&row, "    write r.x[1] = 1\n")
    };
    holds("replicas of a row", ErrorCode::NumberTooLarge, &|count| row(count, 1, 2));
    holds("columns of a row", ErrorCode::DomainTooLarge, &|count| row(1, count, 2));
    holds("values of a column", ErrorCode::WrongDomain, &|count| row(1, 1, count));
    holds("processes, with the replicas of a row", ErrorCode::TooManyProcesses, &|count| {
        text("", "").replace("of 1:", &format!("of {count}:"))
    });
    holds("`eventually` in a text", ErrorCode::TooManyOutcomes, &|count| {
        let all = (0..count).map(|it| format!("eventually p{it}: x = 1\n"));
        text("", "") + &all.collect::<String>()
    });
    holds("bytes of a state before it is packed", ErrorCode::StateTooLarge, &wide);

    transit(page.bound("messages in transit, where the text says nothing"), "");
    let room = |count: usize| format!("define messages_in_transit: {count}\nmessage m\n");
    holds("messages in transit", ErrorCode::NumberTooLarge, &|count| text(&room(count), ""));
    transit(
        limits::MESSAGES_MAX,
        &format!("define messages_in_transit: {}\n", limits::MESSAGES_MAX),
    );
    reported(page.bound("errors that are told at once"));
    tried(page.bound("values of options with which errors are looked for"));
    // where a text for it would not be exact
    assert_eq!(page.bound("parts that are looked at to compile a text"), limits::WORK_MAX);

    let all: BTreeSet<usize> = (0..page.rows.len()).collect();
    let unseen: Vec<_> = all.difference(&page.seen.take()).map(|&it| &page.rows[it].0).collect();
    assert!(unseen.is_empty(), "nothing holds these rows: {unseen:?}");
}

/// Of so many messages each is sent; one more is beyond the bound.
fn transit(bound: usize, room: &str) {
    let text = format!(
        "algorithm A\n{room}message m\nprocess i of 2, for ever:\n  go:\n    send m to 1 − i\n"
    );
    let system = compile(&text, &[]).expect("a program");
    let mut state = system.initial();
    let mut step = || {
        let action = model::Action::Step { process: 0, choice: 0 };
        system.step(&mut state, action, &mut Log::off())
    };
    for nth in 1..=bound {
        assert!(matches!(step(), Stepped::Ran(_)), "message {nth}");
    }
    assert!(matches!(step(), Stepped::BoundReached), "message {}", bound + 1);
}

/// Of so many errors all are told; of one more the last one is not.
fn reported(bound: usize) {
    for count in [bound - 1, bound, bound + 1] {
        let found = check(&text("", &lines("z ← 1", count)));
        assert_eq!(found.len(), count.min(bound), "{count} errors");
    }
}

/// An error in a line that only the last of the settings leaves in is found, and one behind it not:
/// a number as a condition, since names are looked at whatever the options are.
fn tried(bound: usize) {
    for (nth, errors) in [(bound, 1), (bound + 1, 0)] {
        let values: Vec<String> = (0..=bound + 1).map(|it| format!("v{it}")).collect();
        let option = format!("option o: {}\n", values.join(", "));
        let found = check(&text(&option, &format!("    await x    with o = v{nth}\n")));
        assert_eq!(found.len(), errors, "value {nth}");
    }
}

/// Definitions of which each uses the next one several times, so often that it would take years.
fn multiplied(body: &str) -> String {
    let each = |at: usize| {
        let body = body.replace('#', &format!("d{}", at + 1));
        format!("define d{at}: {body}\n")
    };
    text(&((0..22).map(each).collect::<String>() + "define d22: x\n"), "    x ← d0\n")
}

#[test]
fn what_multiplies_is_an_error() {
    let loops = |statement: &str| {
        let each =
            ["a", "b", "c", "d", "e", "f", "g"].map(|text| format!("for each {text} in 0..5: "));
        text("", &format!("    atomic: {}{statement}\n", each.concat()))
    };
    let quantifiers = |body: &str| {
        let all = ["a", "b", "c", "d", "e", "f", "g"].map(|text| format!("some {text} in 0..5: "));
        text("", "") + &format!("always p: {}{body}\n", all.concat())
    };
    for text in [
        multiplied("# + # + # + # + #"),
        multiplied("(# if # = 1 else #)"),
        multiplied("max j in 0..2: #"),
        multiplied("(1 if {#, #} ⊆ {1} else 0)"),
        multiplied("min(#, #)"),
        loops("skip"),
        loops("y ← true"),
        loops("x ← 1"),
        quantifiers("x = a + b + c + d + e + f + g"),
        quantifiers("true"),
    ] {
        for found in [compile(&text, &[]).err().unwrap_or_default(), check(&text)] {
            let kinds: Vec<ErrorCode> = found.iter().map(|error| error.kind).collect();
            assert_eq!(kinds, [ErrorCode::ProgramTooLarge], "{text}");
            assert!(!found[0].help.is_empty(), "{}", found[0]);
        }
    }
}

/// Lists within lists: refused before anything is made of them.
#[test]
fn what_has_no_room_in_a_state_is_an_error_where_it_is_declared() {
    let record = |it: usize| format!("record r{it}(all: list of r{} up to 16)\n", it - 1);
    let records: String = (1..10).map(record).collect();
    let text = text(&format!("record r0(all: list of bool up to 16)\n{records}"), "");
    let found = compile(&text, &[]).err().unwrap_or_default();
    assert_eq!(found[0].kind, ErrorCode::StateTooLarge);
    assert_eq!(found[0].line, 5, "{}", found[0]);
}

/// A record of itself has no end.
#[test]
fn a_domain_is_made_of_what_stands_above_it() {
    for (declared, what) in [
        ("record entry(t: 0..3, e: list of entry up to 2)\n", "entry"),
        ("record outer(x: inner)\nrecord inner(x: 0..1)\n", "inner"),
        ("domain many: list of many up to 2\n", "many"),
    ] {
        for found in [
            compile(&text(declared, ""), &[]).err().unwrap_or_default(),
            check(&text(declared, "")),
        ] {
            assert_eq!(found[0].kind, ErrorCode::UnknownName, "{declared}");
            assert!(
                found[0].message.starts_with(&format!("`{what}` is not known here")),
                "{}",
                found[0]
            );
        }
    }
}

/// A member counts once, however many there are that may be equal to it.
#[test]
fn a_set_of_many_variables_is_no_larger_than_the_pairs_of_them() {
    let names: Vec<String> = (0..40).map(|it| format!("v{it}")).collect();
    let names = names.join(", ");
    let text = text("", &format!("    y ← size({{{names}}}) > 1\n"))
        .replace("own y: bool", &format!("own y: bool\n  own {names}: 0..3"));
    let compiled = compile(&text, &[]).unwrap_or_else(|found| panic!("{}", found[0]));
    let size: usize = compiled.program().blocks.iter().map(program::ir::Block::size).sum();
    assert!(size < 40 * 40 * 10, "{size}");
}

/// More outcomes than there are numbers.
#[test]
fn outcomes_beyond_all_numbers_are_too_many() {
    let chooses = "    choose y in bool\n".repeat(70);
    let rules = format!("  when x = 0:\n{chooses}  when x = 1:\n{chooses}");
    let found = compile(&text("", &rules), &[]).err().unwrap_or_default();
    assert_eq!(found[0].message, "One step has countless outcomes; 200 is the most.");
}
