//! Every kind of error, at its place, in a sentence.

use listing::{Diagnostic, Kind, check, limits};

/// A text that is right; tests put a mistake in.
const RIGHT: &str = "algorithm A lock

option order: flag_first, turn_first

shared flag[process]: bool
shared turn: process
message hello(n: 0..3)

process i of 2, for ever:
  own seen: none | 0..9
  own friends: set of process
  remainder:
    pause
  waiting:
    flag[i] ← true    with order = flag_first
    turn ← 1 − i
    await not flag[1 − i] or turn = i
  critical:
    pause
  exit:
    flag[i] ← false

define other: 1 − i

always mutual exclusion: at most 1 in critical
eventually served: waiting → critical
";

/// The error of a text with one mistake.
fn only(text: &str) -> Diagnostic {
    let found = check(text);
    let all: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), 1, "{}\n{text}", all.join("\n"));
    found.into_iter().next().expect("one error")
}

/// The error that comes of `new` in place of `old`. It is in the line of `new`, and its words
/// contain `words`.
fn mistake(old: &str, new: &str, kind: Kind, words: &str) -> Diagnostic {
    assert!(RIGHT.contains(old), "{old}");
    let text = RIGHT.replacen(old, new, 1);
    let found = only(&text);
    assert_eq!(found.kind, kind, "{found}");
    let sentence = found.to_string();
    assert!(sentence.contains(words), "{sentence}");
    assert!(found.message.ends_with('.'), "{sentence}");
    let at = RIGHT.find(old).expect("the place") as u32;
    let line = RIGHT[..at as usize].matches('\n').count() as u32 + 1;
    let lines = new.matches('\n').count() as u32;
    assert!((line..=line + lines).contains(&found.line), "line {line}: {sentence}");
    assert!(found.columns.0 < found.columns.1);
    found
}

#[test]
fn a_right_text_has_none() {
    assert_eq!(check(RIGHT), []);
}

#[test]
fn characters_and_numbers() {
    mistake("turn ← 1 − i", "turn ← 1 − i i", Kind::Expected, "The line has to end before `i`.");
    mistake("turn ← 1 − i", "turn ← $i", Kind::UnknownCharacter, "`$`");
    mistake("none | 0..9", "none | 0..99999999", Kind::NumberTooLarge, "at most 65535");
}

/// What nobody sees is an error at its place, in a name, a title, the name of a property and a comment.
#[test]
fn hidden_characters() {
    for hidden in [
        '\u{202a}', '\u{202e}', '\u{2066}', '\u{2069}', '\u{200b}', '\u{200f}', '\u{1b}',
        '\u{ffff}',
    ] {
        for before in ["algorithm A", "shared tu", "always mutual", "turn ← 1 − i", "  critical:"]
        {
            let line = RIGHT.lines().find(|it| it.contains(before)).expect("a line");
            let inside = line.replacen(before, &format!("{before}{hidden}"), 1);
            for wrong in [inside, format!("{line}    # a {hidden} comment")] {
                let text = RIGHT.replacen(line, &wrong, 1);
                let found = &check(&text)[0];
                assert_eq!(found.kind, Kind::UnknownCharacter, "{wrong:?}: {}", found.message);
                let code = format!("U+{:04X}", u32::from(hidden));
                assert!(found.message.contains(&code), "{}", found.message);
                assert!(!found.message.contains(hidden));
                assert_eq!(found.span.of(&text), hidden.to_string());
            }
        }
    }
    // letters of other scripts are seen, and so is what joins them
    let text = RIGHT.replacen("algorithm A", "algorithm A נעל می\u{200c}رود é", 1);
    assert_eq!(check(&text), []);
}

#[test]
fn a_byte_order_mark_says_nothing() {
    assert_eq!(check(&format!("\u{feff}{RIGHT}")), []);
    let text = format!("\u{feff}{}", RIGHT.replacen("turn ← 1 − i", "turn ← $i", 1));
    assert_eq!(check(&text)[0].kind, Kind::UnknownCharacter);
    assert_eq!(check(&text)[0].span.of(&text), "$");
    let [again, alone] = ["\u{feff}\u{feff}algorithm A\n", "algorithm A\n\u{feff}"];
    assert_eq!(check(again)[0].message, check(alone)[0].message);
}

#[test]
fn indentation() {
    let found = mistake("    turn ← 1 − i", "   turn ← 1 − i", Kind::UnevenIndentation, "indented");
    assert_eq!(found.line, 16);
    mistake("  critical:\n    pause", "  critical:\n  pause", Kind::MissingIndentation, "missing");
    mistake("    turn ← 1 − i", "      turn ← 1 − i", Kind::UnexpectedIndentation, "no block");
}

#[test]
fn beginnings() {
    let found = only("process i of 2:\n  remainder:\n    pause\n");
    assert_eq!(found.kind, Kind::NoAlgorithm);
    assert_eq!(only("algorithm Nothing\n").kind, Kind::NoRole);
    let found = mistake("shared turn", "shard turn", Kind::NotAnItem, "`shard`");
    assert_eq!(found.replacement.expect("a mended word").text, "shared");
}

#[test]
fn syntax() {
    mistake("turn ← 1 − i", "turn ← ", Kind::NotAnExpression, "missing");
    mistake("turn ← 1 − i", "turn ← (1 − i", Kind::Expected, "`)`");
    let found = mistake("turn ← 1 − i", "turn = 1 − i", Kind::AssignedWithEquals, "`←`");
    assert_eq!(found.replacement.expect("an arrow").text, "←");
    mistake("turn ← 1 − i", "1 − i", Kind::NotAStatement, "no statement");
    mistake("turn ← 1 − i", "else: pause", Kind::ElseWithoutIf, "no `if`");
    mistake("turn ← 1 − i", "decide {i}", Kind::NotYetSupported, "and decide that");
    mistake("turn ← 1 − i", "propose {i}", Kind::NotYetSupported, "and propose that");
    let line = "if turn = i: pause else: turn ← i";
    mistake("turn ← 1 − i", line, Kind::ElseWithoutIf, "does not stand on the line of its `if`");
    mistake("own seen", "shared seen", Kind::OutOfPlace, "outside of processes");
    mistake("  own seen: none | 0..9\n", "  pause\n", Kind::OutOfPlace, "in a section");
    mistake("shared turn: process", "shared if: process", Kind::ReservedName, "`if`");
}

#[test]
fn names() {
    let found = mistake("turn ← 1 − i", "turm ← 1 − i", Kind::UnknownName, "Did you mean `turn`?");
    assert_eq!(found.replacement.expect("the nearest name").text, "turn");
    mistake("or turn = i", "or trun = i", Kind::UnknownName, "`trun`");
    mistake("turn ← 1 − i", "become cirtical", Kind::UnknownSection, "`critical`");
    mistake("turn ← 1 − i", "send helo(1) to 0", Kind::UnknownMessage, "`hello`");
    mistake("order = flag_first", "order = flag_frist", Kind::UnknownOptionValue, "flag_first");
    mistake(
        "shared turn: process",
        "shared turn: process\nshared turn: bool",
        Kind::DeclaredTwice,
        "in line 6 already",
    );
    mistake("1 in critical", "1 in critcal", Kind::PropertyWithoutSection, "`critical`");
    let before = "waiting before critical";
    mistake("at most 1 in critical", before, Kind::PropertyWithoutSection, "Nothing lies between");
    mistake("define other:", "define other of hello:", Kind::OutOfPlace, "Only `losses`");
    mistake("turn ← 1 − i", "seen ← maxx(1, 2)", Kind::UnknownName, "`max`");
}

#[test]
fn arguments_and_targets() {
    mistake("turn ← 1 − i", "send hello to 0", Kind::WrongArguments, "1 field, and");
    mistake("turn ← 1 − i", "turn, seen ← 1", Kind::WrongArguments, "2 variables");
    mistake("turn ← 1 − i", "i ← 1", Kind::NotAssignable, "no variable");
    mistake("turn ← 1 − i", "order ← 1", Kind::NotAssignable, "no variable");
}

#[test]
fn domains() {
    mistake("turn ← 1 − i", "turn ← 7", Kind::WrongDomain, "7");
    mistake("turn ← 1 − i", "turn ← true", Kind::WrongDomain, "true or false");
    mistake("turn ← 1 − i", "flag[i] ← 1", Kind::WrongDomain, "true or false");
    mistake("turn ← 1 − i", "if turn: pause", Kind::NotABoolean, "true or false");
    mistake("turn ← 1 − i", "turn ← friends · 2", Kind::NotANumber, "Sets");
    mistake("turn ← 1 − i", "if flag[i] < flag[1 − i]: pause", Kind::NoOrder, "Only numbers");
    mistake("none | 0..9", "none | 9..0", Kind::EmptyDomain, "no values");
    mistake("flag[process]: bool", "flag[0..99]: bool", Kind::DomainTooLarge, "1 to 64");
    mistake("flag[i] ← false", "flag[2] ← false", Kind::IndexOutside, "0..1");
    mistake("turn ← 1 − i", "turn[0] ← 1", Kind::NotAnArray, "no more indices");
    mistake("process i of 2", "process i of turn", Kind::UnknownName, "turn");
}

/// One number where the values are meant that there can be.
#[test]
fn a_number_is_no_domain() {
    for (old, new, help) in [
        ("flag[process]: bool", "flag[2]: bool", "`0..1` for so many, or `0..2`"),
        ("set of process", "set of 2", "`0..1`"),
        ("n: 0..3", "n: 3", "`0..3`"),
        ("at most 1 in critical", "all k in 2: k = 2", "`0..1`"),
        ("define other: 1 − i", "domain few: 1 + 2", "`0..1 + 2 − 1`"),
        ("turn ← 1 − i", "turn ← max k in 1 + 1: k", "`0..1 + 1`"),
    ] {
        let text = RIGHT.replacen(old, new, 1);
        assert!(only(&text).to_string().contains(help), "{new}: {}", only(&text));
    }
    assert!(check(&RIGHT.replace("none | 0..9", "none | 0")).is_empty());
}

#[test]
fn what_must_be_known_before() {
    mistake("with order = flag_first", "with turn = 0", Kind::ConditionNotConstant, "known before");
    mistake("own seen: none | 0..9", "own seen: 0..turn", Kind::NotConstant, "known before");
    let reach = "with turn in reach(turn, flag)";
    assert!(!check(&RIGHT.replace("with order = flag_first", reach)).is_empty());
    let new = "define other: 1 − i with some j: j = 1";
    mistake("define other: 1 − i", new, Kind::ConditionNotConstant, "No process is known here");
}

#[test]
fn loops_and_definitions() {
    mistake("turn ← 1 − i", "while seen = none: skip", Kind::LoopWithoutStep, "without a step");
    let rounds = "flag[i] ← false\n  when seen = 3:\n    while seen ≠ none:\n      choose seen in none | 0..9";
    mistake("flag[i] ← false", rounds, Kind::ChoiceInLoop, "anew in each round");
    let text = RIGHT.replace("define other: 1 − i", "define other: other");
    let text = text.replace("turn ← 1 − i", "turn ← other");
    assert_eq!(only(&text).kind, Kind::DefinitionTooDeep);
}

#[test]
fn bounds() {
    let found = mistake("process i of 2", "process i of 17", Kind::TooManyProcesses, "at most 16");
    assert_eq!(found.line, 9);
    let deep = format!("turn ← {}1{}", "(".repeat(60), ")".repeat(60));
    mistake("turn ← 1 − i", &deep, Kind::NestingTooDeep, "deep");
    let long = format!("turn ← 1{}", " + 1".repeat(100));
    mistake("turn ← 1 − i", &long, Kind::NestingTooDeep, "in a row");
    let lines = format!("{RIGHT}{}", "\n".repeat(limits::LINES_MAX));
    assert_eq!(only(&lines).kind, Kind::TooManyLines);
    let text = format!("{RIGHT}# {}", "x".repeat(limits::TEXT_MAX));
    assert!(check(&text).iter().any(|it| it.kind == Kind::TextTooLong));
    let arrays: Vec<String> = (0..20).map(|it| format!("a{it}[0..63]")).collect();
    let wide = format!("own {}: 0..9999\n  own seen", arrays.join(", "));
    let text = RIGHT.replacen("own seen", &wide, 1);
    assert_eq!(only(&text).kind, Kind::StateTooLarge);
    let choices = "choose a in 0..9; choose b in 0..9; choose c in 0..9";
    let text = RIGHT.replacen("turn ← 1 − i", choices, 1);
    assert_eq!(only(&text).kind, Kind::TooManyOutcomes);
    let values: Vec<String> = (0..90).map(|it| format!("v{it}")).collect();
    let option = format!("option order: flag_first, {}", values.join(", "));
    mistake("option order: flag_first, turn_first", &option, Kind::DomainTooLarge, "at most 64");
    let loops = "for each a in 0..60: for each b in 0..60: for each c in 0..60: turn ← 1";
    mistake("turn ← 1 − i", loops, Kind::ProgramTooLarge, "too large");
}

#[test]
fn what_cannot_be_run_yet() {
    let rule = "  on crash when turn = i:\n    choose j in 0..1\n    turn ← j\n\ndefine crashes: 1\ndefine other";
    mistake("\ndefine other", rule, Kind::NotYetSupported, "Nothing can be chosen");
}

#[test]
fn what_may_be_no_number_is_not_measured_and_has_no_order() {
    let text = |domain: &str, claim: &str| {
        format!("algorithm A\nshared x: {domain}\np i of 2:\n  a:\n    pause\n{claim}\n")
    };
    let found = only(&text("none | 0..3", "most highest: x"));
    assert_eq!(found.kind, Kind::NotANumber);
    assert!(found.message.contains("This can be `none`"), "{found}");
    assert_eq!(check(&text("none | 0..3", "most highest: x + 0 if x ≠ none else 0")).len(), 0);
    for domain in ["bool", "red | green", "set of 0..2"] {
        let found = only(&text(domain, "always one: (x, 0) < (x, 1)"));
        assert_eq!(found.kind, Kind::NoOrder, "{domain}: {found}");
    }
}

/// Neither hides the other, and the definition is not within itself.
#[test]
fn an_option_and_a_definition_or_variable_have_names_of_their_own() {
    for line in ["define n(k): (x + k) mod n", "shared n: 0..2"] {
        let text = format!(
            "algorithm A\noption n: 3, 2\n{line}\nshared x: 0..n\np i of 2:\n  a:\n    x ← 1\n"
        );
        let found = &check(&text)[0];
        assert_eq!(found.kind, Kind::DeclaredTwice, "{found}");
        assert!(found.message.contains("`n` is an option, too, which line 2 declares"), "{found}");
    }
}

#[test]
fn definitions_that_use_each_other_end_wherever_a_set_may_stand() {
    for lines in ["define s: s + {1}", "define s: t + t\ndefine t: s", "define s(k): s mod 2"] {
        let text = format!(
            "algorithm A\nshared x: set of 0..2\np i of 2:\n  a:\n    x ← s + {{}}\n{lines}\n"
        );
        assert!(!check(&text).is_empty(), "{lines}");
    }
}

/// What a list counts, or a set, in the memory of a program is no number of a text.
#[test]
fn only_numbers_are_added_to() {
    let variables = [
        ("list of 0..2 up to 3", "a list"),
        ("set of 0..2", "a set"),
        ("bool", "true or false"),
        ("pair", "a `pair`"),
        ("red | green", "red | green"),
    ];
    for (domain, what) in variables {
        let text = format!(
            "algorithm A\nrecord pair(a: 0..2, b: 0..2)\nshared x: {domain}\nshared y: {domain}\np i of 2:\n  a:\n    y ← fetch_and_add(x, 1)\n"
        );
        let found = only(&text);
        assert_eq!(found.kind, Kind::NotANumber, "{domain}: {found}");
        assert!(found.message.contains(&format!("and this is {what}")), "{domain}: {found}");
    }
}

/// Each is mended by its replacement.
#[test]
fn habits_of_other_languages() {
    let habits = [
        ("turn ← 1 − i", "turn++", "turn ← turn + 1"),
        ("turn ← 1 − i", "turn += 1", "turn ← turn + 1"),
        ("turn ← 1 − i", "turn -= 1", "turn ← turn - 1"),
        ("turn ← 1 − i", "turn ← i % 2", "turn ← i mod 2"),
        ("await not flag[1 − i] or turn = i", "await !flag[1 − i]", "await not flag[1 − i]"),
        ("turn ← 1 − i", "if flag[i] then turn ← 1", "if flag[i] : turn ← 1"),
        ("turn ← 1 − i", "while flag[i] {\n      turn ← 1", "while flag[i] :\n      turn ← 1"),
        ("process i of 2, for ever:", "process i of 2, forever:", "process i of 2, for ever:"),
        ("process i of 2, for ever:", "process i of 2, once:", "process i of 2, 1 times:"),
        ("shared turn: process", "shared turn = 0", "shared turn: 0..9 = 0"),
    ];
    for (old, new, right) in habits {
        mends(old, new, right, Kind::OtherLanguage);
    }
    let old = "turn ← 1 − i";
    mends(old, "turn ← len(flag)", "turn ← length(flag)", Kind::UnknownName);
    mends(old, "turn ← tas(flag[i])", "turn ← test_and_set(flag[i])", Kind::UnknownName);
    mends("define other: 1 − i", "client of 2:", "client i of 2:", Kind::NotAnItem);
}

/// The replacement of the error that comes of `new` makes `right` of it.
fn mends(old: &str, new: &str, right: &str, kind: Kind) {
    let found = mistake(old, new, kind, ".");
    let text = RIGHT.replacen(old, new, 1);
    let mended = found.replacement.expect("a replacement");
    let (start, end) = (mended.span.start as usize, mended.span.end as usize);
    let text = format!("{}{}{}", &text[..start], mended.text, &text[end..]);
    assert!(text.contains(right), "{new}: {text}");
    let kinds: Vec<Kind> = check(&text).iter().map(|it| it.kind).collect();
    assert!(!kinds.contains(&kind), "{new}: {kinds:?}");
}

#[test]
fn several_at_once() {
    let text =
        RIGHT.replace("turn ← 1 − i", "turn ← ").replace("flag[i] ← false", "flag[i] = false");
    let kinds: Vec<Kind> = check(&text).iter().map(|it| it.kind).collect();
    assert_eq!(kinds, [Kind::NotAnExpression, Kind::AssignedWithEquals]);
    let text =
        RIGHT.replace("turn ← 1 − i", "turm ← 1").replace("flag[i] ← false", "flg[i] ← false");
    let kinds: Vec<Kind> = check(&text).iter().map(|it| it.kind).collect();
    assert_eq!(kinds, [Kind::UnknownName, Kind::UnknownName]);
    let text = "algorithm A\nmessage m(a: 0..x)\nshared x: 0..9 = 12\nshared y: 3..0; z: 0..3 = none\n\
                process i of 2:\n  own o: 0..3 = 4; b: bool = 3\n  waiting:\n    x ← 10\n";
    // in each line the first one
    let lines = |text: &str| check(text).iter().map(|it| it.line).collect::<Vec<u32>>();
    assert_eq!(lines(text), [2, 3, 4, 6]);
    // with every domain right, the lines of processes are read, too
    assert_eq!(lines(&text.replace("0..x", "0..3").replace("3..0", "0..3")), [3, 4, 6, 8]);
}

/// A line that the default leaves out is read, too.
#[test]
fn lines_of_other_options() {
    let text =
        RIGHT.replace("turn ← 1 − i", "turn ← 1 − i\n    turm ← 1    with order = turn_first");
    assert_eq!(only(&text).kind, Kind::UnknownName);
}

#[test]
fn counts_that_are_too_large_are_refused_and_never_cut() {
    mistake("for ever:", "251 times:", Kind::NumberTooLarge, "250 times is the most");
    let found = only(&RIGHT.replace("message hello", "option losses: 251, 0\nmessage hello"));
    assert_eq!(found.kind, Kind::NumberTooLarge);
    assert!(found.message.contains("at most 250 losses"), "{found}");
    let found = only(&RIGHT.replace("shared turn: process", "shared turn: 0..300 = any"));
    assert_eq!(found.kind, Kind::TooManyOutcomes);
    assert!(found.message.contains("`turn` can begin with 301 values"), "{found}");
}

#[test]
fn what_would_say_nothing_is_refused() {
    let property = "always mutual exclusion:";
    let begins = "does not begin with `always eventually`";
    mistake(property, "always eventually calm:", Kind::OutOfPlace, begins);
    let idle = "assume first: turn = 0\nalways mutual exclusion:";
    mistake(property, idle, Kind::OutOfPlace, "Nothing is left open");
    mistake("waiting → critical", "waiting → citical", Kind::PropertyWithoutSection, "`critical`?");
    mistake(
        property,
        "always low: seen ≠ 3\nalways mutual exclusion:",
        Kind::UnknownName,
        "Write `all i: seen[i] ≠ 3`.",
    );
    let seen = "seen[1 − i] ← 3; turn ← 1 − i";
    mistake("turn ← 1 − i", seen, Kind::OutOfPlace, "a section has no access");
    let below = "least turn: turn − 1\nalways mutual exclusion:";
    mistake(property, below, Kind::WrongDomain, "below zero");
}

#[test]
fn lines_before_the_first_step_have_to_run() {
    let first = "  own seen: none | 0..9\n  own low: 0..3\n";
    let text = RIGHT.replace("  own seen: none | 0..9\n", first);
    for line in ["low ← low + 4", "low ← 3 mod low"] {
        let text = text.replacen("    pause", &format!("    {line}\n    pause"), 1);
        let found = only(&text);
        assert_eq!(found.kind, Kind::CannotBegin, "{found}");
        assert_eq!(found.line, 9);
        assert!(listing::compile(&text, &[]).is_err());
    }
}

#[test]
fn words_of_other_languages_get_the_word_of_this_one() {
    for (wrong, says) in [
        ("wait turn = i", "Write `await` here."),
        ("goto remainder", "Write `become` here."),
        ("int low", "Variables are declared above the sections."),
        ("assert turn = i", "`always NAME: …`"),
        ("turn ← i // mine", "A comment begins with `#`."),
    ] {
        mistake("turn ← 1 − i", wrong, Kind::OtherLanguage, says);
    }
    let property = "always mutual exclusion: at most 1 in critical";
    let all = "always mutual exclusion: forall i: turn = i";
    mistake(property, all, Kind::OtherLanguage, "Write `all` here.");
    let implies = "always mutual exclusion: turn = 0 implies turn ≠ 1";
    mistake(property, implies, Kind::OtherLanguage, "Write `⇒` here.");
}

#[test]
fn an_option_has_no_name_that_links_use() {
    let option = "option order: flag_first, turn_first";
    let found = only(&RIGHT.replace(option, &format!("{option}\noption run: fast, slow")));
    assert_eq!((found.kind, found.line), (Kind::ReservedName, 4));
}

#[test]
fn a_text_without_processes_is_an_error_at_the_number() {
    let found = mistake("process i of 2", "process i of 0", Kind::NoProcess, "There are 0");
    assert_eq!((found.line, found.columns), (9, (14, 15)));
    let text = RIGHT.replace("process i of 2", "process i of n");
    let found = only(&text.replace("define other", "define n: 2 − 3\ndefine other"));
    assert_eq!(found.kind, Kind::NoProcess);
    assert!(found.message.contains("There are -1"), "{found}");
    // also where only a value that is not the default is too small
    let option = "option order: flag_first";
    let found = only(&text.replace(option, &format!("option n: 2, 0\n{option}")));
    assert_eq!((found.kind, found.line, found.columns), (Kind::NoProcess, 3, (14, 15)));
}

/// Programs rely on these names.
#[test]
fn kinds_have_names_for_programs() {
    for (kind, name) in [
        (Kind::Expected, "expected"),
        (Kind::UnknownName, "unknown-name"),
        (Kind::NotAnItem, "not-an-item"),
        (Kind::NotABoolean, "not-a-boolean"),
        (Kind::AssignedWithEquals, "assigned-with-equals"),
    ] {
        assert_eq!(kind.name(), name);
    }
}
