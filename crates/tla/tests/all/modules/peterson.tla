---- MODULE A ----
(* Peterson's lock

   Each action is one step of the algorithm; the line of the text stands beside it.
   A state without a step is no error by itself: run TLC with -deadlock, and ask for no_deadlock.
   Not in this module: overtaken. TLA+ has no such question.
*)
EXTENDS Integers, FiniteSets, Sequences

Process == 0..1

VARIABLES
  flag,                  \* true or false
  turn,                  \* a number
  at                     \* where each stands
vars == <<flag, turn, at>>

Init ==
  /\ flag = [i \in 0..1 |-> FALSE]
  /\ turn = 0
  /\ at = [i \in 0..1 |-> "remainder"]

(* Nobody ever gets on: some read again and again in vain. *)
Stuck ==
  /\ \A i \in Process : (at[i] = "waiting_2" /\ ~((turn = i) \/ ~flag[1 - i])) \/ (at[i] = "waiting" /\ ~(~flag[1 - i] \/ (turn = i)))

remainder(i) ==                       \* pause
  /\ at[i] = "remainder"
  /\ at' = [at EXCEPT ![i] = "doorway"]
  /\ UNCHANGED <<flag, turn>>

doorway(i) ==                         \* flag[i] ← true
  /\ at[i] = "doorway"
  /\ at' = [at EXCEPT ![i] = "doorway_2"]
  /\ flag' = [flag EXCEPT ![i] = TRUE]
  /\ UNCHANGED turn

doorway_2(i) ==                       \* turn ← 1 − i
  /\ at[i] = "doorway_2"
  /\ at' = [at EXCEPT ![i] = "waiting"]
  /\ turn' = (1 - i)
  /\ UNCHANGED flag

waiting(i) ==                         \* await not flag[1 − i] or turn = i
  /\ at[i] = "waiting"
  /\ IF flag[1 - i]
     THEN /\ at' = [at EXCEPT ![i] = "waiting_2"]
     ELSE /\ at' = [at EXCEPT ![i] = "critical"]
  /\ UNCHANGED <<flag, turn>>

waiting_2(i) ==                       \* await not flag[1 − i] or turn = i
  /\ at[i] = "waiting_2"
  /\ IF turn = i
     THEN /\ at' = [at EXCEPT ![i] = "critical"]
     ELSE /\ at' = [at EXCEPT ![i] = "waiting"]
  /\ UNCHANGED <<flag, turn>>

critical(i) ==                        \* pause
  /\ at[i] = "critical"
  /\ at' = [at EXCEPT ![i] = "exit"]
  /\ UNCHANGED <<flag, turn>>

exit(i) ==                            \* flag[i] ← false
  /\ at[i] = "exit"
  /\ at' = [at EXCEPT ![i] = "remainder"]
  /\ flag' = [flag EXCEPT ![i] = FALSE]
  /\ UNCHANGED turn

process_steps(i) ==
  /\ ~Stuck
  /\ \/ remainder(i)
     \/ doorway(i)
     \/ doorway_2(i)
     \/ waiting(i)
     \/ waiting_2(i)
     \/ critical(i)
     \/ exit(i)

Steps ==
  \/ \E i \in Process : process_steps(i)
Faults ==
  FALSE
Beyond ==
  FALSE

Next == Steps \/ Faults
Spec ==
  /\ Init
  /\ [][Next]_vars
  /\ \A i \in Process : WF_vars(process_steps(i) /\ ~(at[i] = "remainder" /\ at'[i] # "remainder"))

(* at most 1 in critical *)
mutual_exclusion ==
  Cardinality({p \in Process : at[p] = "critical"}) <= 1

(* eventually waiting → critical *)
served ==
  \A i \in Process : []<>~((at[i] \in {"waiting", "waiting_2", "critical", "exit"}) /\ (at[i] \in {"remainder_2", "decided", "crashed", "remainder", "doorway", "doorway_2", "waiting", "waiting_2"}))

(* Nobody waits for ever because no step is left; a fault is no step. *)
Resting ==
  /\ \A i \in Process : FALSE
no_deadlock == (ENABLED Steps) \/ Beyond \/ Resting
====
