//! Every bound on a text. Each has a sentence of its own in [`ErrorCode`](crate::ErrorCode).

/// The most writes of a row on their way to each of its replicas.
pub const MUTATIONS_MAX: usize = 10;
/// The longest text, in bytes.
pub const TEXT_MAX: usize = 64 * 1024;
/// The most lines of a text.
pub const LINES_MAX: usize = 400;
/// How deep blocks and parentheses nest.
pub const NESTING_MAX: usize = 40;
/// The most operators of one level in a row, such as `a + b + c`.
pub const CHAIN_MAX: usize = 64;
/// The most values of a binder, or of several together, such as `all i, j: …`.
pub const MEMBERS_MAX: usize = 512;
/// How deep expressions nest once definitions are put in.
pub const DEPTH_MAX: usize = 120;
/// The most errors that one text reports.
pub const DIAGNOSTICS_MAX: usize = 20;
/// The most elements of one array.
pub const ELEMENTS_MAX: usize = 64;
/// The most elements of a list.
pub const LIST_MAX: i64 = 16;
/// The most possible members of a set: each is a bit of one number.
pub const SET_MAX: usize = 62;
/// The largest absolute value of a number.
pub const NUMBER_MAX: i64 = 65_535;
/// The largest number in an expectation, which may be one of states.
pub const EXPECTED_MAX: i64 = 1_000_000_000_000;
/// The most bytes of one state.
pub const STATE_BYTES_MAX: usize = 4096;
/// The most parts of a text and its program that are looked at while one is made of the other; the same
/// for all settings that are tried to find what is wrong.
pub const WORK_MAX: usize = 1_000_000;
/// The most instructions of a program, all loops unrolled and all definitions put in.
pub const CODE_MAX: usize = 20_000;
/// The most passes of a process through its sections, and the most faults of one sort.
pub const COUNT_MAX: i64 = 250;
/// The most values of one open initial value: a link names the one that was chosen in a byte.
pub const OPEN_MAX: i64 = 254;
/// The most messages in transit, where the text says nothing of it: each takes room in every state.
pub const MESSAGES: usize = 14;
/// The most that it may say.
pub const MESSAGES_MAX: usize = 64;
/// The most outcomes of one step.
pub const OUTCOMES_MAX: i64 = 200;
/// The most lines that can run: their numbers are bytes.
pub const ROWS_MAX: usize = 240;
/// The most values of one option.
pub const OPTION_VALUES_MAX: usize = 64;
/// How many settings besides the default are read to find what is wrong.
pub const SETTINGS_MAX: usize = 40;
/// The most properties that begin with `eventually`.
pub const AWAITED_MAX: usize = 8;
/// How deep definitions use each other.
pub const DEFINITION_DEPTH_MAX: usize = 24;
