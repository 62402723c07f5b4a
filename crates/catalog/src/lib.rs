//! Every algorithm, with its types forgotten: a scenario goes in, plain data comes out.
//!
//! The page, the worker, the widget and the command line talk to this crate and to nothing below
//! it. It keeps no state between calls, so a link, a test and a click all take the same path.

pub mod claims;
mod effect;
mod engine;
mod flag;
mod induction;
mod intervals;
mod link;
mod longest;
mod moment;
mod needs;
mod one_at_a_time;
mod operations;
mod order;
mod plot;
pub mod reason;
mod replay;
mod round;
mod scenario;
mod schedule;
mod trace;
mod unmet;
mod valence;
mod words;
mod writers;

pub use checker::{
    Bound, Coverage, End, FAIR, HOLDS_IF_FAIR, Limits, NeedsSearch, Outcome, Progress, Report,
    Verdict, comes_to_nothing, counted, failing, grouped, no_initial_state, states, steps,
};
pub use effect::Turned;
pub use engine::{
    About, Carries, Claimed, Diagnostic, Edit, EditedListing, Entry, Search, TOUR, document,
    entries, entry, keep_text, listing, replace, search_by_generated_code,
    search_by_generated_code_within, unlisted,
};
pub use induction::{Addition, Induction, NotAsked, Reason, ShownLead};
pub use link::text::{pack, unpack};
pub use listing::limits::TEXT_MAX;
pub use longest::{LongestOrder, LongestOrders};
pub use model::work;
pub use model::{
    Action, ArrayView, Article, BufferView, Cell, CellView, ClaimKind, CrashView, DELETED, Dare,
    Drawn, Event, Family, Figure, HappenedView, HistoryView, IN_DOMAINS, Knob, Life, MessageId,
    MessageView, Milestone, NO_DEADLOCK, Paper, PendingView, ProcessView, Queued, ReplicaView, Row,
    RowId, Setting, Shape, Stage, StoredView, Value, View, WatchedView, WritePhase, Zone,
    can_be_computed, intern, is_called, names_in,
};
pub use moment::{Choice, Enabledness, Moment, Walk};
pub use needs::{Gap, NEEDS_STATES_MAX, Needed, OneStep, Simpler};
pub use one_at_a_time::OneAtATime;
pub use operations::{Operation, Placed, is_about_order, order_in_words};
pub use order::{Order, Relation};
pub use plot::{Form, Hundredths, Plot, Plotting, Point, Series, Spread};
pub use program::STATE_WORK;
pub use replay::Replay;
pub use round::Unserved;
pub use scenario::{
    ALTERED, Caption, Look, Panel, Panels, Parsed, Problem, SEARCHED_FROM_BEGINNING, Scenario,
    Shown, Speed, Theme, WATCHED_MAX, address_in, cannot_run, fault, near,
};
pub use schedule::pick;
pub use trace::{Arrow, ArrowKind, Counts, Refused, Span, Step, Trace};
pub use unmet::Unmet;
pub use valence::{Decision, Edge, GRAPH_MAX, Graph, Node, TooLarge, Valence};
pub use words::{Piece, article, awaited, capital, plain};
