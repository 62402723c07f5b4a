//! A search on several cores, for a page that may share memory. `crew WORKERS` reads requests and
//! writes replies, each with a zero after it, as the page's own worker hears and says them; what
//! its threads are is the affair of `web/static/crew`.

use checking::{Job, Request};
use std::{
    env,
    io::{self, BufRead, Write},
    sync::mpsc::{self, Receiver},
    thread,
    time::Instant,
};

/// After each request and each reply.
const END: u8 = 0;

fn main() -> io::Result<()> {
    let workers = env::args().nth(1).and_then(|it| it.parse().ok()).unwrap_or(1);
    let (ask, asked) = mpsc::channel();
    // by itself, so that it can wait while the others work
    thread::spawn(move || requests(io::stdin().lock()).try_for_each(|it| ask.send(it)));
    work(workers, &asked, &mut io::stdout())
}

fn requests(from: impl BufRead) -> impl Iterator<Item = Request> {
    let texts = from.split(END).map_while(Result::ok);
    texts.filter_map(|it| Request::read(str::from_utf8(&it).ok()?))
}

/// Searches as it is asked to, until nobody asks any more.
fn work(workers: usize, asked: &Receiver<Request>, to: &mut impl Write) -> io::Result<()> {
    let start = Instant::now();
    let mut job = Job::new(workers);
    loop {
        let request = match job.is_running() {
            true => asked.try_recv().ok(),
            false => match asked.recv() {
                Ok(it) => Some(it),
                Err(_) => return Ok(()),
            },
        };
        let reply = match request {
            Some(it) => job.take(it),
            None => job.slice(|| start.elapsed()),
        };
        if let Some(reply) = reply {
            to.write_all(reply.text().as_bytes())?;
            to.write_all(&[END])?;
            to.flush()?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use checking::{Found, Reply};

    fn check(link: &str) -> Request {
        let (scenario, states_max) = (link.into(), 200_000);
        Request::Check { scenario, from_here: false, states_max, bytes_max: usize::MAX }
    }

    /// What is said to some requests, heard as the page sends them.
    fn replies(workers: usize, asked: &[Request]) -> Vec<Reply> {
        let sent: Vec<u8> =
            asked.iter().flat_map(|it| [it.text().as_bytes(), &[END]].concat()).collect();
        let (ask, asked) = mpsc::channel();
        requests(&*sent).for_each(|it| ask.send(it).unwrap());
        drop(ask);
        let mut said = Vec::new();
        work(workers, &asked, &mut said).unwrap();
        let said = String::from_utf8(said).unwrap();
        said.split_terminator('\0').map(|it| Reply::read(it).unwrap()).collect()
    }

    /// The last of them, which ends a search.
    fn found(replies: &[Reply]) -> Found {
        let Some(Reply::Found(found)) = replies.last() else { panic!("{replies:?}") };
        Found { ms: 0, ..found.clone() }
    }

    #[test]
    fn several_say_what_one_says() {
        for link in ["bakery", "bakery?tie-break=none", "semaphore-server", "nothing-of-the-kind"] {
            let asked = [check(link)];
            let [one, three] = [1, 3].map(|it| replies(it, &asked));
            let is_known = matches!(one.last(), Some(Reply::Found(_)));
            match is_known {
                true => assert_eq!(found(&three), found(&one), "{link}"),
                false => assert_eq!(three, one, "{link}"),
            }
            let is_of_three =
                |it: &Reply| !matches!(it, Reply::Progress(pace, _) if pace.workers != 3);
            assert!(three.iter().all(is_of_three));
        }
    }

    #[test]
    fn a_search_that_was_stopped_goes_on() {
        let whole = found(&replies(3, &[check("bakery")]));
        let asked = [check("bakery"), Request::Stop, Request::GoOn];
        let replies = replies(3, &asked);
        assert!(matches!(&replies[0], Reply::Found(it) if it.unfinished), "{:?}", replies[0]);
        assert_eq!(found(&replies), whole);
    }

    #[test]
    fn what_is_asked_last_counts() {
        let asked = [
            check("bakery"),
            check("bakery?processes=2"),
            Request::Stop,
            check("bakery?processes=2"),
        ];
        assert_eq!(found(&replies(2, &asked)), found(&replies(1, &asked[1..2])));
    }
}
