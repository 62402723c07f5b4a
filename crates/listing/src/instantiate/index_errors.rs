//! What is said of an index at run time that is none of those that there are.

use crate::instantiate::domain::{Domain, Of};
use crate::instantiate::instance::Instance;
use crate::instantiate::pool::shown;
use program::ir::{Bound, Outside};

impl Instance<'_> {
    /// So many, with the sentence on others: `{}` is the index, and the first one is called so.
    pub fn bound(&mut self, count: i64, sentence: String, first: i64) -> Bound {
        let it = Outside { sentence, first };
        let all = &mut self.listed.bounds;
        let at = all.iter().position(|other| *other == it).unwrap_or_else(|| {
            all.push(it);
            all.len() - 1
        });
        Bound { count, outside: at as u16 }
    }

    /// As many as a variable has elements in one dimension.
    pub fn bound_in(&mut self, var: usize, dim: &Domain) -> Bound {
        if let Of::Cells(pool) = dim.of {
            let sentence = format!("{{}} is no cell of `{}`.", self.pools[pool].name);
            return self.bound(dim.count() as i64, sentence, dim.low);
        }
        let name = format!("`{}`", shown(&self.vars[var].name));
        self.bound_of(dim, &name)
    }

    /// Among symbols and numbers, a position does not say which value it is not.
    pub fn bound_of(&mut self, dim: &Domain, name: &str) -> Bound {
        let which = if dim.symbols.is_empty() { "The index {} is" } else { "An index is" };
        let sentence = format!("{which} outside of {name}, which has {}.", self.say_domain(dim));
        self.bound(dim.count() as i64, sentence, dim.low)
    }
}

/// The bound of what is never outside.
pub fn always(count: usize) -> Bound {
    Bound { count: count as i64, outside: u16::MAX }
}
