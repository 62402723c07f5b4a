//! The sentence of each key moment says what the moment shows: whom it names, who is inside, waits or
//! has crashed, and how many steps and messages it took.
//!
//! A sentence is read clause by clause. Only what these rules understand is judged; the test counts
//! how much that is.

use catalog::{Enabledness, Event, Life, Moment, ProcessView, Scenario, Trace, Zone, entries};

#[test]
fn key_moments_show_what_their_sentences_say() {
    let mut judged = 0;
    let mut wrong = Vec::new();
    for entry in entries() {
        for dare in entry.dares {
            let link = format!("{}{}", entry.slug, dare.link);
            let scenario = Scenario::parse(&link).unwrap().scenario;
            let mut reader = Reader::of(&scenario);
            reader.read(dare.words);
            judged += reader.judged;
            wrong
                .extend(reader.wrong.iter().map(|text| format!("{link}: “{}” {text}", dare.words)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(judged >= 120, "{judged}");
}

#[test]
fn a_sentence_about_another_moment_is_noticed() {
    let link = "ricart-agrawala?priority=process-id&v=1&run=UMgQ4USTMo0_.9l0N";
    let scenario = Scenario::parse(link).unwrap().scenario;
    for (words, is_right) in [
        ("Processes 0 and 1 are inside.", true),
        ("Process 1 is inside, and process 0 meets it inside.", true),
        ("Process 0 passes process 2, and meets it inside.", false),
        ("Process 2 is inside.", false),
        ("Process 3 asks.", false),
        ("Client 1 asks.", false),
        ("Process 0 waits.", false),
        ("Process 0 dies.", false),
        ("Process 0 is not dead.", true),
        ("Ten steps, and both are inside.", true),
        ("Nine steps, and both are inside.", false),
        ("All three are inside.", false),
        ("It takes 99 messages.", false),
    ] {
        let mut reader = Reader::of(&scenario);
        reader.read(words);
        assert_eq!(reader.wrong.is_empty(), is_right, "{words}: {:?}", reader.wrong);
        assert!(reader.judged > 0, "{words}");
    }
    let link = "ricart-agrawala?v=1&run=UEKJJomRM.F1jc";
    let mut reader = Reader::of(&Scenario::parse(link).unwrap().scenario);
    reader.read("Process 0 is inside, and process 1 waits.");
    assert_eq!((reader.judged, reader.wrong.len()), (6, 0), "{:?}", reader.wrong);
}

/// What sentences call processes.
const ROLES: [&str; 10] = [
    "process", "client", "customer", "worker", "owner", "node", "writer", "reader", "auditor",
    "transfer",
];

struct Reader {
    moment: Moment,
    trace: Trace,
    /// The last process that was named: what "it" is.
    last: Option<usize>,
    judged: usize,
    wrong: Vec<String>,
}

impl Reader {
    fn of(scenario: &Scenario) -> Reader {
        let (moment, trace) = (scenario.moment(), scenario.trace());
        Reader { moment, trace, last: None, judged: 0, wrong: Vec::new() }
    }

    fn read(&mut self, sentence: &str) {
        for clause in sentence.to_lowercase().split([',', '.', ':', ';']) {
            // "processes 0 and 1" are one subject
            let mut parts = clause.split(" and ").peekable();
            while let Some(part) = parts.next() {
                let more = parts.next_if(|text| text.starts_with(|c: char| c.is_ascii_digit()));
                self.clause(&more.map_or(part.into(), |more| format!("{part} and {more}")));
            }
        }
    }

    fn judge(&mut self, is_so: bool, why: impl FnOnce() -> String) {
        self.judged += 1;
        if !is_so {
            self.wrong.push(why());
        }
    }

    fn clause(&mut self, clause: &str) {
        let words: Vec<&str> =
            clause.split([' ', '’', '“', '”']).filter(|text| !text.is_empty()).collect();
        let has = |word: &str| words.contains(&word);
        let named = self.named(&words);
        self.count(&words);
        if has("would") || has("must") {
            return;
        }
        let said = named.first().copied();
        let subject = said.or(self.last.filter(|_| has("it") || has("joins")));
        let negated = has("not") || has("neither") || has("nobody");
        if has("inside") && !negated {
            let whom = if named.is_empty() { subject.into_iter().collect() } else { named.clone() };
            for it in whom {
                let zone = self.process(it).zone;
                self.judge(zone == Zone::Critical, || format!("{it} is in {}", zone.name()));
            }
            let inside =
                self.moment.view.processes.iter().filter(|process| process.zone == Zone::Critical);
            let inside = inside.count();
            if has("both") || has("two") {
                self.judge(inside == 2, || format!("{inside} are inside"));
            }
            if has("all") {
                let all = self.moment.view.processes.len();
                self.judge(inside == all, || format!("{inside} are inside"));
            }
        }
        if let Some(it) = subject.filter(|_| has("waits") && !negated) {
            let waits = self.waits(it);
            self.judge(waits, || format!("{it} does not wait"));
        }
        if (has("both") || has("two")) && has("wait") {
            let count = (0..self.moment.view.processes.len()).filter(|&it| self.waits(it)).count();
            self.judge(count >= 2, || format!("{count} wait"));
        }
        let dead = ["dies", "died", "dead", "killed", "crashes", "stopped"];
        if dead.iter().any(|text| has(text)) && !clause.contains("for dead") && !has("the") {
            let lives = |it: usize| self.process(it).life;
            match subject {
                Some(it) if negated => {
                    let life = lives(it);
                    self.judge(life != Life::Crashed, || format!("{it} has crashed"));
                }
                Some(it) => {
                    let life = lives(it);
                    self.judge(life == Life::Crashed, || format!("{it} is {life:?}"));
                }
                // "a process that crashes" may have started again
                None => {
                    let mut events =
                        self.trace.steps[..self.moment.at].iter().flat_map(|step| &step.events);
                    let some = events.any(|event| *event == Event::Crashed);
                    self.judge(some, || "nobody has crashed".into());
                }
            }
        }
        self.last = named.last().copied().or(self.last);
    }

    /// The processes that a clause names, each of which there must be, under that name, and in the
    /// run.
    fn named(&mut self, words: &[&str]) -> Vec<usize> {
        let mut named = Vec::new();
        for (at, role) in words.iter().enumerate() {
            let plural = role.strip_suffix("es").or(role.strip_suffix('s')).unwrap_or(role);
            let Some(role) = ROLES.iter().find(|text| *text == role || **text == plural) else {
                continue;
            };
            let numbers =
                words[at + 1..].iter().take_while(|text| **text == "and" || is_number(text));
            for number in numbers.filter(|number| is_number(number)) {
                let number: usize = number.parse().unwrap();
                let process = self.moment.view.processes.get(number);
                // each process has an owner of its number
                let is_there =
                    process.is_some_and(|process| process.role == *role || *role == "owner");
                self.judge(is_there, || format!("there is no {role} {number}"));
                if is_there {
                    let is_in_run = self.is_in_run(number);
                    self.judge(is_in_run, || format!("{role} {number} has no part in the run"));
                    named.push(number);
                }
            }
        }
        named
    }

    fn is_in_run(&self, process: usize) -> bool {
        let steps = &self.trace.steps[..self.moment.at];
        steps.iter().any(|step| step.process == Some(process as u8)) || self.waits(process)
    }

    /// "Six messages", "14 steps".
    fn count(&mut self, words: &[&str]) {
        if words.iter().any(|word| ["would", "each", "may", "at"].contains(word)) {
            return;
        }
        for pair in words.windows(2) {
            let Some(count) = count(pair[0]) else { continue };
            let counted = match pair[1] {
                "steps" => self.moment.at,
                "messages" => self.trace.counts(self.moment.at).messages,
                _ => continue,
            };
            self.judge(counted == count, || format!("there are {counted} {}", pair[1]));
        }
    }

    fn process(&self, it: usize) -> &ProcessView {
        &self.moment.view.processes[it]
    }

    fn waits(&self, it: usize) -> bool {
        let waits = |choice: &catalog::Choice| {
            choice.process == Some(it as u8) && choice.possible == Enabledness::Waits
        };
        let process = self.process(it);
        process.life == Life::Running
            && (process.zone == Zone::Waiting
                || !process.awaits.is_empty()
                || self.moment.next.iter().any(waits))
    }
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|it| it.is_ascii_digit())
}

fn count(word: &str) -> Option<usize> {
    const WORDS: [&str; 10] =
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"];
    let written = WORDS.iter().position(|text| *text == word).map(|it| it + 2);
    written.or(word.parse().ok())
}
