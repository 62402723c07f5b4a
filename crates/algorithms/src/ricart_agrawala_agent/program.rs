//! What user and agent do, access by access, and which accesses the knobs make indivisible.

use model::Setting;

/// One access to a shared variable, with the sends and the local computation that go with it.
#[derive(Clone, Copy, PartialEq)]
pub enum Op {
    // the user's
    ReadClock,
    SetPriority,
    Announce,
    Ask,
    Count,
    Enter,
    Leave,
    Look,
    Reply,
    /// Instead of the last two: one process at a time.
    Flags,
    // the agent's
    Clock,
    State,
    Priority,
    See,
    PutOff,
    /// Puts off what has not been put off yet, or replies.
    Answer,
}

/// Accesses that nothing comes between.
type Step = Vec<Op>;

pub struct Program {
    pub user: Vec<Step>,
    /// The first step comes with the request.
    pub agent: Vec<Step>,
    /// The user's steps that send the requests, and that enter.
    pub ask_at: usize,
    pub enter_at: usize,
    /// The user sets the number of replies needed behind the requests.
    pub counts_late: bool,
    /// The agent adds to the set of pending replies by reading it and writing it back.
    pub writes_back: bool,
    /// The agent has put a request off by the time it comes to reply.
    pub replies_apart: bool,
}

impl Program {
    pub fn new(setting: &Setting) -> Program {
        let user = user(setting);
        let agent = agent(setting);
        let place = |op| user.iter().position(|step| step[0] == op).unwrap_or_default();
        Program {
            ask_at: place(Op::Ask),
            enter_at: place(Op::Enter),
            counts_late: setting.is("order", "count-late"),
            replies_apart: agent.iter().flatten().any(|&op| op == Op::PutOff),
            writes_back: agent.iter().flatten().any(|&op| op == Op::See),
            user,
            agent,
        }
    }
}

fn user(setting: &Setting) -> Vec<Step> {
    let is_order = |order| setting.is("order", order);
    let number = match setting.get("choice") {
        "indivisible" | "state-apart" => vec![vec![Op::ReadClock, Op::SetPriority]],
        _ => vec![vec![Op::ReadClock], vec![Op::SetPriority]],
    };
    let mut steps = number;
    let with_state = matches!(setting.get("choice"), "indivisible" | "number-apart");
    let ask = if is_order("count-late") {
        vec![vec![Op::Ask], vec![Op::Count]]
    } else {
        vec![vec![Op::Ask]]
    };
    if is_order("send-first") {
        steps.extend(ask);
        steps.push(vec![Op::Announce]);
    } else {
        let is_first = is_order("state-first");
        match (with_state, is_first) {
            (true, true) => steps[0].insert(0, Op::Announce),
            (true, false) => steps.last_mut().into_iter().for_each(|it| it.push(Op::Announce)),
            (false, true) => steps.insert(0, vec![Op::Announce]),
            (false, false) => steps.push(vec![Op::Announce]),
        }
        steps.extend(ask);
    }
    steps.push(vec![Op::Enter]);
    let take =
        if setting.is("pending", "flags") { vec![Op::Flags] } else { vec![Op::Look, Op::Reply] };
    let leave = if is_order("reply-first") {
        [take, vec![Op::Leave]].concat()
    } else {
        [vec![Op::Leave], take].concat()
    };
    if setting.is("leave", "indivisible") {
        steps.push(leave);
    } else {
        steps.extend(leave.into_iter().map(|op| vec![op]));
    }
    steps
}

fn agent(setting: &Setting) -> Vec<Step> {
    let answer = match setting.get("pending") {
        "flags" => vec![vec![Op::Answer]],
        _ => vec![vec![Op::See], vec![Op::Answer]],
    };
    let steps = match setting.get("agent") {
        "indivisible" | "clock-apart" => vec![vec![Op::State, Op::Priority, Op::Answer]],
        "reply-apart" => vec![vec![Op::State, Op::Priority, Op::PutOff], vec![Op::Answer]],
        "test" => [vec![vec![Op::State, Op::Priority]], answer].concat(),
        _ => [vec![vec![Op::State], vec![Op::Priority]], answer].concat(),
    };
    match (setting.is("agent", "indivisible"), setting.is("order", "clock-last")) {
        (true, false) => vec![[vec![Op::Clock], steps.concat()].concat()],
        (true, true) => vec![[steps.concat(), vec![Op::Clock]].concat()],
        (false, false) => [vec![vec![Op::Clock]], steps].concat(),
        (false, true) => [steps, vec![vec![Op::Clock]]].concat(),
    }
}

impl Program {
    /// Where there is no such step, there are no words.
    pub fn user_words(&self, at: usize) -> String {
        let Some(step) = self.user.get(at) else { return String::new() };
        let has = |op| step.contains(&op);
        let lines: Vec<&str> = step
            .iter()
            .map(|op| match op {
                Op::ReadClock if has(Op::SetPriority) => "priority ← clock + 1",
                Op::ReadClock => "look at clock",
                Op::SetPriority if has(Op::ReadClock) => "",
                Op::SetPriority => "priority ← clock as seen + 1",
                Op::Announce => "state ← awaiting",
                Op::Ask if self.counts_late => "send request to all others",
                Op::Ask => "replies needed ← N − 1\n  send request to all others",
                Op::Count => "replies needed ← N − 1",
                Op::Leave => "state ← normal",
                Op::Look if has(Op::Reply) => "send reply to all pending",
                Op::Look => "look at pending",
                Op::Reply if has(Op::Look) => "pending ← none",
                Op::Reply => "send reply to all seen there\n  pending ← none",
                Op::Flags => {
                    "for each j ≠ i:\n    if pending[j]:\n      pending[j] ← false\n      send reply to j"
                }
                _ => "await replies needed = 0\n  state ← critical",
            })
            .filter(|line| !line.is_empty())
            .collect();
        let head = match at {
            0 => "user, to enter, when normal",
            _ if at == self.enter_at + 1 => "user, to leave, when critical",
            _ => "user",
        };
        listing(head, step.len(), &lines)
    }

    pub fn agent_words(&self, at: usize) -> String {
        let Some(step) = self.agent.get(at) else { return String::new() };
        let has = |op| step.contains(&op);
        let answers = has(Op::Answer);
        let lines: Vec<&str> = step
            .iter()
            .filter_map(|op| {
                Some(match op {
                    Op::Clock => "clock ← max(clock, p)",
                    Op::State if answers => {
                        "if state = normal, or state = awaiting\n    and (p, j) < (priority, i):"
                    }
                    Op::State if has(Op::Priority) => {
                        "yes if state = normal, or awaiting\n    and (p, j) < (priority, i)"
                    }
                    Op::State => "look at state: yes if normal,\n    no if critical",
                    Op::Priority if answers || has(Op::State) => return None,
                    Op::Priority => "if awaiting: yes if (p, j) < (priority, i)",
                    Op::See => "if no: look at pending",
                    Op::PutOff => "if no: pending ← pending + j",
                    _ if self.replies_apart => "if yes: send reply to j",
                    _ if self.writes_back => {
                        "if yes: send reply to j\n  else: pending ← as seen + j"
                    }
                    _ if has(Op::State) => "  send reply to j\n  else: pending ← pending + j",
                    _ => "if yes: send reply to j\n  else: pending ← pending + j",
                })
            })
            .collect();
        let head = if at == 0 { "agent, on request p from j" } else { "agent" };
        let words = listing(head, step.len(), &lines);
        match self.user.iter().flatten().any(|&op| op == Op::Flags) {
            true => words.replace("pending ← pending + j", "pending[j] ← true"),
            false => words,
        }
    }
}

/// A step's lines under its head; of several accesses it is said that they come at once.
fn listing(head: &str, accesses: usize, lines: &[&str]) -> String {
    let at_once = if accesses > 1 { ", at once" } else { "" };
    format!("{head}{at_once}:\n  {}", lines.join("\n  "))
}
