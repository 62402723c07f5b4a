//! Where a claim that is false finds processes.

use super::record::Record;
use program::reason::Ground;

/// Whether nothing is wrong but that processes are in a section.
pub fn is_of_section(ground: &Ground, name: &str) -> bool {
    match ground {
        Ground::Each(all) => all.iter().all(|ground| is_of_section(ground, name)),
        Ground::But(one, other) => is_of_section(one, name) && is_of_section(other, name),
        Ground::Stands { section, is_in, .. } => *is_in && section == name,
        _ => false,
    }
}

/// The processes that a ground finds together in a section.
pub fn in_one_section(ground: &Ground) -> Option<(String, Vec<usize>)> {
    let mut all: Vec<(String, usize)> = Vec::new();
    collect(ground, &mut all);
    let (section, _) = all.first()?.clone();
    let mut who: Vec<usize> =
        all.into_iter().filter(|(of, _)| *of == section).map(|(_, who)| who).collect();
    who.sort_unstable();
    who.dedup();
    (who.len() > 1).then_some((section, who))
}

fn collect(ground: &Ground, all: &mut Vec<(String, usize)>) {
    match ground {
        Ground::Each(some) => some.iter().for_each(|ground| collect(ground, all)),
        Ground::But(one, other) => {
            collect(one, all);
            collect(other, all);
        }
        Ground::Stands { process, section, is_in: true } => all.push((section.clone(), *process)),
        Ground::TooMany { who, section, .. } => {
            all.extend(who.iter().map(|who| (section.clone(), *who)));
        }
        _ => {}
    }
}

/// "node 0 is neither leader nor follower", of the only process that was to be in one of several sections.
pub fn in_none<'g>(
    record: &Record,
    all: &'g [Ground],
    who: usize,
) -> Option<(String, Vec<&'g str>)> {
    let mut sections = Vec::new();
    for ground in all {
        match ground {
            Ground::Stands { process, section, is_in: false } if *process == who => {
                sections.push(section.as_str());
            }
            Ground::Stands { is_in: false, .. } => return None,
            _ => {}
        }
    }
    let is = |section: &&str| Some(standing(section, 1, true).strip_prefix("is ")?.to_owned());
    let words = sections.iter().map(is).collect::<Option<Vec<_>>>()?;
    let said = format!("{} is neither {}", record.name(who), words.join(" nor "));
    (words.len() > 1).then_some((said, sections))
}

/// "is in the critical section", "are waiting", "has decided"
pub fn standing(section: &str, count: usize, is_in: bool) -> String {
    let (be, have) = if count == 1 { ("is", "has") } else { ("are", "have") };
    let not = if is_in { "" } else { " not" };
    match section {
        "critical" => format!("{be}{not} in the critical section"),
        "remainder" => format!("{be}{not} in its remainder section"),
        "decided" | "crashed" => format!("{have}{not} {section}"),
        "end" => format!("{have}{not} ended"),
        _ => format!("{be}{not} {}", section.replace('_', " ")),
    }
}
