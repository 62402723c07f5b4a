//! Texts with what no random algorithm has: each word and each function of the language is drawn, or stands here.

/// Their names and what they say.
pub const TEXTS: [(&str, &str); 10] = [
    ("calls", include_str!("../texts/calls.ilv")),
    ("cells", include_str!("../texts/cells.ilv")),
    ("claims", include_str!("../texts/claims.ilv")),
    ("events", include_str!("../texts/events.ilv")),
    ("leads", include_str!("../texts/leads.ilv")),
    ("lists", include_str!("../texts/lists.ilv")),
    ("memory", include_str!("../texts/memory.ilv")),
    ("orders", include_str!("../texts/orders.ilv")),
    ("row", include_str!("../texts/row.ilv")),
    ("still", include_str!("../texts/still.ilv")),
];
