-- Lamport's bakery, from the listing in crates/algorithms/listings/bakery.ilv, for Rumur.
--
-- The same granularity: each rule is one step there, one access to a shared variable. The order of
-- service is not asked here, so no history is kept: the states and transitions are those of the listing
-- without that property.

const
  CUSTOMERS: 3;
  ENTRIES: 4;
  TICKETS: 12;

type
  customer: 0 .. CUSTOMERS - 1;
  ticket: 0 .. TICKETS;
  place: enum { remainder, raise_hand, look_at_tickets, lower_hand,
                wait_for_hand, compare_tickets, critical, give_back };

var
  choosing: array [customer] of boolean;
  number: array [customer] of ticket;
  at: array [customer] of place;
  entered: array [customer] of 0 .. ENTRIES;
  -- the highest ticket that was seen so far, and who is looked at next; beyond the last if nobody
  highest: array [customer] of ticket;
  other: array [customer] of 0 .. CUSTOMERS;

-- the next customer from one on who is not this one
function skip(me: customer; from: 0 .. CUSTOMERS): 0 .. CUSTOMERS;
begin
  if from = me then
    return from + 1;
  end;
  return from;
end;

ruleset i: customer do
  rule "to the doorway"
    at[i] = remainder & entered[i] < ENTRIES
  ==>
  begin
    entered[i] := entered[i] + 1;
    at[i] := raise_hand;
  end;

  rule "raise the hand"
    at[i] = raise_hand
  ==>
  begin
    choosing[i] := true;
    at[i] := look_at_tickets;
  end;

  rule "look at a ticket"
    at[i] = look_at_tickets & other[i] < CUSTOMERS
  ==>
  begin
    if number[other[i]] > highest[i] then
      highest[i] := number[other[i]];
    end;
    other[i] := skip(i, other[i] + 1);
  end;

  rule "take a ticket"
    at[i] = look_at_tickets & other[i] = CUSTOMERS
  ==>
  begin
    number[i] := highest[i] + 1;
    highest[i] := 0;
    other[i] := skip(i, 0);
    at[i] := lower_hand;
  end;

  rule "lower the hand"
    at[i] = lower_hand
  ==>
  begin
    choosing[i] := false;
    at[i] := wait_for_hand;
  end;

  rule "wait until a hand is down"
    at[i] = wait_for_hand & !choosing[other[i]]
  ==>
  begin
    at[i] := compare_tickets;
  end;

  rule "compare tickets"
    at[i] = compare_tickets
    & (number[other[i]] = 0 | number[i] < number[other[i]]
       | number[i] = number[other[i]] & i < other[i])
  ==>
  begin
    other[i] := skip(i, other[i] + 1);
    if other[i] = CUSTOMERS then
      other[i] := skip(i, 0);
      at[i] := critical;
    else
      at[i] := wait_for_hand;
    end;
  end;

  rule "leave"
    at[i] = critical
  ==>
  begin
    at[i] := give_back;
  end;

  rule "give the ticket back"
    at[i] = give_back
  ==>
  begin
    number[i] := 0;
    at[i] := remainder;
  end;
end;

startstate
begin
  for i: customer do
    choosing[i] := false;
    number[i] := 0;
    at[i] := remainder;
    entered[i] := 0;
    highest[i] := 0;
    other[i] := skip(i, 0);
  end;
end;

invariant "mutual exclusion"
  forall i: customer do
    forall j: customer do
      i = j | at[i] != critical | at[j] != critical
    end
  end;
