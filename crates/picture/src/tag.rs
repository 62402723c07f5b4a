//! What stands in the disc of a process, and wherever else there is no room for its name.

use catalog::{View, capital};

/// More letters of a role have no room in a disc.
const LETTERS_MAX: usize = 3;

/// Of each process its number, where all are of one role. Else the first letter of its role, with the number where the
/// role has several: "S", "P0", "A2". Roles with the same letter have the shortest beginnings that differ: "Co", "Cl".
pub fn tags(view: &View) -> Vec<String> {
    let roles: Vec<&str> = view.processes.iter().map(|process| process.role).collect();
    let all = 0..roles.len();
    if are_numbers(view) {
        return all.map(|process| process.to_string()).collect();
    }
    let tag = |process: usize| {
        let role = roles[process];
        let letters = beginning(role, letters(&roles, role));
        let is_alone = view.label(process) == role;
        if is_alone { letters } else { format!("{letters}{process}") }
    };
    let tags: Vec<String> = all.clone().map(tag).collect();
    let is_twice = |tag: &String| tags.iter().filter(|other| *other == tag).count() > 1;
    if tags.iter().any(is_twice) {
        // names that are alike for too long: their numbers tell them apart
        return all.map(|process| format!("{}{process}", beginning(roles[process], 1))).collect();
    }
    tags
}

/// Whether discs have numbers alone, so that a name has nothing to add.
pub fn are_numbers(view: &View) -> bool {
    let mut processes = view.processes.iter().enumerate();
    processes.all(|(at, it)| it.role == view.processes[0].role && view.label(at) != it.role)
}

fn beginning(role: &str, letters: usize) -> String {
    capital(&role.chars().take(letters).collect::<String>())
}

/// How many letters tell a role from the others; one, where that is too many.
fn letters(roles: &[&str], role: &str) -> usize {
    let is_alike = |letters: usize| {
        let own = beginning(role, letters);
        roles.iter().any(|other| *other != role && beginning(other, letters) == own)
    };
    (1..=LETTERS_MAX).find(|letters| !is_alike(*letters)).unwrap_or(1)
}
