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
    registers permissions faults tokens clocks time stores queues updates storage transactions
    consensus
}
