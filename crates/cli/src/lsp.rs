//! `interleave lsp`: a language server on standard input and output.
//!
//! Errors and verdicts are found in a thread of their own, so that no answer waits for them.

use crate::args::Lsp;
use crate::{Answer, Failure};
use crossbeam_channel::{Receiver, Sender, select, unbounded};
use lsp_server::{Connection, Message, ProtocolError};
use server::{Finding, Judge, News, Output, Server};
use std::thread;

/// How many states are expanded between two looks at what is new.
const SLICE: usize = 1 << 13;

pub fn run(args: &Lsp) -> Result<Answer, Failure> {
    let (connection, threads) = Connection::stdio();
    let served = serve(&connection, args);
    // the writer ends when nobody can send any more
    drop(connection);
    threads.join()?;
    match served {
        // a client that is gone has nothing to be told
        Err(error) if !error.channel_is_disconnected() => {
            Err(Failure::Usage(format!("The client left the protocol: {error}.")))
        }
        _ => Ok(Answer::Good),
    }
}

/// Until the client says so, or is gone.
fn serve(connection: &Connection, args: &Lsp) -> Result<(), ProtocolError> {
    let (id, asked) = connection.initialize_start()?;
    let (mut server, offer) = Server::begin(&asked, &args.playground);
    connection.initialize_finish(id, offer)?;
    let (news, from_server) = unbounded();
    let (to_server, findings) = unbounded();
    let judge = Judge::new(args.states_max, SLICE);
    thread::spawn(move || find(judge, &from_server, &to_server));
    loop {
        let outputs = select! {
            recv(connection.receiver) -> message => match message {
                Ok(Message::Request(request)) if connection.handle_shutdown(&request)? => {
                    return Ok(());
                }
                Ok(message) => server.take(message),
                Err(_) => return Ok(()),
            },
            recv(findings) -> finding => {
                // without that thread nothing would ever be found again
                server.find(finding.expect("the thread that judges goes on"))
            }
        };
        for output in outputs {
            // a client that is gone is seen where messages come in
            let _ = match output {
                Output::ToClient(message) => connection.sender.send(message).is_ok(),
                Output::ToJudge(one) => news.send(one).is_ok(),
            };
        }
    }
}

fn find(mut judge: Judge, news: &Receiver<News>, to: &Sender<Finding>) {
    loop {
        if judge.is_idle() {
            let Ok(one) = news.recv() else { return };
            judge.note(one);
        }
        news.try_iter().for_each(|one| judge.note(one));
        if judge.advance().is_some_and(|finding| to.send(finding).is_err()) {
            return;
        }
    }
}
