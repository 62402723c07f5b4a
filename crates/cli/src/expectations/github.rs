//! Results as GitHub shows them beside the lines of a change: commands for the log of a workflow.
//! <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>

use super::judge::Judgement;
use super::{Case, Tested};
use crate::output::Output;
use std::io::{self, Write};

/// One for each error and for each expectation that is not met or not decided.
pub fn write(tested: &Tested, to: &mut Output) -> io::Result<()> {
    // a path from where the workflow is
    let file = tested.text.name.trim_start_matches("./");
    if let Some(why) = &tested.unread {
        return annotate("error", file, 1, "", why, to);
    }
    for error in &tested.text.errors {
        let (from, behind) = error.columns;
        let columns = format!(",col={from},endColumn={behind}");
        let says = format!("{} {}", error.message, error.help);
        annotate("error", file, error.line as usize, &columns, says.trim_end(), to)?;
    }
    for case in &tested.cases {
        let level = match case.judgement {
            Judgement::Met => continue,
            Judgement::Unmet => "error",
            Judgement::Undecided => "warning",
        };
        annotate(level, file, case.line, "", &says(case), to)?;
    }
    if tested.cases.is_empty() && tested.text.errors.is_empty() {
        annotate("warning", file, 1, "", "The file expects nothing.", to)?;
    }
    Ok(())
}

/// With why it fails, and the command that plays the run.
fn says(case: &Case) -> String {
    let head = format!("{}; found: {}", case.words(), case.found);
    let more = case.why.iter().chain(&case.play).filter(|_| case.judgement == Judgement::Unmet);
    more.fold(head, |said, line| said + "\n" + line)
}

fn annotate(
    level: &str,
    file: &str,
    line: usize,
    columns: &str,
    message: &str,
    to: &mut Output,
) -> io::Result<()> {
    let (file, message) = (escaped(file).replace(':', "%3A").replace(',', "%2C"), escaped(message));
    writeln!(to, "::{level} file={file},line={line}{columns}::{message}")
}

/// Nothing in it ends the command.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}
