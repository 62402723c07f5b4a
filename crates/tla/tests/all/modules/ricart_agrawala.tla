---- MODULE A ----
(* Ricart and Agrawala's lock

   Each action is one step of the algorithm; the line of the text stands beside it.
   A state without a step is no error by itself: run TLC with -deadlock, and ask for no_deadlock.
   Not in this module: overtaken. TLA+ has no such question.
   Not in this module: fewest messages. TLA+ has no such question.
   Not in this module: most messages. TLA+ has no such question.
*)
EXTENDS Integers, FiniteSets, Sequences

Process == 0..2
Everyone == 0..2
Max(x, y) == IF x > y THEN x ELSE y
Other(i, k) == IF k <= i THEN k - 1 ELSE k    \* the k-th of the others

VARIABLES
  at,                    \* where each stands
  clock,                 \* numbers
  mine,                  \* numbers
  needed,                \* numbers
  pending,               \* sets
  kept,                  \* what is kept or counted from step to step
  network                \* network[i][j]: the messages from i to j, the oldest first
vars == <<at, clock, mine, needed, pending, kept, network>>

Init ==
  /\ at = [i \in 0..2 |-> "remainder"]
  /\ clock = [i \in 0..2 |-> 0]
  /\ mine = [i \in 0..2 |-> 0]
  /\ needed = [i \in 0..2 |-> 0]
  /\ pending = [i \in 0..2 |-> {}]
  /\ kept = [i \in 0..2 |-> 0]
  /\ network = [i \in Everyone |-> [j \in Everyone |-> <<>>]]

Send(n, e) == [n EXCEPT ![e.from][e.to] = Append(@, e)]
Arrives(q, k) == q # <<>> /\ Head(q).kind = k
Places == UNION {{<<f, t, k>> : k \in 1..Len(network[f][t])} : f \in Everyone, t \in Everyone}
At(x) == network[x[1]][x[2]][x[3]]
OnTheirWay == {At(x) : x \in Places}
Messages == Cardinality(Places)
InTransit(P(_)) == Cardinality({x \in Places : P(At(x))})

when_remainder(i) ==                  \* when remainder:
  /\ at[i] = "remainder"
  /\ kept[i] < 2
  /\ clock[i] + 1 <= 6
  /\ Messages < 13
  /\ kept[i] + 1 <= 2
  /\ at' = [at EXCEPT ![i] = "waiting"]
  /\ clock' = [clock EXCEPT ![i] = clock[i] + 1]
  /\ kept' = [kept EXCEPT ![i] = kept[i] + 1]
  /\ mine' = [mine EXCEPT ![i] = clock[i] + 1]
  /\ needed' = [needed EXCEPT ![i] = 2]
  /\ network' = Send(Send(network, [kind |-> "request", from |-> i, to |-> Other(i, 1), value_1 |-> clock[i] + 1]), [kind |-> "request", from |-> i, to |-> Other(i, 2), value_1 |-> clock[i] + 1])
  /\ UNCHANGED pending

when_remainder_beyond(i) ==    \* it would lead beyond a bound: there is no step
  /\ at[i] = "remainder"
  /\ \/ /\ kept[i] < 2
        /\ ~(clock[i] + 1 <= 6)
     \/ /\ kept[i] < 2
        /\ clock[i] + 1 <= 6
        /\ ~(Messages < 14)
     \/ /\ kept[i] < 2
        /\ clock[i] + 1 <= 6
        /\ Messages < 14
        /\ ~(Messages < 13)
     \/ /\ kept[i] < 2
        /\ clock[i] + 1 <= 6
        /\ Messages < 13
        /\ ~(kept[i] + 1 <= 2)

on_request(i, j) ==                   \* on request(p) from j:
  /\ Arrives(network[j][i], "request")
  /\ LET m == Head(network[j][i])
     IN  \/ /\ at[i] = "remainder"
            /\ clock' = [clock EXCEPT ![i] = Max(clock[i], m.value_1)]
            /\ network' = Send([network EXCEPT ![j][i] = Tail(@)], [kind |-> "reply", from |-> i, to |-> m.from])
            /\ UNCHANGED <<at, kept, mine, needed, pending>>
         \/ /\ at[i] = "waiting"
            /\ IF (m.value_1 < mine[i]) \/ ((m.value_1 = mine[i]) /\ (m.from < i))
               THEN /\ network' = Send([network EXCEPT ![j][i] = Tail(@)], [kind |-> "reply", from |-> i, to |-> m.from])
                    /\ UNCHANGED pending
               ELSE /\ network' = [network EXCEPT ![j][i] = Tail(@)]
                    /\ pending' = [pending EXCEPT ![i] = pending[i] \cup {m.from}]
            /\ clock' = [clock EXCEPT ![i] = Max(clock[i], m.value_1)]
            /\ UNCHANGED <<at, kept, mine, needed>>
         \/ /\ at[i] = "critical"
            /\ clock' = [clock EXCEPT ![i] = Max(clock[i], m.value_1)]
            /\ network' = [network EXCEPT ![j][i] = Tail(@)]
            /\ pending' = [pending EXCEPT ![i] = pending[i] \cup {m.from}]
            /\ UNCHANGED <<at, kept, mine, needed>>

on_reply(i, j) ==                     \* on reply:
  /\ Arrives(network[j][i], "reply")
  /\ LET m == Head(network[j][i])
     IN  \/ /\ at[i] # "waiting"
            /\ IF 0 < needed[i]
               THEN /\ 0 <= needed[i] - 1
                    /\ needed' = [needed EXCEPT ![i] = needed[i] - 1]
               ELSE /\ UNCHANGED needed
            /\ network' = [network EXCEPT ![j][i] = Tail(@)]
            /\ UNCHANGED <<at, clock, kept, mine, pending>>
         \/ /\ at[i] = "waiting"
            /\ IF 0 < needed[i]
               THEN /\ 0 <= needed[i] - 1
                    /\ IF needed[i] - 1 = 0
                       THEN /\ at' = [at EXCEPT ![i] = "critical"]
                       ELSE /\ UNCHANGED at
                    /\ needed' = [needed EXCEPT ![i] = needed[i] - 1]
               ELSE /\ IF needed[i] = 0
                       THEN /\ at' = [at EXCEPT ![i] = "critical"]
                       ELSE /\ UNCHANGED at
                    /\ UNCHANGED needed
            /\ network' = [network EXCEPT ![j][i] = Tail(@)]
            /\ UNCHANGED <<clock, kept, mine, pending>>

on_reply_beyond(i, j) ==    \* it would lead beyond a bound: there is no step
  /\ Arrives(network[j][i], "reply")
  /\ LET m == Head(network[j][i])
     IN  \/ /\ 0 < needed[i]
            /\ ~(0 <= needed[i] - 1)

when_critical(i) ==                   \* when critical:
  /\ at[i] = "critical"
  /\ IF 0 \in pending[i]
     THEN /\ \/ /\ 1 \in pending[i]
                /\ \/ /\ 2 \in pending[i]
                      /\ Messages < 12
                      /\ network' = Send(Send(Send(network, [kind |-> "reply", from |-> i, to |-> 0]), [kind |-> "reply", from |-> i, to |-> 1]), [kind |-> "reply", from |-> i, to |-> 2])
                   \/ /\ Messages < 13
                      /\ ~(2 \in pending[i])
                      /\ network' = Send(Send(network, [kind |-> "reply", from |-> i, to |-> 0]), [kind |-> "reply", from |-> i, to |-> 1])
             \/ /\ ~(1 \in pending[i])
                /\ 2 \in pending[i]
                /\ Messages < 13
                /\ network' = Send(Send(network, [kind |-> "reply", from |-> i, to |-> 0]), [kind |-> "reply", from |-> i, to |-> 2])
             \/ /\ Messages < 14
                /\ ~(1 \in pending[i])
                /\ ~(2 \in pending[i])
                /\ network' = Send(network, [kind |-> "reply", from |-> i, to |-> 0])
     ELSE /\ IF 1 \in pending[i]
             THEN /\ \/ /\ 2 \in pending[i]
                        /\ Messages < 13
                        /\ network' = Send(Send(network, [kind |-> "reply", from |-> i, to |-> 1]), [kind |-> "reply", from |-> i, to |-> 2])
                     \/ /\ Messages < 14
                        /\ ~(2 \in pending[i])
                        /\ network' = Send(network, [kind |-> "reply", from |-> i, to |-> 1])
             ELSE /\ IF 2 \in pending[i]
                     THEN /\ Messages < 14
                          /\ network' = Send(network, [kind |-> "reply", from |-> i, to |-> 2])
                     ELSE /\ UNCHANGED network
  /\ at' = [at EXCEPT ![i] = "remainder"]
  /\ mine' = [mine EXCEPT ![i] = 0]
  /\ pending' = [pending EXCEPT ![i] = {}]
  /\ UNCHANGED <<clock, kept, needed>>

when_critical_beyond(i) ==    \* it would lead beyond a bound: there is no step
  /\ at[i] = "critical"
  /\ \/ /\ 0 \in pending[i]
        /\ ~(Messages < 14)
     \/ /\ 0 \in pending[i]
        /\ Messages < 14
        /\ 1 \in pending[i]
        /\ ~(Messages < 13)
     \/ /\ 0 \in pending[i]
        /\ 1 \in pending[i]
        /\ Messages < 13
        /\ 2 \in pending[i]
        /\ ~(Messages < 12)
     \/ /\ 0 \in pending[i]
        /\ Messages < 14
        /\ ~(1 \in pending[i])
        /\ 2 \in pending[i]
        /\ ~(Messages < 13)
     \/ /\ ~(0 \in pending[i])
        /\ 1 \in pending[i]
        /\ ~(Messages < 14)
     \/ /\ ~(0 \in pending[i])
        /\ 1 \in pending[i]
        /\ Messages < 14
        /\ 2 \in pending[i]
        /\ ~(Messages < 13)
     \/ /\ ~(0 \in pending[i])
        /\ ~(1 \in pending[i])
        /\ 2 \in pending[i]
        /\ ~(Messages < 14)

process_steps(i) ==
  \/ when_remainder(i)
  \/ when_critical(i)

process_arrivals(i, j) ==
  \/ on_request(i, j)
  \/ on_reply(i, j)

Steps ==
  \/ \E i \in Process : process_steps(i)
  \/ \E i \in Process : \E j \in Everyone : process_arrivals(i, j)
Faults ==
  FALSE
Beyond ==
  \/ \E i \in Process : when_remainder_beyond(i)
  \/ \E i \in Process : \E j \in Everyone : on_reply_beyond(i, j)
  \/ \E i \in Process : when_critical_beyond(i)

Next == Steps \/ Faults
Spec ==
  /\ Init
  /\ [][Next]_vars
  /\ \A i \in Process : WF_vars(process_steps(i) /\ ~(at[i] = "remainder" /\ at'[i] # "remainder"))
  /\ \A i \in Process : \A j \in Everyone : WF_vars(process_arrivals(i, j))

(* at most 1 in critical *)
mutual_exclusion ==
  Cardinality({p \in Process : at[p] = "critical"}) <= 1

(* all i in critical: all j in waiting: (mine[i], i) < (mine[j], j) *)
order_of_service ==
  /\ ~(at[0] = "critical") \/ ((~(at[0] = "waiting") \/ (mine[0] < mine[0]) \/ ((mine[0] = mine[0]) /\ FALSE)) /\ (~(at[1] = "waiting") \/ (mine[0] < mine[1]) \/ (mine[0] = mine[1])) /\ (~(at[2] = "waiting") \/ (mine[0] < mine[2]) \/ (mine[0] = mine[2])))
  /\ ~(at[1] = "critical") \/ ((~(at[0] = "waiting") \/ (mine[1] < mine[0]) \/ ((mine[1] = mine[0]) /\ FALSE)) /\ (~(at[1] = "waiting") \/ (mine[1] < mine[1]) \/ ((mine[1] = mine[1]) /\ FALSE)) /\ (~(at[2] = "waiting") \/ (mine[1] < mine[2]) \/ (mine[1] = mine[2])))
  /\ ~(at[2] = "critical") \/ (\A p \in Process : (~(at[p] = "waiting") \/ (mine[2] < mine[p]) \/ ((mine[2] = mine[p]) /\ FALSE)))

(* reachable all i: i in waiting *)
all_ask_at_once ==
  \A p \in Process : (at[p] = "waiting")
never_all_ask_at_once == ~all_ask_at_once    \* what breaks it is the run

(* eventually waiting → critical *)
nobody_waits_for_ever ==
  \A i \in Process : []<>~(at[i] = "waiting")

(* Nobody waits for ever because no step is left; a fault is no step. *)
Resting ==
  /\ \A i \in Process : at[i] = "remainder"
no_deadlock == (ENABLED Steps) \/ Beyond \/ Resting
====
