//! Texts that were meant otherwise: the error says what was meant, and what to write.

use listing::{Kind, check, compile};

/// The errors of a text are these: place, kind, words.
pub fn errors(text: &str, expected: &[(&str, Kind, &str)]) {
    let found = check(text);
    let all: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), expected.len(), "{all:#?}\n{text}");
    for ((it, sentence), (place, kind, words)) in found.iter().zip(&all).zip(expected) {
        assert_eq!(it.kind, *kind, "{sentence}");
        assert!(sentence.starts_with(&format!("{place}: ")), "{place}: {sentence}");
        assert!(sentence.contains(words), "{words}: {sentence}");
    }
}

/// The text with what its errors propose.
fn mended(text: &str) -> String {
    let mut mended = text.to_owned();
    for it in check(text).into_iter().rev() {
        let edit = it.replacement.expect("a proposal");
        mended.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
    }
    mended
}

/// A text with such lines in a section, behind some declarations.
fn section(lines: &str) -> String {
    format!(
        "algorithm Lines\nshared x: 0..9\nshared up[process]: bool\nmessage ack\n\
         worker i of 2:\n  own b: bool\n  going:\n{lines}  resting:\n    pause\n\
         boss:\n  on ack: skip\n"
    )
}

#[test]
fn a_line_ends_without_a_sign() {
    let text = "algorithm Ends\nshared x: 0..2;\nprocess i of 2:\n  own y: 0..2;\n  going:\n    x ← 1;\n    x ← 2; y ← 2\n";
    let words = "a line needs none";
    let other = Kind::OtherLanguage;
    errors(text, &[("2:15", other, words), ("4:14", other, words), ("6:10", other, words)]);
    assert_eq!(check(&mended(text)), []);
}

#[test]
fn comments_of_other_languages() {
    let text = "algorithm Comments\n// one\nshared x: 0..2 /* two\n-- three\nprocess i of 2:\n  // four\n  going:\n    x ← 1 // five\n    // six\n";
    let places = ["2:1", "3:16", "4:1", "6:3", "8:11", "9:5"];
    let expected = places.map(|it| (it, Kind::OtherLanguage, "A comment begins with `#`."));
    errors(text, &expected);
    assert_eq!(check(&mended(text)), []);
}

#[test]
fn names_of_several_words_and_roles_without_a_count() {
    let text = "algorithm Words\nprocess i of 2:\n  critical section:\n    pause\n";
    errors(text, &[("3:3", Kind::OtherLanguage, "Write `critical_section:`.")]);
    assert_eq!(check(&mended(text)), []);
    let text = "algorithm Count\nworker p:\n  going:\n    pause\n";
    errors(text, &[("2:1", Kind::NotAnItem, "Write `worker p of 2:` for two of them")]);
    let text = "algorithm Count\noptin p: a, b\n";
    errors(text, &[("2:1", Kind::NotAnItem, "Did you mean `option`?")]);
}

#[test]
fn messages_to_a_role_and_from_anybody() {
    assert_eq!(check(&section("    send ack to all worker\n    send ack to all boss\n")), []);
    assert_eq!(check(&section("    await ack from j\n    up[j] ← true\n    x ← 1\n")), []);
    // a new name that is almost a role's is a slip
    let text = section("    await ack from bos\n    x ← 1\n");
    errors(&text, &[("8:20", Kind::UnknownName, "Did you mean `boss`?")]);
    assert_eq!(check(&section("    await ack from 1 − i\n    await ack from boss\n")), []);
}

#[test]
fn a_name_for_a_value_does_not_change() {
    let text = section("    let n = x + 1\n    n ← 2\n");
    errors(&text, &[("9:5", Kind::NotAssignable, "a name for a value, which does not change")]);
    let text = section("    let n ← x + 1\n");
    errors(&text, &[("8:11", Kind::Expected, "Write `=` here.")]);
    assert!(mended(&text).contains("let n = x + 1\n"));
    let text = section("    let x = 1\n");
    errors(&text, &[("8:9", Kind::DeclaredTwice, "has another meaning already")]);
}

#[test]
fn loops_end_by_their_condition() {
    let text = section("    while x < 3:\n      if up[0]: break\n      x ← x + 1\n");
    errors(&text, &[("9:17", Kind::OtherLanguage, "Write the condition behind `while`")]);
}

#[test]
fn what_a_quantifier_says_reaches_to_the_end() {
    let text = |claim: &str| section("    up[i] ← true\n") + "never many: " + claim + "\n";
    let wrong = [
        ("count j: up[j] ≤ 2", "Write `(count j: up[j]) ≤ 2`."),
        ("2 · count j: up[j] > 2", "Write `(count j: up[j]) > 2`."),
        ("sum j in worker: x = 3", "Write `(sum j in worker: x) = 3`."),
        ("(max j in 0..2: j) = 1 and min j in 0..2: j < 1", "Write `(min j in 0..2: j) < 1`."),
    ];
    for (claim, words) in wrong {
        let found = check(&text(claim));
        assert_eq!((found.len(), found[0].kind), (1, Kind::NotANumber), "{}", found[0]);
        assert!(found[0].to_string().contains(words), "{}", found[0]);
    }
    for right in
        ["(count j: up[j] = (x = 1)) > 3", "(count j in 0..2: j < 1) > 3", "(count j: up[j]) > 3"]
    {
        assert_eq!(check(&text(right)), [], "{right}");
    }
}

#[test]
fn domains_of_truth_values_and_symbols() {
    let text = section("    pause\n    choose b in true | false\n");
    errors(&text, &[("9:17", Kind::WrongDomain, "Write `bool`.")]);
    assert_eq!(check(&text.replace("true | false", "bool")), []);
    let text = section("    pause\n").replace("boss:\n", "boss:\n  own state: none | b\n");
    errors(
        &text,
        &[("12:21", Kind::DeclaredTwice, "`b` is a variable, too, which line 6 declares.")],
    );
}

#[test]
fn what_another_role_has_and_what_is_no_set() {
    let rule = |guard: &str| section("    pause\n") + "  when " + guard + ": x ← 1\n";
    let text = rule("b[0] and x = 0");
    errors(
        &text,
        &[("13:8", Kind::OutOfPlace, "`b` belongs to `worker`, and this is a line of `boss`.")],
    );
    let text = rule("x = 0 and (all k in worker: b[k])");
    errors(&text, &[("13:36", Kind::OutOfPlace, "A rule reads it as `k.b`")]);
    assert_eq!(check(&text.replace("b[k]", "k.b")), []);
    let text = "algorithm Inside\nprocess i of 3:\n  sections outside, inside\n  own seen: bool\n  \
                when inside = process and not seen: seen ← true\n  when outside: become inside\n\
                reachable one: some i: seen[i]\n";
    let all = "(all j in process: j in inside)";
    errors(text, &[("5:8", Kind::NotABoolean, &format!("Write `{all}`"))]);
    assert_eq!(check(&text.replace("inside = process", all)), []);
}

/// A list that holds no list is what every element of an array of lists begins with.
#[test]
fn the_first_value_of_lists_in_an_array() {
    for (value, expected) in [
        ("[0, 2]", "length(m[1]) = 2 and head(m[1]) = 0"),
        ("[]", "m[1] = []"),
        ("[[2], []]", "m[1] = [] and head(m[0]) = 2"),
    ] {
        let text = format!(
            "algorithm Lists\nshared m[process]: list of 0..2 up to 2 = {value}\nprocess i of 2:\n  \
             going:\n    pause\nalways so: {expected}\n"
        );
        let system = compile(&text, &[]).unwrap_or_else(|it| panic!("{}\n{text}", it[0]));
        let report = checker::check(std::sync::Arc::new(system), checker::Limits::states(100));
        assert!(report.ok(), "{value}");
    }
}

/// An index that runs over all processes, where the array has an element for each of one role.
#[test]
fn an_array_of_one_role_has_no_element_for_another() {
    let text = section("    pause\n").replace("up[process]", "up[worker]");
    let text = text.replace("boss:", "foreman:\n  on ack: skip\nboss:")
        + "at end all: all j in process: up[j]\n";
    errors(&text, &[("15:34", Kind::IndexOutside, "`up` has an element for each `worker`")]);
}

/// A block without its colon is read all the same: errors in it are told at once.
#[test]
fn a_block_has_a_colon() {
    let text = "algorithm Colons\nshared x: 0..9\nprocess i of 2\n  going    # here\n    while x > 0\n      y ← 1\n    \
                if x = 0\n      x ← 1\n    else\n      x ← 2\n  resting:\n    pause\n";
    let missing = "A `:` is missing before the block below. Write `:` here.";
    let places = ["3:15", "4:18", "5:16", "7:13", "9:9"];
    errors(text, &places.map(|place| (place, Kind::Expected, missing)));
    errors(&mended(text), &[("6:7", Kind::UnknownName, "Nothing is called `y`.")]);
    let rule = "algorithm Rule\nmessage go\nprocess i of 2:\n  on go\n    pause\n";
    errors(rule, &[("4:8", Kind::Expected, missing)]);
}

#[test]
fn a_property_ends_without_a_sign() {
    let text = format!("{}always low: x < 9;\nmessage go; # why\n", section("    x ← 1\n"));
    let (other, words) = (Kind::OtherLanguage, "a line needs none");
    errors(&text, &[("13:18", other, words), ("14:11", other, words)]);
    assert_eq!(check(&mended(&text)), []);
}

#[test]
fn an_implication_is_no_arrow() {
    for arrow in ["→", "->"] {
        let text = format!("{}always low: x = 1 {arrow} x < 9\n", section("    x ← 1\n"));
        errors(&text, &[("13:19", Kind::OtherLanguage, "“Implies” is written `⇒`")]);
        assert_eq!(check(&mended(&text)), []);
    }
}

#[test]
fn a_title_ends_without_a_sign() {
    let rest = "\nprocess i of 2:\n  going:\n    pause\n";
    for (first, column) in
        [("algorithm T;", 12), ("algorithm T : # why", 13), ("algorithm A b:", 14)]
    {
        let text = format!("{first}{rest}");
        let place = format!("1:{column}");
        errors(&text, &[(&place, Kind::OtherLanguage, "needs no `")]);
        assert_eq!(check(&mended(&text)), []);
    }
    // within a title they are the reader's
    assert_eq!(check(&format!("algorithm Locks: a tour; part 1{rest}")), []);
}

#[test]
fn processes_are_counted_behind_of() {
    for (line, mends) in [("process 2:", true), ("process i in 0..1:", false)] {
        let text = format!("algorithm Count\n{line}\n  going:\n    pause\n");
        errors(&text, &[("2:1", Kind::NotAnItem, "Write `process i of 2:`")]);
        assert!(!mends || check(&mended(&text)).is_empty(), "{line}");
    }
}

#[test]
fn arrays_are_declared_by_indices() {
    let other = Kind::OtherLanguage;
    for domain in ["[0, 0]", "[0..3] of bool", "array of bool"] {
        let text = section("    x ← 1\n").replace("x: 0..9", &format!("x: {domain}"));
        errors(&text, &[("2:11", other, "Write `x[0..3]: bool`")]);
    }
    let text = section("    up[i, 0] ← true\n").replace("up[process]", "up[process][0..1]");
    errors(&text, &[("3:18", other, "between two brackets. Write `,` here.")]);
    assert_eq!(check(&mended(&text)), []);
    let text = section("    up ← [true, false]\n");
    errors(&text, &[("8:10", Kind::WrongDomain, "one by one: `up[0] ← …`.")]);
}

#[test]
fn a_section_is_a_set_and_no_array() {
    let property = format!("{}always calm: not going[0]\n", section("    x ← 1\n"));
    errors(&property, &[("13:18", Kind::NotAnArray, "Write `0 in going`.")]);
}

#[test]
fn a_process_returns_nothing() {
    errors(&section("    return\n"), &[("8:5", Kind::OtherLanguage, "Write `stop`")]);
}

/// The number of a process means one of its lines; a property is of all.
#[test]
fn a_property_has_no_process_of_its_own() {
    let property = format!("{}always down: not up[i]\n", section("    x ← 1\n"));
    let words = "Write `all i in worker: …` or `some i in worker: …`.";
    errors(&property, &[("13:21", Kind::UnknownName, words)]);
}

/// What a guard excludes need not make sense, whatever else the guard says.
#[test]
fn a_guard_is_seen_by_what_it_guards() {
    for lines in
        ["  when at = i and i > 0:\n    at ← i − 1\n", "  when i > 0 and at = i:\n    at ← i − 1\n"]
    {
        let text = format!("algorithm Down\nshared at: node = 2\nnode i of 3:\n{lines}");
        errors(&text, &[]);
        let text = text.replace("i > 0", "i < 2");
        let found = check(&text);
        assert!(found[0].message.contains("this is −1"), "{found:?}");
    }
}

/// A section has no access to what another process has; a rule and an atomic line do.
#[test]
fn who_has_access_to_the_variables_of_others_is_told() {
    let words = "a rule or behind `atomic`";
    errors(&section("    x ← 1\n    await b[1 − i]\n"), &[("9:11", Kind::OutOfPlace, words)]);
    errors(&section("    x ← 1\n    atomic: await b[1 − i]\n"), &[]);
}

#[test]
fn types_and_constants_of_other_languages() {
    for (domain, words) in
        [("int", "`0..9`"), ("Bool", "`bool`"), ("boolean", "`bool`"), ("string", "none | one")]
    {
        let text = section("    x ← 1\n").replace("up[process]: bool", &format!("up: {domain}"));
        errors(&text, &[("3:12", Kind::UnknownName, words)]);
    }
    errors(&section("    b ← True\n"), &[("8:9", Kind::UnknownName, "Did you mean `true`?")]);
    // who declares it has it
    let text = section("    x ← 1\n").replace("up[process]: bool", "up: int\ndomain int: 0..3");
    errors(&text, &[]);
}

#[test]
fn unequal_signs_in_a_row_and_between_new_names() {
    let other = Kind::OtherLanguage;
    let text = section("    if up[0] ≠ up[1] ≠ b: skip\n    x ← 1\n");
    let words = "Write `up[0] ≠ up[1] and up[1] ≠ b and up[0] ≠ b`.";
    errors(&text, &[("8:8", other, words)]);
    let text = section("    x ← 1\n");
    let text = format!("{text}reachable pair: some j, k ≠ m in worker: up[j]\n");
    errors(&text, &[("13:22", other, "`m` is a new name, too")]);
    // two names that differ, several that differ from a known one, and a chain that says what it means
    let fine = "reachable a: some j ≠ k in worker: up[j]\nreachable b: some j, k ≠ boss in process: up[j] and up[k]\n\
                reachable c: 0 < x = 1 ≠ 2\n";
    assert_eq!(check(&(section("    x ← 1\n") + fine)), []);
}

#[test]
fn a_domain_has_one_range_of_numbers_or_processes() {
    let text = |domain: &str| {
        format!("algorithm Domains\nshared x: {domain}\nprocess i of 2:\n  going:\n    pause\n")
    };
    let wrong = Kind::WrongDomain;
    errors(&text("1 | 3"), &[("2:15", wrong, "Write `1..3`, or name the values by words.")]);
    errors(&text("3..4 | 0..2"), &[("2:18", wrong, "one range, and this is `0..4`")]);
    errors(&text("process | 5"), &[("2:21", wrong, "processes for its values, or numbers")]);
    for domain in ["0..1 | 2", "none | process", "none | 0..2 | 2..4", "process | none"] {
        assert_eq!(check(&text(domain)), [], "{domain}");
    }
}

#[test]
fn channels_of_an_order_that_is_known() {
    let text = section("    x ← 1\n") + "option channels: fifo, lifo\n";
    errors(
        &text,
        &[("13:24", Kind::UnknownOptionValue, "`fifo`, `self_at_once`, `mailbox`, `unordered`")],
    );
    let text = section("    x ← 1\n") + "option channels: mailbox, unordered, fifo, self_at_once\n";
    assert_eq!(check(&text), []);
}

#[test]
fn a_role_is_no_new_name() {
    let twice = Kind::DeclaredTwice;
    let text = section("    for each boss: pause\n");
    errors(&text, &[("8:14", twice, "`boss` is a role, and here a new name is bound.")]);
    let text = section("    x ← 1\n").replace("on ack: skip", "on ack from worker: skip");
    errors(&text, &[("12:15", twice, "say `j = worker` or `j in worker` in the condition")]);
    // behind `≠` it is the process, also beside one name
    let text = section("    x ← 1\n") + "reachable a: some j ≠ boss in process: j = boss\n";
    let system = compile(&text, &[]).expect("a text without errors");
    let report = crate::searches::search(system);
    assert!(report.verdicts.iter().any(|it| it.outcome == checker::Outcome::NotFound));
}

#[test]
fn a_line_of_a_section_does_not_see_who_is_where() {
    let words = "a line of a section does not see who is in it";
    for (line, place) in [
        ("if resting: skip", "8:8"),
        ("atomic: await all j in worker: j in resting", "8:41"),
        ("send ack to all in resting", "8:24"),
        ("for each j in resting: pause", "8:19"),
        ("x ← size(going)", "8:14"),
    ] {
        let text = section(&format!("    {line}\n    x ← 1\n"));
        errors(&text, &[(place, Kind::OutOfPlace, words)]);
    }
    // a rule sees it, also one for a crash
    let fine = section("    x ← 1\n").replace(
        "boss:\n",
        "  on crash when going: stop\nboss:\n  when all j in worker: j in resting: stop\n",
    );
    assert_eq!(check(&(fine + "define crashes: 1\n")), []);
}

#[test]
fn a_range_is_no_set() {
    let wrong = Kind::WrongDomain;
    let words = "Write `0 ≤ x ≤ 5`.";
    errors(&section("    if x in 0..5: skip\n    x ← 1\n"), &[("8:13", wrong, words)]);
    let text = section("    x ← 1\n") + "always low: x not in 0..5\n";
    errors(&text, &[("13:22", wrong, "Write `not (0 ≤ x ≤ 5)`.")]);
    let text = section("    x ← 1\n") + "always low: {x} ⊆ 0..5\n";
    errors(&text, &[("13:19", wrong, "Write `{k in 0..5: true}`")]);
}

#[test]
fn a_rule_stands_beside_the_sections() {
    let place = Kind::OutOfPlace;
    let words = "Write `await …` to wait until it is true, or `if …:`";
    errors(&section("    when x = 0: x ← 1\n"), &[("8:5", place, words)]);
    let words = "Write `await …` to take one message.";
    errors(&section("    on ack: x ← 1\n"), &[("8:5", place, words)]);
}

#[test]
fn a_definition_can_be_one_word() {
    for word in ["skip", "pause", "stop", "restart"] {
        let text = section("    x ← 1\n    tell(1)\n") + "define tell(y): " + word + "\n";
        errors(&text, &[]);
    }
}

#[test]
fn claims_about_states_do_not_stand_at_the_end() {
    let text = section("    decide x\n");
    for (claim, words) in [
        ("at end e: all decisions equal", "Write `always NAME: all decisions equal`."),
        ("at end e: at most 1 in going", "Write `always NAME: at most 1 in SECTION`."),
        ("eventually e: going before resting", "SECTION before SECTION"),
    ] {
        let place = format!("13:{}", claim.find(": ").expect("a name") + 3);
        errors(&format!("{text}{claim}\n"), &[(&place, Kind::OutOfPlace, words)]);
    }
}

#[test]
fn any_names_nothing() {
    let text = section("    x ← 1\n").replace("message ack", "message ack, any");
    errors(&text, &[("4:14", Kind::ReservedName, "`any` is a word of the language")]);
    let text = section("    x ← 1\n") + "option asks: number, any\n";
    errors(&text, &[]);
}

#[test]
fn what_follows_for_ever_is_not_about_one_step() {
    let text = |claim: &str| format!("{}always a: {claim}\n", section("    x ← 1\n"));
    let found = text("x = 1 ⇒ always x′ ≥ x");
    let line = found.lines().count();
    let words = "`⇒ always` is about all states from then on, and `′` about one step";
    errors(&found, &[(&format!("{line}:26"), Kind::OutOfPlace, words)]);
    assert_eq!(check(&text("x = 1 ⇒ x′ ≥ x")), []);
}

#[test]
fn passes_are_counted_by_each_process_for_itself() {
    let text = |line: &str, claim: &str| {
        format!(
            "algorithm A\np i of 1, 3 times:\n  own turns: 0..3\n  c:\n    {line}\n    pause\nreachable r: {claim}\n"
        )
    };
    let words = "`passes` stands in the lines of a role";
    errors(&text("pause", "passes[0] = 2"), &[("7:14", Kind::UnknownName, words)]);
    assert_eq!(check(&text("turns ← passes", "turns[0] = 2")), []);
}

#[test]
fn a_prime_stands_behind_the_process() {
    let text = |claim: &str| {
        format!("algorithm A\np i of 2:\n  own k: 0..3\n  w:\n    k ← 1\nalways a: {claim}\n")
    };
    let found = check(&text("all j: k′[j] ≥ k[j]"));
    assert!(found[0].to_string().contains("Write `k[j]′`."), "{found:?}");
    assert_eq!(check(&text("all j: k[j]′ ≥ k[j]")), []);
}

#[test]
fn a_sender_has_no_condition() {
    let text = "algorithm A\nmessage m(a: 0..1)\nsnd:\n  c:\n    send m(1) to rcv\nrcv:\n  own x: 0..1\n  c:\n    \
                await m(x) from snd and true\n    pause\n";
    errors(text, &[("9:21", Kind::OutOfPlace, "Behind `from` stands the sender alone")]);
    assert_eq!(check(&text.replace(" and true", "")), []);
    let fields = |line: &str, words: &str| {
        errors(
            &text.replace("send m(1) to rcv", line).replace(" and true", ""),
            &[("5:10", Kind::WrongArguments, words)],
        );
    };
    fields("send m to rcv", "The message `m` has 1 field, and here is none.");
    fields("send m(1, 1) to rcv", "The message `m` has 1 field, and here are 2.");
}

#[test]
fn a_member_of_a_set_is_named_by_a_condition() {
    let text = |line: &str, claim: &str| {
        format!(
            "algorithm A\nmessage m\nnode i of 2:\n  c:\n    {line}\n  d:\n    await m\nalways q: {claim}\n"
        )
    };
    let set = "A set has no elements.";
    let to = "send m to all in {j in node: j = 0}";
    errors(&text("send m to node[0]", "true"), &[("5:20", Kind::NotAnArray, set)]);
    let one = "some j in node: j = 0 and j in c";
    errors(&text(to, "node[1] in c"), &[("8:16", Kind::NotAnArray, set)]);
    assert_eq!(check(&text(to, one)), []);
}

#[test]
fn an_index_is_no_truth_value() {
    let text = |index: &str, claim: &str| {
        format!(
            "algorithm A\ndomain colour: red | green\nshared f[{index}]: 0..1\np i of 2:\n  s:\n    pause\nalways a: \
             {claim}\n"
        )
    };
    errors(&text("bool", "true"), &[("3:10", Kind::WrongDomain, "`off | on`")]);
    for (index, over) in [("red | green", "c in red | green"), ("colour", "c in colour")] {
        let help = format!("Say over what: `{over}`.");
        errors(&text(index, "(sum c: f[c]) < 3"), &[("7:16", Kind::SeveralSets, &help)]);
        assert_eq!(check(&text(index, &format!("(sum {over}: f[c]) < 3"))), []);
    }
}

#[test]
fn what_has_no_elements_is_called_so() {
    let text = |claim: &str| format!("{}always a: {claim}\n", section("    x ← 1\n"));
    let numbers = [("13:30", Kind::NotAnArray, "−3..−1 has no elements.")];
    errors(&text("all v in −3..−1: v[0] = 1"), &numbers);
    errors(&text("{1, 2}[0] = 1"), &[("13:18", Kind::NotAnArray, "A set has no elements.")]);
    errors(&text("[][0] = 1"), &[("13:14", Kind::EmptyDomain, "always empty")]);
    errors(&text("head([]) = 1"), &[("13:16", Kind::EmptyDomain, "always empty")]);
    errors(&text("head({1}) = 1"), &[("13:16", Kind::WrongDomain, "`head` needs a list.")]);
}

#[test]
fn a_count_is_compared_in_brackets() {
    let text = |claim: &str| format!("{}always a: {claim}\n", section("    x ← 1\n"));
    let claim = "count j in worker: j in end ≤ 3";
    let found = check(&text(claim));
    assert!(found[0].to_string().contains("`(count j in worker: j in end) ≤ 3`"), "{found:?}");
    assert!(check(&text("end ≤ 3"))[0].help.contains("`size(S) ≤ 2`"));
    assert_eq!(check(&text("size(end) ≤ 3")), []);
    assert_eq!(check(&text("(count j in worker: j in end) ≤ 3")), []);
}
