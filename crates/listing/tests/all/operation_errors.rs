//! What is wrong with an operation or its call.

/// An error stands where the mistake is, and says what to write.
#[test]
fn what_is_forgotten_in_an_operation_is_said_at_its_place() {
    let head = "algorithm A\noption o: one, two, three\nshared x: 0..2\n";
    let push = "operation push(v: 1..2):\n  x ← v\n";
    let pop = "operation pop → 0..2:\n  return x\n";
    let calls = |line: &str| format!("process i of 1:\n  own got: 0..2\n  s:\n    {line}\n");
    let pops = calls("call got ← pop");
    let refused = "operation pop → 0..2:\n  own k: 0..2 with o = one\n  own k: 0..1 with o = two\n  own n: bool = any\n  return x\n";
    for (text, places, says) in [
        (format!("{push}{}", calls("push(1)")), vec!["9:5"], "Write `call push(1)`."),
        (format!("{pop}{}", calls("got ← pop")), vec!["9:5"], "Write `call got ← pop`."),
        (format!("{pop}{}", calls("got ← pop + 1")), vec!["9:11"], "`call x ← pop`"),
        (format!("{pop}{}", calls("await pop() = 1")), vec!["9:11"], "`call x ← pop`"),
        (
            format!("{push}{push}{}", calls("call push(1)")),
            vec!["6:11"],
            "declared in line 4 already",
        ),
        (format!("{refused}{pops}"), vec!["5:15", "6:15", "7:17"], "Leave `with` out"),
        (
            format!(
                "operation pop → 0..2:\n  x ← 1\n  return 1 with o = one\n  return 2 with o = two\n{pops}"
            ),
            vec!["5:3"],
            "behind this.",
        ),
        (
            format!(
                "operation pop → 0..2:\n  if x = 1: return 1\n  else if x = 2:\n    x ← 0\n  else: return 2\n{pops}"
            ),
            vec!["7:5"],
            "behind this.",
        ),
        (
            format!("operation pop → 0..2:\n  if x = 1: return 1\n{pops}"),
            vec!["5:6"],
            "where this condition is false.",
        ),
        (
            format!(
                "operation pop → 0..2:\n  if x = 1: return 1\n  else if x = 2: return 2\n{pops}"
            ),
            vec!["5:6"],
            "none of these conditions",
        ),
    ] {
        let text = format!("{head}{text}");
        let found = listing::check(&text);
        let at: Vec<String> =
            found.iter().map(|one| format!("{}:{}", one.line, one.columns.0)).collect();
        assert_eq!(at, places, "{found:?}\n{text}");
        assert!(found[0].to_string().contains(says), "{}\n{text}", found[0]);
    }
    let each = format!(
        "{head}operation pop → 0..2:\n  x ← 1\n  return 1 with o = one\n  return 2 with o ≠ one\n{pops}"
    );
    assert_eq!(listing::check(&each), []);
}
