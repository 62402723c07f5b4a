//! What teaches the language to agents: each example comes to what it expects, and is formatted.

use super::expect::directory;
use super::{code, interleave, out};
use std::fs;
use std::path::Path;

#[test]
fn the_skill_teaches_what_is_right() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../skills/interleave/SKILL.md");
    let skill = fs::read_to_string(file).unwrap();
    assert!(skill.starts_with("---\nname: interleave\ndescription: "), "no front matter");
    assert!(skill.lines().count() <= 150, "{} lines", skill.lines().count());
    let examples = skill.split("```interleave\n").skip(1);
    let examples: Vec<&str> = examples.filter_map(|fence| fence.split("```").next()).collect();
    assert!(examples.len() >= 4);
    for text in examples {
        let folder = directory("skill", &[("example.ilv", text)]);
        let path = folder.to_str().unwrap();
        let tested = interleave(&["test", path]);
        assert_eq!(code(&tested), 0, "{}", out(&tested));
        assert_eq!(code(&interleave(&["fmt", "--check", path])), 0, "{text}");
    }
}
