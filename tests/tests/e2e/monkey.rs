//! Somebody who presses everything, and then anything: no panic and no error in the console comes of it.
//! `INTERLEAVE_SEED=7 cargo test … monkey` presses what seed 7 says; an error tells its seed.
use std::{env, time::Duration};

use anyhow::{Context, Result, ensure};
use catalog::Scenario;
use sampler::Dice;
use serde_json::{Value, json};
use session::task::TaskDraft;
use tests::{
    browser::View,
    console, keyboard,
    page::{Page, with_browser},
};
use thirtyfour::{Key, TypingData};

use crate::{
    errors::run_before,
    reader::{leave, script},
};

/// Of a run that says no other.
const SEED: u64 = 60;

/// How much is pressed at a page.
#[derive(Clone, Copy)]
struct Effort {
    /// A press may hide what was not pressed yet: the page is opened again, so often at most.
    visits: usize,
    /// The most that is pressed in a visit: words of a text that the monkey writes make new controls.
    presses: usize,
    /// What is done by chance.
    anything: usize,
}

/// Every control at least once.
const THOROUGH: Effort = Effort { visits: 12, presses: 400, anything: 400 };
const QUICK: Effort = Effort { visits: 1, presses: 150, anything: 20 };
/// Of pages of which there are many, with the controls of others and data of their own.
const BRIEF: Effort = Effort { visits: 1, presses: 80, anything: 20 };

const KEYS: [Key; 14] = [
    Key::Left,
    Key::Right,
    Key::Up,
    Key::Down,
    Key::Home,
    Key::End,
    Key::PageDown,
    Key::Enter,
    Key::Escape,
    Key::Space,
    Key::Tab,
    Key::Tab,
    Key::Backspace,
    Key::Delete,
];
const LETTERS: &str = "123456789abcde?mq←∀ .:([#";
/// What the monkey says in a document that it did not leave.
const HERE: &str = "here";
/// So much of what it did is told.
const TOLD: usize = 20;

fn seed() -> Result<u64> {
    match env::var("INTERLEAVE_SEED") {
        Ok(said) => said.parse().with_context(|| format!("INTERLEAVE_SEED is {said:?}")),
        Err(_) => Ok(SEED),
    }
}

/// A monkey at a page.
struct Monkey<'a> {
    page: &'a Page,
    route: &'a str,
    view: View,
    effort: Effort,
    dice: Dice,
    /// What it did, the last at the end.
    did: Vec<String>,
}

/// Presses the controls of these pages, and goes on by chance.
async fn press(routes: &[impl AsRef<str>], view: View, effort: Effort) -> Result<()> {
    let seed = seed()?;
    with_browser(view, async |page| {
        run_before(page, include_str!("monkey.js")).await?;
        for route in routes {
            let (route, dice) = (route.as_ref(), Dice::new(seed));
            let mut monkey = Monkey { page, route, view, effort, dice, did: Vec::new() };
            let outcome = monkey.live().await;
            outcome.with_context(|| {
                let did = monkey.did[monkey.did.len().saturating_sub(TOLD)..].join("\n  ");
                format!("at {route:?} with INTERLEAVE_SEED={seed}, after\n  {did}")
            })?;
        }
        Ok(())
    })
    .await
}

impl Monkey<'_> {
    async fn live(&mut self) -> Result<()> {
        self.page.driver.goto(self.page.site.url("404.html")).await?;
        self.ask("sessionStorage.clear()").await?;
        // what is not there is the page's own error
        console::errors(&self.page.driver).await?;
        self.press_everything().await?;
        self.press_anything().await
    }

    async fn ask(&self, what: &str) -> Result<Value> {
        script(self.page, what, Vec::new()).await
    }

    async fn visit(&mut self) -> Result<()> {
        self.page.visit(self.route).await?;
        // it comes in parts
        let mut before = Value::Null;
        loop {
            let now = self.ask("return monkey.open()").await?;
            if now == before {
                return Ok(());
            }
            before = now;
            pause(120).await;
        }
    }

    async fn press_everything(&mut self) -> Result<()> {
        let mut open = Value::Null;
        for _ in 0..self.effort.visits {
            self.visit().await?;
            open = self.ask("return monkey.open()").await?;
            if open == json!([]) {
                return Ok(());
            }
            let cover = format!("monkey.cover({})", self.effort.presses);
            leave(self.page, &cover, Vec::new()).await?;
            while self.ask("return window.monkey?.says").await? == "busy" {
                pause(50).await;
            }
            let last = self.ask("return window.monkey?.last() ?? []").await?;
            self.did.push(format!("pressed everything, at last {last}"));
            console::no_errors(&self.page.driver).await?;
        }
        let visits = self.effort.visits;
        ensure!(visits == 1, "in {visits} visits nobody could press {open}");
        Ok(())
    }

    async fn press_anything(&mut self) -> Result<()> {
        self.come_back().await?;
        for _ in 0..self.effort.anything {
            match self.dice.below(100) {
                0..50 => self.click().await?,
                50..80 => self.key().await?,
                80..88 => self.drag().await?,
                88..96 => self.turn_the_wheel().await?,
                _ => self.go_back().await?,
            }
            if self.ask("return window.monkey?.says").await? != HERE {
                self.come_back().await?;
            }
        }
        // what a worker has to say
        pause(300).await;
        console::no_errors(&self.page.driver).await
    }

    async fn come_back(&mut self) -> Result<()> {
        self.did.push("comes to the page".into());
        self.visit().await?;
        self.ask(&format!("monkey.says = {HERE:?}")).await?;
        Ok(())
    }

    /// With the mouse, on a control.
    async fn click(&mut self) -> Result<()> {
        let at = self.dice.below(10_000);
        let picked = script(self.page, "return monkey.pick(arguments[0])", vec![json!(at)]).await?;
        let (Some(name), Some(x), Some(y)) =
            (picked[0].as_str(), picked[1].as_f64(), picked[2].as_f64())
        else {
            return Ok(());
        };
        self.did.push(format!("clicks {name:?}"));
        self.mouse("mouseMoved", (x, y), json!({})).await?;
        self.mouse("mousePressed", (x, y), left()).await?;
        self.mouse("mouseReleased", (x, y), left()).await
    }

    async fn key(&mut self) -> Result<()> {
        let key: TypingData = if self.dice.chance(50) {
            let letters: Vec<char> = LETTERS.chars().collect();
            self.dice.pick(&letters).to_string().into()
        } else {
            let key = self.dice.pick(&KEYS);
            if self.dice.chance(15) { Key::Shift + key } else { key.into() }
        };
        self.did.push(format!("types {:?}", key.to_string()));
        keyboard::press(&self.page.driver, key).await
    }

    async fn drag(&mut self) -> Result<()> {
        let (from, to) = (self.place(), self.place());
        self.did.push(format!("drags from {from:?} to {to:?}"));
        self.mouse("mousePressed", from, left()).await?;
        let half = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
        self.mouse("mouseMoved", half, left()).await?;
        self.mouse("mouseMoved", to, left()).await?;
        self.mouse("mouseReleased", to, left()).await
    }

    async fn turn_the_wheel(&mut self) -> Result<()> {
        let (at, by) = (self.place(), [-400, 400][self.dice.below(2)]);
        // with Ctrl a map comes nearer
        let held = if self.dice.chance(50) { 2 } else { 0 };
        self.did.push(format!("turns the wheel at {at:?} by {by}"));
        self.mouse("mouseWheel", at, json!({ "deltaX": 0, "deltaY": by, "modifiers": held })).await
    }

    async fn go_back(&mut self) -> Result<()> {
        self.did.push("goes back".into());
        leave(self.page, "history.back()", Vec::new()).await
    }

    /// Anywhere in the window, in whole pixels.
    fn place(&mut self) -> (f64, f64) {
        let within = |dice: &mut Dice, size: u32| f64::from(dice.below(size as usize) as u32);
        (within(&mut self.dice, self.view.width), within(&mut self.dice, self.view.height))
    }

    async fn mouse(&self, kind: &str, (x, y): (f64, f64), more: Value) -> Result<()> {
        let mut event = json!({ "type": kind, "x": x, "y": y });
        for (name, value) in more.as_object().into_iter().flatten() {
            event[name] = value.clone();
        }
        self.page.driver.cdp().send_raw("Input.dispatchMouseEvent", event).await?;
        Ok(())
    }
}

fn left() -> Value {
    json!({ "button": "left", "buttons": 1, "clickCount": 1 })
}

async fn pause(ms: u64) {
    tokio::time::sleep(Duration::from_millis(ms)).await;
}

/// A task with a free line, as its teacher, a student and a judge of answers see it.
fn tasks() -> Result<[String; 3]> {
    let peterson = Scenario::parse("peterson")?.scenario;
    let mut draft = TaskDraft::of(&peterson);
    draft.turn(15);
    let (task, _) = draft.task().map_err(anyhow::Error::msg)?;
    Ok([
        "task.html#make=peterson".into(),
        format!("task.html#task={task}"),
        format!("task.html#grade={task}"),
    ])
}

/// Seconds, in every run: one visit, and nothing moves.
#[tokio::test]
async fn a_page_of_each_kind() -> Result<()> {
    let [_, task, _] = tasks()?;
    let routes = [
        "bakery.html#bakery?processes=2&tie-break=none",
        "new.html",
        "compare.html#a=bakery&b=jones-bakery",
        "history.html",
        &task,
    ];
    press(&routes, View::DESKTOP.reduced_motion(), QUICK).await
}

/// In minutes: each page that is no algorithm's, and playgrounds in other pages.
#[tokio::test]
async fn every_other_page_of_the_site() -> Result<()> {
    const PAGES: [&str; 11] = [
        "",
        "history.html",
        "litmus.html",
        "bakery.html#bakery?processes=2&tie-break=none",
        "compare.html",
        "compare.html#a=bakery&b=jones-bakery",
        "404.html",
        "index.html#bakrey",
        "examples/blog.html",
        "examples/listing.html",
        "examples/markdown.html",
    ];
    if !golden::is_everything() {
        return Ok(());
    }
    press(&PAGES, View::DESKTOP, THOROUGH).await?;
    press(&tasks()?, View::DESKTOP, THOROUGH).await?;
    press(&["language.html", "how-it-works.html"], View::DESKTOP, THOROUGH).await?;
    press(&["bakery.html#bakery?view=embed"], View::PHONE, THOROUGH).await
}

/// In minutes: the page of each algorithm, in turn on a desk and on a phone.
#[tokio::test]
async fn every_page_of_the_site() -> Result<()> {
    if !golden::is_everything() {
        return Ok(());
    }
    for (view, first) in [(View::DESKTOP, 0), (View::PHONE, 1)] {
        let pages = catalog::entries().iter().skip(first).step_by(2);
        let pages: Vec<String> = pages.map(|page| format!("{}.html", page.slug)).collect();
        press(&pages, view, BRIEF).await?;
    }
    Ok(())
}
