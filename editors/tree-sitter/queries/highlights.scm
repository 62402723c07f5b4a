; No two patterns are about the same place: editors do not agree which of them wins.

(comment) @comment
(number) @constant.numeric
(title (name) @type)
(claimed) @string
(prose) @string
(option (identifier) @constant)
(call function: (identifier) @function)
(member (identifier) @variable.other.member)
(block (statement . (identifier) @label . ":" .))

[
  "false" "none" "self" "true"
] @constant.builtin

[
  "and" "in" "is" "mod" "not" "or"
] @keyword.operator

[
  "bool" "copy" "list" "set"
] @type.builtin

[
  "any" "atomic" "await" "become" "choose" "decide" "else" "fence" "for" "if" "let" "pause" "repeat" "restart"
  "send" "skip" "stop" "until" "while"
] @keyword.control

[
  "algorithm" "option" "say" "with" "at end" "eventually always" "always" "assume" "eventually" "expect"
  "inductive" "least" "limit" "lock-free" "most" "never" "obstruction-free" "outcomes" "reachable" "serializable"
  "wait-free" "define" "domain" "ghost" "message" "on" "own" "pool" "sections" "shared" "stable" "strongly"
  "when" "after" "all" "answers" "apart" "are" "as" "at" "at_once" "before" "bound" "by" "call" "client"
  "clocks" "consistent" "coordinator" "count" "crash" "decisions" "delete" "down" "each" "end" "equal" "ever"
  "every" "fails" "falls_back" "free" "from" "history" "holds" "in_step" "inputs" "lands" "late" "later"
  "lead" "leads" "like" "line" "linearizable" "lines" "max" "messages" "min" "needed" "new" "no" "of" "one" "one_by_one"
  "operation" "others" "outcome" "overtakes" "propose" "quorum" "reached" "read" "reads" "record" "replica"
  "rests" "return" "row" "safe" "sequentially" "some" "sort" "starts" "state" "states" "step" "steps" "still"
  "stores" "sum" "timeout" "times" "timestamps" "to" "up" "watch" "where" "write" "writes"
] @keyword

[
  "←" "<-" ":=" "=" "==" "≠" "!=" "<" "≤" "<=" ">" "≥" ">=" "⇒" "=>" "→" "->" "⊆" "∈" "∉" "∧" "∨" "¬" "∀" "∃"
  "&&" "||" ".." "+" "−" "-" "·" "×" "*" "/" "|" "′" "'"
] @operator

["(" ")" "[" "]" "{" "}"] @punctuation.bracket

["," ";" ":" "."] @punctuation.delimiter
