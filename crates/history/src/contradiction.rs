//! Why operations have no order, in steps.

use crate::few::Contradiction;

/// How operations and results are called.
pub trait Names {
    /// In full: "pop → 0 of process 1".
    fn name(&self, operation: usize) -> String;

    fn result(&self, result: usize) -> String;

    /// What an operation has returned, if it returns anything.
    fn returned(&self, operation: usize) -> Option<String>;

    /// "push(2) had returned in step 3, before pop → 0 was called in step 4"; perhaps with the first one in full.
    fn comes_first(&self, pair: (usize, usize), is_full: bool) -> String;
}

impl Contradiction {
    /// "it must come before push(2) of process 0, since behind that it could only return 2; but …", where `last` is it.
    pub fn words(&self, names: &dyn Names, members: &[usize], last: usize) -> String {
        let Some((first, second)) = self.pair else { return self.by_results(names, members, last) };
        let subject = match second == last {
            true => "it".to_owned(),
            false => names.name(second),
        };
        let premises = self.premises.iter().map(|&pair| names.comes_first(pair, true));
        let so = match self.premises.is_empty() {
            true => String::new(),
            false => format!("{}; so ", premises.collect::<Vec<_>>().join(", and ")),
        };
        let before = names.name(first);
        let since = self.only(names, "behind that it");
        let but = names.comes_first((first, second), false);
        format!("{so}{subject} must come before {before}, since {since}; but {but}")
    }

    /// No pair has to keep its order for that.
    fn by_results(&self, names: &dyn Names, members: &[usize], last: usize) -> String {
        let others = members.iter().filter(|&&at| at != last);
        let others: Vec<String> = others.map(|&at| names.name(at)).collect();
        match others.is_empty() {
            true => self.only(names, "whatever else ran, it"),
            false => self.only(names, &format!("with {}, it", others.join(" and "))),
        }
    }

    /// "behind that it could only return 2"
    fn only(&self, names: &dyn Names, it: &str) -> String {
        match (self.instead.as_deref(), names.returned(self.operation)) {
            (Some([]), _) => format!("{it} could return nothing that fits the others"),
            (Some(results), _) => {
                let results: Vec<String> =
                    results.iter().map(|&result| names.result(result)).collect();
                format!("{it} could only return {}", results.join(" or "))
            }
            (None, Some(result)) => format!("{it} could not return {result}"),
            (None, None) => format!("{it} could not return"),
        }
    }
}
