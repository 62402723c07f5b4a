//! Sets that a claim speaks of, as they are written out.

use program::reason::Value;

/// The members of a set that is written out.
pub fn members(of: &Value) -> Option<Vec<String>> {
    let inner = of.value.strip_prefix('{')?.strip_suffix('}')?;
    let is_plain = !inner.contains(['(', '{', '[', ':']);
    let all = inner.split(", ").filter(|member| !member.is_empty());
    is_plain.then(|| all.map(str::to_owned).collect())
}

/// What one of two sets has that the other one has not.
pub fn too_much(left: &Value, right: &Value) -> String {
    let (Some(one), Some(other)) = (members(left), members(right)) else { return String::new() };
    let without = |some: &[String], others: &[String]| {
        some.iter().filter(|member| !others.contains(member)).cloned().collect::<Vec<_>>()
    };
    let (more, less) = (without(&one, &other), without(&other, &one));
    let are = |all: &[String]| if all.len() == 1 { "is" } else { "are" };
    match (&more[..], &less[..]) {
        ([], []) => String::new(),
        (more, []) => format!(": {} {} too much", super::list(more), are(more)),
        ([], less) => format!(": {} {} missing", super::list(less), are(less)),
        (more, less) => format!(
            ": {} {} too much, and {} {} missing",
            super::list(more),
            are(more),
            super::list(less),
            are(less)
        ),
    }
}
