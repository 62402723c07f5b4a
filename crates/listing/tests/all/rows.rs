//! Lines as rows: each line that can run is one, with what stands behind it.

fn rows(section: &str) -> Vec<(String, &'static str)> {
    let text = format!(
        "algorithm Rows\nshared x[0..1]: 0..3\nshared y: 0..3\nprocess i of 2, 2 times:\n  remainder:\n{section}"
    );
    let system = listing::compile(&text, &[]).unwrap_or_else(|found| panic!("{}", found[0]));
    system.rows().into_iter().map(|row| (row.text, row.purpose)).collect()
}

#[test]
fn lines_below_two_headers_on_one_line_are_rows() {
    for headers in ["for each a in {0, 1}: for each b in {0, 1}:", "if y = 0: while y < 2:"] {
        let rows = rows(&format!("    {headers}\n      x[0] ← 1\n      y ← y + 1\n"));
        let texts: Vec<&str> = rows.iter().map(|row| &*row.0).collect();
        assert_eq!(texts, [headers, "  x[0] ← 1", "  y ← y + 1"]);
    }
}

#[test]
fn what_stands_behind_a_section_of_one_line_is_said_of_it() {
    let rows = rows("    pause\n  exit: y ← 0    # for the next one\n");
    assert_eq!(rows[1], ("y ← 0".to_owned(), "for the next one"));
}
