//! `interleave test` in a workflow of GitHub.

use super::expect::{COUNTER, directory, test};
use super::usage_error;

/// GitHub reads a command a line; a `%` and what ends a line or a name are written otherwise.
#[test]
fn a_workflow_gets_a_line_for_each_problem() {
    let files = [
        ("a,b.ilv", &*format!("{COUNTER}\nexpect last: at most 1\nexpect sums: 2 outcomes\n")),
        ("c.ilv", "algorithm C\nshared x 0..2\n"),
        ("d.ilv", COUNTER),
    ];
    let folder = directory("github", &files);
    let (code, said) = test(&folder, &["--format", "github"]);
    assert_eq!(code, 2);
    let lines: Vec<&str> = said.lines().filter(|line| line.starts_with("::")).collect();
    let [unmet, wrong, silent] = lines[..] else { panic!("{said}") };
    let name = folder.to_str().unwrap();
    let head = format!("::error file={name}/a%2Cb.ilv,line=19::last: at most 1; found: at most 2");
    assert!(unmet.starts_with(&head), "{unmet}");
    assert!(unmet.contains("%0Ainterleave play "), "{unmet}");
    let head = format!("::error file={name}/c.ilv,line=2,col=10,endColumn=11::");
    assert!(wrong.starts_with(&head), "{wrong}");
    assert_eq!(silent, format!("::warning file={name}/d.ilv,line=1::The file expects nothing."));
    // what is said to readers is there as ever
    let (_, plain) = test(&folder, &[]);
    assert_eq!(
        said.lines().filter(|line| !line.starts_with("::")).collect::<Vec<_>>().join("\n"),
        plain.trim_end()
    );
    let (_, bounded) = test(&folder.join("a,b.ilv"), &["--format", "github", "--states-max", "3"]);
    assert!(bounded.contains("::warning file="), "{bounded}");
    let folder = folder.to_str().unwrap();
    usage_error(&["test", "--format", "github", "--junit", "-", folder]);
    usage_error(&["test", "--format", "github", "--json", folder]);
}
