//! A command of this program as a process that is ended when it takes too long.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, io, thread};

/// The longest answer, in bytes.
const ANSWER_MAX: usize = 200_000;

/// How often a look is taken at whether it has ended.
const LOOK: Duration = Duration::from_millis(10);

pub struct Ended {
    pub code: i32,
    /// What it wrote to standard output, and what it told besides.
    pub out: String,
    pub told: String,
}

/// Runs a command with a text on its standard input; or says why there is no answer.
pub fn run(args: &[String], input: &str, seconds: u64) -> Result<Ended, String> {
    ended(args, input, seconds).map_err(|error| match error.kind() {
        io::ErrorKind::TimedOut => format!(
            "There is no answer within {seconds} s. Allow more (`seconds`), or bound the search (`states_max`)."
        ),
        io::ErrorKind::FileTooLarge => {
            format!("The answer is longer than {ANSWER_MAX} bytes. Ask for less.")
        }
        _ => format!("The command could not be run: {error}."),
    })
}

fn ended(args: &[String], input: &str, seconds: u64) -> io::Result<Ended> {
    let mut child = Command::new(env::current_exe()?)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut to = child.stdin.take().expect("piped");
    let input = input.to_owned();
    // a process that does not read to the end has its reasons
    thread::spawn(move || to.write_all(input.as_bytes()));
    let out = reader(child.stdout.take().expect("piped"));
    let told = reader(child.stderr.take().expect("piped"));
    let code = wait(&mut child, Duration::from_secs(seconds));
    if code.is_err() {
        child.kill()?;
        child.wait()?;
    }
    let [out, told] = [out, told].map(|handle| handle.join().expect("a reader does not panic"));
    Ok(Ended { code: code?, out: out?, told: told? })
}

/// What a pipe gives, if that is no more than an answer has. The rest is read, too, so that the writer ends.
fn reader(mut pipe: impl Read + Send + 'static) -> thread::JoinHandle<io::Result<String>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.by_ref().take(ANSWER_MAX as u64 + 1).read_to_end(&mut bytes)?;
        io::copy(&mut pipe, &mut io::sink())?;
        match bytes.len() > ANSWER_MAX {
            true => Err(io::ErrorKind::FileTooLarge.into()),
            false => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        }
    })
}

fn wait(child: &mut Child, patience: Duration) -> io::Result<i32> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return status.code().ok_or_else(|| io::Error::other("it was ended"));
        }
        if begun.elapsed() > patience {
            return Err(io::ErrorKind::TimedOut.into());
        }
        thread::sleep(LOOK);
    }
}
