use super::*;
use crate::check::{Found, Mark};
use catalog::Limits;

/// Of Peterson's lock, with the line that gives way to be written and one property hidden.
fn peterson() -> (Task, Vec<String>) {
    let scenario = Scenario::parse("peterson").expect("a link").scenario;
    let mut making = TaskDraft::of(&scenario);
    assert!(making.task().is_err());
    let gives_way =
        |it: &Line| it.text.trim_start().starts_with("turn ←") && it.text.contains("flag_first");
    let line = making.lines.iter().position(gives_way).expect("it gives way");
    making.turn(line);
    making.question = "Let the other go first.".into();
    for line in &mut making.lines {
        match &mut line.property {
            Some((name, told)) if name == "served" => *told = Disclosure::Hidden,
            Some((name, told)) if name == "overtaken" => *told = Disclosure::Verdict,
            _ => {}
        }
    }
    making.task().expect("a line is free")
}

fn grade(task: &Task, line: &str) -> Graded {
    let [answer] = &answers(task, line)[..] else { panic!("one line is one answer") };
    let mut graded = Graded::new(answer.clone());
    if let Some(whole) = graded.asks(task) {
        let mut search = whole.search(Limits::states(100_000));
        while search.advance(1 << 16) {}
        graded.take(task, &whole, &Found::of(&search.report(), 0));
    }
    graded
}

fn link(task: &Task, answer: &[String]) -> String {
    format!("https://example.org/task.html#task={task}&answer={}", pack_answer(answer))
}

#[test]
fn a_link_holds_all_of_a_task() {
    let (task, answer) = peterson();
    let link = task.to_string();
    assert_eq!(Task::parse(&link), Ok(task.clone()));
    assert_eq!(unpack_answer(&pack_answer(&answer)), Ok(answer.clone()));
    assert!(!task.text.contains("served") && task.hidden.len() == 1);
    assert!(!task.text.contains("expect"), "what is expected would tell the answer");
    assert!(task.text_with(&answer).contains(answer[0].trim()));
    assert_eq!(task.blank(), ["    "], "a line begins where the teacher's does");
    for cut in 1..link.len() {
        assert!(Task::parse(&link[..cut]).is_err(), "{cut}");
    }
}

#[test]
fn answers_are_graded_with_what_is_hidden() {
    let (task, answer) = peterson();
    let right = grade(&task, &format!("Ada {}", link(&task, &answer)));
    assert_eq!((right.answer.name.as_str(), right.holds()), ("Ada", Some(true)));
    let Grade::Found { lines, .. } = &right.grade else { panic!("{right:?}") };
    let hidden: Vec<&str> =
        lines.iter().filter(|it| it.is_hidden).map(|it| &*it.property).collect();
    assert_eq!(hidden, ["served"]);
    let wrong = grade(&task, &link(&task, &["    turn ← i".into()]));
    assert_eq!(wrong.holds(), Some(false));
    let Grade::Found { lines, .. } = &wrong.grade else { panic!("{wrong:?}") };
    let failing: Vec<&str> =
        lines.iter().filter(|it| it.mark == Mark::Fails).map(|it| &*it.property).collect();
    assert!(failing.contains(&"mutual exclusion"), "{wrong:?}");
    assert_eq!(graded(&[right, wrong]), "Everything holds in 1 of 2 answers.");
}

#[test]
fn what_is_not_graded_says_why() {
    let (task, answer) = peterson();
    let mut other = task.clone();
    other.question = "Something else".into();
    let whole = link(&task, &answer);
    for (line, why) in [
        (link(&other, &answer), "not graded: This link belongs to another task."),
        (whole[..whole.len() - 3].to_owned(), "not graded: This link is not complete"),
        (format!("#task={task}"), "not graded: This is the task, and no answer."),
        (link(&task, &["    turn ← ".into()]), "line "),
    ] {
        let Grade::Rejected(told) = grade(&task, &line).grade else { panic!("{line}") };
        assert!(told.starts_with(why), "{told}");
    }
}

/// A copy of the listing is an answer, too, if its locked lines are the task's.
#[test]
fn listings_are_answers_if_what_is_locked_stays() {
    let (task, answer) = peterson();
    let text = task.text_with(&answer);
    assert_eq!(task.answer_in(&text), Ok(answer.clone()));
    assert_eq!(
        task.answer_in(&task.text_with(&["    pause\n    turn ← i".into()])),
        Ok(vec!["    pause\n    turn ← i".into()])
    );
    let changed = text.replace("flag[i] ← false", "flag[i] ← true");
    assert_ne!(changed, text);
    let line = task.answer_in(&changed).expect_err("a locked line was changed");
    assert!(
        task.text.lines().nth(line - 1).is_some_and(|it| it.contains("flag[i] ← false")),
        "{line}"
    );
    assert!(task.answer_in(&format!("{text}define more: 1\n")).is_err());
    let copied = grade(&task, &task.scenario(&answer).to_string());
    assert_eq!(copied.holds(), Some(true), "{copied:?}");
}

/// Every property of every listing can be told, kept quiet, or hidden.
#[test]
fn every_property_of_the_catalogue_is_found() {
    for entry in catalog::entries() {
        let scenario = Scenario::new(entry);
        let making = TaskDraft::of(&scenario);
        let named: Vec<&str> =
            making.lines.iter().filter_map(|it| it.property.as_ref()).map(|it| &*it.0).collect();
        for claim in crate::check::claims(&scenario) {
            let is_given =
                ["no deadlock", "values stay in their domains"].contains(&&*claim.property);
            assert!(
                is_given || named.contains(&&*claim.property),
                "{}: {}",
                entry.slug,
                claim.property
            );
        }
    }
}
