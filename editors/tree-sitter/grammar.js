// The lines of a text, those that are indented in the blocks of those above, and the words of each. It is read line by
// line: what a line means is for the language server to say.

/** Words by how they are coloured. A word that begins a claim stands in `CLAIMS`, too. */
const WORDS = {
  constant: ["false", "none", "self", "true"],
  operator: ["and", "in", "is", "mod", "not", "or"],
  type: ["bool", "copy", "list", "set"],
  declaration: [
    "define", "domain", "ghost", "message", "on", "own", "pool", "sections", "shared", "stable", "strongly", "when",
  ],
  control: [
    "any", "atomic", "await", "become", "choose", "decide", "else", "fence", "for", "if", "let", "pause", "repeat",
    "restart", "send", "skip", "stop", "until", "while",
  ],
  other: [
    "after", "all", "are", "as", "at", "before", "bound", "by", "call", "consistent", "count", "crash", "decisions",
    "delete", "each", "end", "equal", "ever", "every", "fails", "free", "from", "history", "holds", "inputs", "lead", "leads", "like", "line",
    "linearizable", "lines", "max", "messages", "min", "needed", "new", "no", "of", "operation", "others", "outcome",
    "overtakes", "propose", "reached", "read", "record", "rests", "return", "safe", "sequentially", "some", "sort", "state",
    "states", "step", "steps", "stores", "sum", "timeout", "times", "to", "up", "watch", "where", "write",
  ],
};

/** A name and a colon can follow. Elsewhere most of them are words as others are. */
const CLAIMS = [
  "always", "assume", "eventually", "expect", "inductive", "least", "limit", "lock-free", "most", "never", "obstruction-free",
  "outcomes", "reachable", "serializable", "wait-free",
];

/** Names elsewhere. */
const OF_ROW = [
  "answers", "apart", "at_once", "client", "clocks", "coordinator", "down", "falls_back", "in_step", "lands", "late",
  "later", "one", "one_by_one", "quorum", "reads", "replica", "starts", "still", "timestamps", "writes",
];

/** Functions where a bracket follows. */
const FUNCTIONS = ["count", "max", "min", "sum"];

const SIGNS = [
  "←", "<-", ":=", "=", "==", "≠", "!=", "<", "≤", "<=", ">", "≥", ">=", "⇒", "=>", "→", "->", "⊆", "∈", "∉", "∧", "∨",
  "¬", "∀", "∃", "&&", "||", "..", "+", "−", "-", "·", "×", "*", "/", "|", "′", "'",
];

/** Widths at which blocks begin: two blanks for each level, and the last for all that is deeper. */
const LEVELS = [0, 2, 4, 6, 8];

/** The end of a line, with lines without a word, and the margin of the next one. */
function margin(level) {
  const width = LEVELS[level];
  const most = LEVELS[level + 1] ? LEVELS[level + 1] - 1 : "";
  return token(new RegExp(`(\\r?\\n[ \\t]*)*\\r?\\n${width ? ` {${width},${most}}` : ""}`));
}

/** The margins of blocks within one of a level. */
function deeper($, level) {
  return [...LEVELS.keys()].slice(level + 1).map((it) => $[`_margin${it}`]);
}

const rules = {
  source: ($) => seq(optional($._item), repeat(seq($._margin0, optional($._item)))),
  _item: ($) => choice($._block0, $.row),

  _line: ($) => choice($.comment, seq($._words, optional($.comment))),
  _words: ($) => choice($.title, $.option, $.claim, $.saying, $.statement),

  title: ($) => seq("algorithm", optional(alias(/[^#\s][^#\n]*/, $.name))),

  option: ($) =>
    seq("option", $.identifier, optional(seq("as", $.identifier)), ":", repeat(choice($.identifier, $.number, $._sign)),
      optional($.condition)),

  claim: ($) =>
    seq(
      choice(...CLAIMS, alias(/at +end/, "at end"), alias(/eventually +always/, "eventually always")),
      optional($.claimed),
      repeat($._word),
      optional($.condition),
    ),

  saying: ($) => seq("say", optional($.claimed), repeat(choice($.prose, $.value))),

  // with its colon, by which it is told from other words
  claimed: () => token(prec(1, /[^:#\s]+( [^:#\s]+)*:/)),
  prose: () => /[^{}#\s][^{}#\n]*/,
  value: ($) => seq("{", repeat($._word), "}"),

  row: ($) => seq($._row, repeat(seq(choice(...deeper($, 0)), choice($._in_row, $.comment)))),
  _row: ($) => seq("row", repeat($._row_word), optional($.condition), optional($.comment)),
  _in_row: ($) => seq(repeat1($._row_word), optional($.condition), optional($.comment)),
  _row_word: ($) => choice($._word, ...OF_ROW),

  statement: ($) => prec.right(seq($._first, repeat($._word), optional($.condition))),

  condition: ($) =>
    seq("with", repeat(choice("and", "else", "if", "in", "not", "or", $.identifier, $.number, $._sign, $.group))),

  _first: ($) => choice(...Object.values(WORDS).flat(), $._other),
  _word: ($) => choice(...new Set([...Object.values(WORDS).flat(), ...CLAIMS]), $._other),
  _other: ($) => choice($.call, $.identifier, $.number, $.member, $.group, $._sign, ":"),

  call: ($) => seq(field("function", $._function), field("arguments", alias($._arguments, $.group))),
  _function: ($) => choice($.identifier, alias(choice(...FUNCTIONS), $.identifier)),
  _arguments: ($) => seq(token.immediate("("), repeat($._inside), ")"),
  member: ($) => seq(".", $.identifier),
  group: ($) =>
    choice(
      seq("(", repeat($._inside), ")"),
      seq("[", repeat($._inside), "]"),
      seq("{", repeat($._inside), "}"),
    ),
  // a line goes on where a bracket is open
  _inside: ($) => choice($._word, $.comment, $._margin0, ...deeper($, 0)),
  _sign: () => choice(...SIGNS, ",", ";"),

  number: () => /\d+/,
  identifier: () => /[\p{L}_][\p{L}\p{N}_]*/,
  comment: () => /#[^\n]*/,
};

for (const level of LEVELS.keys()) {
  rules[`_margin${level}`] = () => margin(level);
  rules[`_block${level}`] = ($) => alias($[`_lines${level}`], $.block);
  rules[`_lines${level}`] = ($) => {
    const within = [...LEVELS.keys()].slice(level + 1).map((it) => seq($[`_margin${it}`], $[`_block${it}`]));
    return prec.right(within.length ? seq($._line, repeat(choice(...within))) : $._line);
  };
}

module.exports = grammar({
  name: "interleave",
  word: ($) => $.identifier,
  extras: () => [/[ \t\r]/],
  rules,
});
