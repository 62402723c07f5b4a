use super::*;
use crate::check::{Found, Mark};
use catalog::Limits;
use std::rc::Rc;

/// Of Peterson's lock, with the line that gives way to be written and one property hidden.
fn peterson() -> (Task, Vec<String>) {
    let scenario = Scenario::parse("peterson").expect("a link").scenario;
    let mut making = TaskDraft::of(&scenario);
    assert!(making.task().is_err());
    making.turn(number_of(&making, "turn ← 1 − i"));
    making.question = "Let the other go first.".into();
    making.disclose(number_of(&making, "eventually served"), Disclosure::Hidden);
    making.disclose(number_of(&making, "most overtaken"), Disclosure::Verdict);
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
        lines.iter().filter(|line| line.is_hidden).map(|line| &*line.property).collect();
    assert_eq!(hidden, ["served"]);
    let wrong = grade(&task, &link(&task, &["    turn ← i".into()]));
    assert_eq!(wrong.holds(), Some(false));
    let Grade::Found { lines, .. } = &wrong.grade else { panic!("{wrong:?}") };
    let failing: Vec<&str> =
        lines.iter().filter(|line| line.mark == Mark::Fails).map(|line| &*line.property).collect();
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
        let named: Vec<String> =
            making.lines().into_iter().filter_map(|line| Some(line.property?.0)).collect();
        let text = making.lines().into_iter().map(|line| line.text + "\n").collect::<String>();
        for claim in crate::check::claims(&scenario.with_text(&text)) {
            let is_given =
                ["no deadlock", "values stay in their domains"].contains(&&*claim.property);
            assert!(
                is_given || named.contains(&claim.property),
                "{}: {}",
                entry.slug,
                claim.property
            );
        }
    }
}

/// Of a task that was made when free lines beside each other were one line of the listing, and hidden ones none.
const OLD_TASK: &str = "A62VMQuEMAyF9_yKwA13B1Io3HC6i4uCm6MoCoqoYP3_-NqqiIuibqWhoUne96K1VGIEqu8oUw0nCJRYlxCy_Amq6qKAzZ7Nph0C72hDSjxnfytLzIsDwaFY7x2wNFYwm1ybOjYkR7ZEfymR46GHDbT8ke5ffgUtoBpheKZZqWHfMZOwZ7pJ2AV0DhW8-Z2O7QX9jMLua-eUd08";
const OLD_ANSWER: &str = "A62VsQ0AAAjCXvEzRxcT_9_EEEc2OAAG0lQ9JmO58haTuH5lQ93wIyUZNaR5AQ";

#[test]
fn old_links_are_tasks_as_they_were() {
    let task = Task::parse(OLD_TASK).expect("a task");
    assert_eq!((task.free.as_slice(), task.blank()), (&[14][..], vec!["    ".to_owned()]));
    let right = format!("Ada https://example.org/task.html#task={OLD_TASK}&answer={OLD_ANSWER}");
    let right = grade(&task, &right);
    assert_eq!(right.holds(), Some(true), "{right:?}");
    let Grade::Found { lines, .. } = &right.grade else { panic!("{right:?}") };
    assert!(lines.iter().any(|line| line.property == "served" && line.is_hidden), "{right:?}");
    assert_eq!(task.to_string(), OLD_TASK, "its link stays");
}

fn draft(link: &str) -> TaskDraft {
    TaskDraft::of(&Scenario::parse(link).expect("a link").scenario)
}

fn number_of(making: &TaskDraft, begins: &str) -> usize {
    let lines = making.lines();
    let line = lines.iter().find(|line| line.text.trim_start().starts_with(begins));
    line.unwrap_or_else(|| panic!("no line {begins:?}")).number
}

/// What a teacher sees in line 22 a student sees there, also below free lines, hidden ones and those of other settings.
#[test]
fn lines_have_the_teachers_numbers() {
    let mut making = draft("bakery?processes=2");
    let [first, exit] = ["choosing[i] ← true", "exit:"].map(|text| number_of(&making, text));
    assert_eq!((first, exit), (21, 31), "as the whole listing counts");
    making.turn(first);
    making.turn(first + 1);
    making.disclose(number_of(&making, "always tickets bounded"), Disclosure::Hidden);
    let (task, answer) = making.task().expect("lines are free");
    assert_eq!((task.free.len(), answer.len()), (2, 1));
    assert_eq!(task.question, format!("Write lines {first} and {}.", first + 1));
    let task = Task::parse(&task.to_string()).expect("its own link");
    let whole = Scenario::parse("bakery").expect("a link").scenario;
    let filled = Filled::new(Rc::new(task.clone()), &answer);
    for (label, line) in filled.labels().iter().zip(filled.text().lines()) {
        let number: usize = label.parse().expect("a number");
        let listed = whole.source().lines().nth(number - 1).unwrap_or_default();
        let begin =
            |text: &str| text.trim().split([' ', ':', ',']).next().unwrap_or_default().to_owned();
        assert_eq!(begin(line), begin(listed), "line {label}");
    }
    // a sentence of a hidden property would be an error without it, and would tell of it
    assert!(!task.text.contains("tickets bounded") && !task.text.contains("expect"));
    assert_eq!(task.hidden.len(), 2);
    for scenario in [task.scenario(&answer), task.whole(&answer)] {
        assert_eq!(scenario.text.as_ref().expect("a text").errors(), []);
    }
    let wrong = grade(&task, &link(&task, &["    pause\n    pause\n    nothing".into()]));
    let Grade::Rejected(why) = wrong.grade else { panic!("{wrong:?}") };
    assert!(why.starts_with(&format!("line {}a: ", first + 1)), "{why}");
    let changed = task.text_with(&answer).replace("await not choosing[j]", "pause");
    assert_eq!(of_text(&task, &changed), Err(Rejection::Locked(26)));
}

/// Students see the program of the settings, and an answer is judged with these alone.
#[test]
fn a_task_is_of_one_setting() {
    let mut making = draft("bakery?processes=2");
    making.turn(number_of(&making, "number[i] ← 1 +"));
    let (task, _) = making.task().expect("a line is free");
    for other in ["with", "option hand", "crash", "safe", "3, 2", "expect"] {
        assert!(!task.text.contains(other), "{other}:\n{}", task.text);
    }
    assert!(task.text.contains("\noption processes: 2\n"), "{}", task.text);
    // with three processes `1 − i` is outside
    let right = grade(&task, &link(&task, &["    number[i] ← 1 + number[1 − i]".into()]));
    assert_eq!(right.holds(), Some(true), "{right:?}");
    let words = task.settings_in_words();
    assert!(words.contains(&"Processes: 2".into()) && words.len() > 5, "{words:?}");
    let whole = Scenario::parse("bakery").expect("a link").scenario;
    let refused = of_text(&task, whole.source());
    assert!(matches!(refused, Err(Rejection::Locked(_))), "a copy of other settings: {refused:?}");
}

/// What a setting leaves out is free again with the next that does not.
#[test]
fn free_lines_stay_free_where_they_are() {
    let mut making = draft("bakery");
    let [hand, ticket] =
        ["choosing[i] ← true", "number[i] ← 1 +"].map(|begins| number_of(&making, begins));
    making.turn(hand);
    making.turn(ticket);
    let free = |making: &TaskDraft| {
        let free = making.lines().into_iter().filter(|line| line.is_free);
        free.map(|line| line.number).collect::<Vec<_>>()
    };
    making.set("choosing", "off").expect("it runs");
    assert_eq!(free(&making), [ticket]);
    making.set("choosing", "on").expect("it runs");
    assert_eq!(free(&making), [hand, ticket]);
    making.turn(hand);
    assert_eq!(free(&making), [ticket]);
}

#[test]
fn settings_travel_with_the_task() {
    let mut making = draft("bakery?processes=2&tie-break=none");
    making.turn(number_of(&making, "choosing[i] ← true"));
    let own = |making: &TaskDraft| {
        let (task, answer) = making.task().expect("a line is free");
        let task = Task::parse(&task.to_string()).expect("its own link");
        own_lines(&grade(&task, &link(&task, &answer)), &making.others())
    };
    // the published lines fail with these settings, and the teacher reads which are not the text's own
    let failing = own(&making);
    assert_eq!(failing.mark, Mark::Fails);
    let told = "With “Processes: 2” and “Between equal tickets: no tie-break”, which are not the text’s own \
                settings, your own lines do not solve it: mutual exclusion: 14 steps.";
    assert_eq!(failing.words, told);
    assert!(!making.is_reset());
    let (task, _) = making.task().expect("a line is free");
    assert!(task.settings.is_empty(), "the algorithm's link has them");
    assert!(
        task.settings_in_words().iter().any(|settings_in_word| settings_in_word.ends_with(": 2")),
        "{:?}",
        task.settings_in_words()
    );
    making.set("tie-break", "process-id").expect("it runs");
    assert_eq!(own(&making).words, "Your own lines solve it: everything holds.");
    assert!(making.set("entries", "unbounded").is_ok());
    making.reset();
    assert!(making.is_reset());
    making.set("tie-break", "none").expect("it runs");
    making.set("entries", "1").expect("it runs");
    making.reset();
    assert_eq!(making.others(), [""; 0]);
}

/// A text of one's own has options that no published one has.
#[test]
fn settings_of_an_own_text_travel() {
    let text = "algorithm Own\n\noption guard: on, off\n\nshared taken: bool\n\nprocess i of 2:\n  entry:\n    \
                await not taken    with guard = on\n    taken ← true\n  critical:\n    pause\n\n\
                always at most one: at most 1 in critical\n";
    let mut scenario = Scenario::parse("new").expect("a link").scenario.with_text(text);
    assert_eq!(scenario.text.as_ref().expect("a text").errors(), []);
    assert!(scenario.setting.set("guard", "off"));
    let mut making = TaskDraft::of(&scenario);
    making.turn(number_of(&making, "taken ← true"));
    let (task, answer) = making.task().expect("a line is free");
    assert_eq!(task.settings, [("guard".to_owned(), "off".to_owned())]);
    let task = Task::parse(&task.to_string()).expect("its own link");
    assert_eq!(task.settings_in_words(), ["Guard: off"]);
    assert!(!task.text.contains("guard") && !task.text.contains("await"), "{}", task.text);
    assert_eq!(grade(&task, &link(&task, &answer)).holds(), Some(false));
}

#[test]
fn answers_are_told_in_brief() {
    let mut making = draft("bakery");
    let line = number_of(&making, "choosing[i] ← true");
    making.turn(line);
    making.turn(line + 2);
    let (task, answer) = making.task().expect("lines are free");
    assert!(answer[0].contains("# to say"));
    assert_eq!(brief(&task, &answer), ["choosing[i] ← true", "…", "choosing[i] ← false"]);
    let other = ["    loop:\n      pause  # why".to_owned(), "    pause".to_owned()];
    assert_eq!(brief(&task, &other), ["loop:", "  pause", "…", "pause"]);
    assert_eq!(brief(&task, &task.blank()), [""; 0]);
}

#[test]
fn the_same_lines_are_graded_once() {
    let (task, answer) = peterson();
    let line = link(&task, &answer);
    let mut all: Vec<Graded> =
        answers(&task, &format!("Ada {line}\nBen {line}\n")).into_iter().map(Graded::new).collect();
    assert_eq!(as_before(&all, 1), None, "nothing is known yet");
    all[0] = grade(&task, &line);
    assert_eq!(as_before(&all, 1).as_ref(), Some(&all[0].grade));
    assert_eq!(as_before(&all, 0), None);
}

#[test]
fn the_shortest_failure_is_one_of_which_runs_are_told() {
    let scenario = Scenario::parse("bakery?processes=2&tie-break=none").expect("a link").scenario;
    let mut search = scenario.search(Limits::states(100_000));
    while search.advance(1 << 16) {}
    let found = Found::of(&search.report(), 0);
    let failing = shortest_failure(&found, &[]).expect("it fails");
    let quiet = [failing.property.clone()];
    let other = shortest_failure(&found, &quiet);
    assert!(other.is_none_or(|other| other.property != failing.property));
    assert!(failing.run().expect("a run").len() >= 8);
}

/// A name may stand before a link without a blank, and a line without a link says so.
#[test]
fn a_line_of_answers_is_a_link_perhaps_behind_a_name() {
    let (task, answer) = peterson();
    let close = grade(&task, &format!("Uma,{}", link(&task, &answer)));
    assert_eq!((close.answer.name.as_str(), close.holds()), ("Uma", Some(true)));
    let words = grade(&task, "Paul I could not do it, sorry");
    assert_eq!(words.grade, Grade::Rejected("not graded: There is no link in this line.".into()));
}
