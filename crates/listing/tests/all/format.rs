//! The formatter: one way to write each text.

use crate::texts;
use listing::{format, tidy_line};

#[test]
fn listings_are_formatted() {
    for (name, text) in texts::texts() {
        let formatted = format(&text).unwrap_or_else(|errors| panic!("{name}: {}", errors[0]));
        assert_eq!(text, formatted, "{name} is not formatted; `interleave fmt` does it");
    }
}

#[test]
fn signs_spaces_and_columns() {
    let text = "
algorithm   Two  names - and a sign
#a note

option   a:x,y
shared  t [ process ]:0..9   =  3

process i of 2:
    own n :  -1 .. 9
    # above the section
    waiting :
      t[i]<-n*2-1 with a=x and n>=-1 #why
      n:=t [1-i]   #because
      if not(n!=2)&&n<=3:   with a!=x
          t[ i ] <- max( t )
          # in the block
      # in the section
      await t[i]==(n+1)mod 2
    # last in the role
# on top
always  so  it is :  all j!=i : t[j]<=9=>always t[j]>=0
";
    let expected = "\
algorithm Two  names - and a sign
# a note

option a: x, y
shared t[process]: 0..9 = 3

process i of 2:
  own n: −1..9
  # above the section
  waiting:
    t[i] ← n · 2 − 1             with a = x and n ≥ −1    # why
    n ← t[1 − i]                                          # because
    if not (n ≠ 2) and n ≤ 3:    with a ≠ x
      t[i] ← max(t)
      # in the block
    # in the section
    await t[i] = (n + 1) mod 2
  # last in the role
# on top
always so  it is: all j ≠ i: t[j] ≤ 9 ⇒ always t[j] ≥ 0
";
    let formatted = format(text).expect("a text without errors");
    assert_eq!(formatted, expected);
}

#[test]
fn a_wide_line_does_not_move_the_column_of_its_neighbours() {
    let wide = "await x = 0 and x ≠ 1 and x ≠ 2 and x ≠ 3 and x ≠ 4 and x ≠ 5 and x ≠ 6 and x ≠ 7";
    let text = format!(
        "algorithm A\noption o: p, q\nshared x: 0..9\nprocess i of 2:\n  a:\n    {wide} with o = p\n    \
         x ← 1 with o = q\n    x ← 1 + x with o = q\n"
    );
    let formatted = format(&text).expect("a text without errors");
    assert!(formatted.contains(&format!("    {wide}    with o = p\n")), "{formatted}");
    assert!(
        formatted.contains("    x ← 1        with o = q\n    x ← 1 + x    with"),
        "{formatted}"
    );
}

#[test]
fn lines_inside_brackets_stay_lines() {
    let text = "algorithm A\nmessage m(a: 0..9,\nb: 0..9,\n        c: 0..9)\nprocess i of 2:\n  a:\n    pause\n";
    let formatted = format(text).expect("a text without errors");
    let expected = "message m(a: 0..9,\n    b: 0..9,\n    c: 0..9)\n";
    assert!(formatted.contains(expected), "{formatted}");
    assert_eq!(format(&formatted).as_ref(), Ok(&formatted));
}

#[test]
fn a_text_with_errors_comes_back_as_errors() {
    let errors = format("algorithm A\nshared x 0..9\n").expect_err("a colon is missing");
    assert_eq!(errors[0].line, 2);
    assert!(format("").is_err());
}

#[test]
fn a_word_of_the_language_is_no_function() {
    for word in ["become", "send", "stop", "atomic", "if"] {
        let text =
            format!("algorithm A\nshared x: 0..9\nprocess i of 2:\n  a:\n    x<-x+{word}(1,2)\n");
        let errors = format(&text).expect_err(&text);
        assert_eq!((errors[0].line, errors[0].message.contains(word)), (5, true), "{word}");
    }
}

#[test]
fn a_byte_order_mark_goes() {
    let text = "algorithm A\nprocess i of 2:\n  a:\n    pause\n";
    assert_eq!(format(&format!("\u{feff}{text}")).as_deref(), Ok(text));
}

#[test]
fn a_line_that_the_caret_leaves_gets_its_signs() {
    for (typed, tidy) in [
        ("    x<-1", "    x ← 1"),
        ("  x := y-1  # a<-b", "  x ← y − 1  # a<-b"),
        ("if x!=1 and y >=-1:    with a=b", "if x ≠ 1 and y ≥ −1:    with a=b"),
        ("always not-so: p->q", "always not-so: p → q"),
        ("algorithm A <- B", "algorithm A <- B"),
        ("  show <- 1", "  show ← 1"),
        ("x ← (-1)*2", "x ← (−1) · 2"),
        ("await (a && b", "await (a and b"),
        ("x <- \"", "x ← \""),
        ("", ""),
    ] {
        assert_eq!(tidy_line(typed), tidy);
        assert_eq!(tidy_line(tidy), tidy);
    }
}

/// Else the first word and the name would be one.
#[test]
fn a_space_stands_before_a_name() {
    let text = "algorithm ..By half{\n\np i of 2:\n  a:\n    pause\n";
    assert_eq!(format(text).as_deref(), Ok(text));
}
