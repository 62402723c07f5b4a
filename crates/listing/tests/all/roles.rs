//! A text numbers the processes of each role from 0; readers see all of them numbered through.

use model::{Action, Log, System};

const GREETING: &str = "algorithm Greeting
message hello

server:
  own known: set of client
  own last: none | client
  on hello from c:
    known ← known + {c}; last ← c

client c of 2:
  start:
    send hello to server
";

#[test]
fn a_value_that_names_a_process_is_its_number_in_the_picture() {
    let compiled = listing::compile(GREETING, &[]).expect("no errors");
    let system: &dyn System = &compiled;
    let mut state = system.initial();
    let locals = |state: &[u8]| system.view(state).processes[0].locals.clone();
    let said = |known: &str, last: &str| vec![("known", known.into()), ("last", last.to_owned())];
    assert_eq!(locals(&state), said("{}", "none"));
    let send = Action::Step { process: 2, choice: 0 };
    system.step(&mut state, send, &mut Log::off());
    let mut arrival = None;
    system.actions(&state, &mut |it| {
        if let Action::Deliver(_) = it {
            arrival = Some(it);
        }
    });
    system.step(&mut state, arrival.expect("a message"), &mut Log::off());
    assert_eq!(locals(&state), said("{2}", "2"));
}
