//! Texts of several processes as one text of a process `i`.
//!
//! A number of a text that is written for one process stands between marks. Where the texts of all processes
//! of a role differ in nothing but such numbers, each tuple of numbers is an expression of `i`.

const OPEN: char = '\u{1}';
const CLOSE: char = '\u{2}';

/// A number, to be folded.
pub fn number(value: i64) -> String {
    format!("{OPEN}{value}{CLOSE}")
}

/// Of texts in which numbers stand between marks, the parts between and the numbers.
fn parts(text: &str) -> (Vec<&str>, Vec<i64>) {
    let (mut words, mut numbers) = (Vec::new(), Vec::new());
    for part in text.split(OPEN) {
        match part.split_once(CLOSE) {
            Some((value, rest)) => {
                numbers.push(value.parse().expect("a number between marks"));
                words.push(rest);
            }
            None => words.push(part),
        }
    }
    (words, numbers)
}

/// The text without marks.
pub fn plain(text: &str) -> String {
    let (words, numbers) = parts(text);
    join(&words, |nth, is_alone| constant(numbers[nth], is_alone))
}

/// The one text of all processes, numbered from zero, if they differ in nothing but numbers; `i` is what the
/// process is called.
pub fn fold(texts: &[String], i: &str) -> Option<String> {
    folded(texts, i).map(|it| it.0)
}

/// The same, where numbers that all have stay between marks; some number has to be that of the process.
pub fn quantified(texts: &[String], i: &str) -> Option<String> {
    let (_, tuples) = folded(texts, i)?;
    let is_index = |it: &Vec<i64>| it.iter().zip(0..).all(|(it, nth)| *it == nth);
    let (words, _) = parts(&texts[0]);
    tuples.iter().any(is_index).then(|| {
        join(&words, |nth, is_alone| {
            let numbers = &tuples[nth];
            match numbers.iter().all(|number| *number == numbers[0]) {
                true => number(numbers[0]),
                false => expression(numbers, i, is_alone),
            }
        })
    })
}

fn folded(texts: &[String], i: &str) -> Option<(String, Vec<Vec<i64>>)> {
    let all: Vec<_> = texts.iter().map(|text| parts(text)).collect();
    let (words, numbers) = all.first()?;
    if all.iter().any(|it| it.0 != *words) {
        return None;
    }
    let tuple = |nth: usize| all.iter().map(|it| it.1[nth]).collect::<Vec<_>>();
    let tuples: Vec<Vec<i64>> = (0..numbers.len()).map(tuple).collect();
    Some((join(words, |nth, is_alone| expression(&tuples[nth], i, is_alone)), tuples))
}

/// Puts the numbers in; each is told whether it stands alone between its neighbours.
fn join(words: &[&str], number: impl Fn(usize, bool) -> String) -> String {
    let mut text = words[0].to_owned();
    for (nth, rest) in words[1..].iter().enumerate() {
        let before = text.ends_with(['[', '(', ',']) || text.ends_with(", ");
        let is_alone = before && rest.starts_with([']', ')', ',', '}']);
        text.push_str(&number(nth, is_alone));
        text.push_str(rest);
    }
    text
}

fn constant(value: i64, is_alone: bool) -> String {
    if value < 0 && !is_alone { format!("({value})") } else { value.to_string() }
}

/// Numbers of the processes 0, 1, … as an expression of `i`.
fn expression(numbers: &[i64], i: &str, is_alone: bool) -> String {
    let count = numbers.len() as i64;
    let first = numbers[0];
    if numbers.iter().all(|number| *number == first) {
        return constant(first, is_alone);
    }
    let is = |of: &dyn Fn(i64) -> i64| numbers.iter().zip(0..).all(|(it, nth)| *it == of(nth));
    let other = |k: i64| move |nth: i64| if k <= nth { k - 1 } else { k };
    let text = match first {
        0 if is(&|nth| nth) => return i.into(),
        _ if is(&|nth| nth + first) && first > 0 => format!("{i} + {first}"),
        _ if is(&|nth| nth + first) => format!("{i} - {}", -first),
        _ if is(&|nth| first - nth) => format!("{first} - {i}"),
        _ if is(&|nth| (nth + first) % count) => format!("({i} + {first}) % {count}"),
        _ => match (1..count).find(|k| is(&other(*k))) {
            Some(k) => return format!("Other({i}, {k})"),
            None => {
                let all: Vec<String> = numbers.iter().map(i64::to_string).collect();
                return format!("<<{}>>[{i} + 1]", all.join(", "));
            }
        },
    };
    if is_alone { text } else { format!("({text})") }
}

/// Without the brackets around the whole.
pub fn inner(text: &str) -> &str {
    let Some(short) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) else {
        return text;
    };
    let mut depth = 0_i32;
    for char in short.chars() {
        depth += i32::from(char == '(') - i32::from(char == ')');
        if depth < 0 {
            return text;
        }
    }
    short
}

/// The one text of the processes of a role, or of its one process.
pub fn of_roles(texts: &[String]) -> Option<String> {
    if let [one] = texts { Some(plain(one)) } else { fold(texts, "i") }
}
