//! The modules of the page, compiled here, where code is made for speed.

use crate::Collect;

macro_rules! modules {
    ($($module:ident)*) => {
        $(pub fn $module(collect: &mut Collect) {
            algorithms::module::$module(collect);
        })*
    };
}

modules! {
    registers permissions agents faults servers tokens messages clocks erlang time stores queues
    updates rows storage transactions columns consensus
}
