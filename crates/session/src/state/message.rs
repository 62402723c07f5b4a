//! What may happen to a playground.

use super::{State, Unreached};
use catalog::{Action, Speed};
use std::rc::Rc;

#[derive(Clone, PartialEq)]
pub enum Message {
    /// The reader takes a step.
    Act(Action),
    Seek(usize),
    Back,
    /// Along the run, round and round if it ends in a loop; at its end, a random step.
    Forward,
    Start,
    End,
    /// Splits the steps into before, after and concurrent.
    Pick(Option<usize>),
    /// Whether the reader wants to be asked what happens next.
    Ask(bool),
    /// The reader's answer, by its place.
    Say(usize),
    /// On to the next step that has a question.
    NextQuestion,
    /// Holds a message back, or lets it go.
    Hold(Action),
    /// Plays what is ahead, or stops. Where nothing is ahead, the second press plays at random.
    Play,
    Pause,
    PlayAtRandom,
    /// Time for the player's next step.
    Tick,
    Speed(Speed),
    Seed(u32),
    Turn {
        knob: &'static str,
        value: &'static str,
    },
    ResetKnobs,
    /// Takes back the change of options of which a notice tells.
    Undo,
    /// The same with another memory: a text without the option gets it.
    Memory(String),
    /// A change of the text, which follows, is to be tried with these values of options, and then the run shown
    /// in which the property fails that it breaks; empty if it breaks none.
    Try {
        values: Vec<(&'static str, &'static str)>,
        breaks: &'static str,
    },
    /// Opens or closes the editor of the listing.
    Edit(bool),
    /// The listing as the reader has written it.
    Write(String),
    /// What the reader has written so far: without errors it runs at once, and of errors nothing is
    /// said before a pause.
    Type(String),
    /// The address bar has changed.
    Load(Rc<State>),
    /// The run that the checker found, at its end, and where it begins to go round. It shows that a
    /// property fails, or how something comes about.
    Show {
        run: Vec<Action>,
        loops_from: Option<usize>,
        property: String,
        fails: bool,
    },
    /// Rings these steps, or no longer.
    Ring(Rc<[usize]>),
    /// A search has ended, and says which lines never run.
    Unreached(Rc<Unreached>),
    /// Plays the run from its start.
    Replay,
    /// Goes to another future.
    Branch(usize),
    /// An expression beside the picture.
    Watch(String),
    /// No longer, by its place among those that the reader watches.
    Unwatch(usize),
    /// The reader's own choice of colours is to count, not the link's.
    OwnTheme,
    Notice(String),
    Dismiss(usize),
}

impl Message {
    /// Whether a change that is tried goes on with it: the reader does nothing else meanwhile.
    pub(super) fn goes_with_a_change(&self) -> bool {
        matches!(
            self,
            Message::Try { .. }
                | Message::Edit(_)
                | Message::Write(_)
                | Message::Type(_)
                | Message::Show { .. }
                | Message::Unreached(_)
                | Message::Notice(_)
                | Message::Dismiss(_)
        )
    }
}
