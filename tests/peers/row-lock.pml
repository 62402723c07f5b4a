/* Locking a row, from the listing in crates/algorithms/listings/row_lock.ilv.
 *
 * The same granularity: each d_step is one step there, one read of a column family from a quorum,
 * the beginning of one write, or one mutation that lands at one replica. A client's clock counts
 * its writes, so the n-th is its n-th timestamp, and says what is written: choosing, its number,
 * the end of choosing, the end of its number. The distinct states are the same in number, and so
 * are the transitions.
 *
 * -DREPLICAS=3 (or 1, where every operation on the row is atomic) -DHIGHEST=2, -DTIE_BREAK, -DRE_READ
 * (the numbers, after waiting for a choice) */

#define N 2
#ifndef REPLICAS
#define REPLICAS 3
#endif
/* The highest number that a client takes. */
#ifndef HIGHEST
#define HIGHEST 2
#endif

#include "first-come.inc"

#define CHOOSE 1
#define TAKE 2
#define CHOSEN 3
#define LEAVE 4

/* Per client and replica: the newest timestamp of either column, and the number. */
byte choosing[N * REPLICAS];
byte number[N * REPLICAS];
byte value[N * REPLICAS];

#define AT(client, replica) ((client) * REPLICAS + (replica))

/* What replicas a and b say of a client together: the newer counts. */
#define IS_CHOOSING(client, a, b) \
	(choosing[AT(client, a)] <= CHOOSE && choosing[AT(client, b)] <= CHOOSE \
		&& choosing[AT(client, a)] + choosing[AT(client, b)] > 0)
#define NUMBER(client, a, b) \
	(number[AT(client, a)] > number[AT(client, b)] \
		-> value[AT(client, a)] : value[AT(client, b)])

#define HANDS(a, b) (IS_CHOOSING(0, a, b) + IS_CHOOSING(1, a, b) * 2)
#define HIGHEST_OF(a, b) \
	(NUMBER(0, a, b) > NUMBER(1, a, b) -> NUMBER(0, a, b) : NUMBER(1, a, b))
#define READ_NUMBERS(a, b) \
	numbers[0] = NUMBER(0, a, b); \
	numbers[1] = NUMBER(1, a, b)

#if REPLICAS == 1

#define FROM_QUORUM(step) \
	:: d_step { step(0, 0) }

#define LAND_CHOOSE(client, replica) choosing[AT(client, replica)] = CHOOSE
#define LAND_TAKE(client, replica) \
	number[AT(client, replica)] = TAKE; \
	value[AT(client, replica)] = client_number
#define LAND_CHOSEN(client, replica) choosing[AT(client, replica)] = CHOSEN
#define LAND_LEAVE(client, replica) \
	number[AT(client, replica)] = LEAVE; \
	value[AT(client, replica)] = 0

#define WRITE(stamp, land, before, then) \
	if \
	:: d_step { land(_pid, 0); before; then } \
	fi

#else

#define FROM_QUORUM(step) \
	:: d_step { step(0, 1) } \
	:: d_step { step(0, 2) } \
	:: d_step { step(1, 2) }

/* Per client and timestamp, a set: where that mutation has still to land. Two or three replicas
 * while its client waits, and none or one afterwards. */
byte pending[N * 5];
/* Per client, the number in a mutation that is still to land. */
byte taken[N];

#define ALL 7
#define PENDING(client, stamp) pending[(client) * 5 + (stamp)]

/* An older mutation of the same column would change nothing any more, so it is gone. */
#define LAND(client, stamp, older, column, replica) \
	column[AT(client, replica)] = stamp; \
	PENDING(client, stamp) = PENDING(client, stamp) & ~(1 << (replica)); \
	PENDING(client, older) = PENDING(client, older) & ~(1 << (replica))
#define FORGET(client) taken[client] = (PENDING(client, TAKE) == 0 -> 0 : taken[client])

#define LAND_CHOOSE(client, replica) LAND(client, CHOOSE, 0, choosing, replica)
#define LAND_TAKE(client, replica) \
	value[AT(client, replica)] = taken[client]; \
	LAND(client, TAKE, 0, number, replica); \
	FORGET(client)
#define LAND_CHOSEN(client, replica) LAND(client, CHOSEN, CHOOSE, choosing, replica)
#define LAND_LEAVE(client, replica) \
	value[AT(client, replica)] = 0; \
	LAND(client, LEAVE, TAKE, number, replica); \
	FORGET(client)

#define FIRST_TO_LAND(stamp, land, replica) \
	:: d_step { PENDING(_pid, stamp) == ALL -> land(_pid, replica) }
#define SECOND_TO_LAND(stamp, land, replica, then) \
	:: d_step { \
		PENDING(_pid, stamp) != ALL && (PENDING(_pid, stamp) & (1 << replica)) -> \
		land(_pid, replica); \
		then \
	   }; \
	   break

#define WRITE(stamp, land, before, then) \
	if \
	:: d_step { PENDING(_pid, stamp) = ALL; before } \
	fi; \
	do \
	FIRST_TO_LAND(stamp, land, 0) \
	FIRST_TO_LAND(stamp, land, 1) \
	FIRST_TO_LAND(stamp, land, 2) \
	SECOND_TO_LAND(stamp, land, 0, then) \
	SECOND_TO_LAND(stamp, land, 1, then) \
	SECOND_TO_LAND(stamp, land, 2, then) \
	od

#endif

/* Where a client stands that has its number. */
#define AT_HAND 1
#define AT_AGAIN 2
#define AT_TURN 3
#define AT_CRITICAL 4

#ifdef TIE_BREAK
#define MUST_WAIT(theirs) \
	(theirs != 0 && (theirs < client_number || (theirs == client_number && id < _pid)))
#else
#define MUST_WAIT(theirs) (theirs != 0 && theirs < client_number)
#endif

/* To the first client from `id` on for which this one must wait, as far as it knows. Without a
 * loop, since some versions of SPIN generate bad C for a loop in a d_step. */
#define SKIP_ONE \
	id = (id < N && !(hands & (1 << id)) && !MUST_WAIT(numbers[id]) -> id + 1 : id)
#define NEXT \
	SKIP_ONE; \
	SKIP_ONE; \
	at = (id == N -> AT_CRITICAL : (hands & (1 << id) -> AT_HAND : AT_TURN)); \
	if \
	:: at == AT_CRITICAL -> id = 0; ENTER \
	:: else \
	fi

#define LOOK(a, b) \
	client_number = 1 + HIGHEST_OF(a, b); \
	assert(client_number <= HIGHEST); \
	IN_DOORWAY
#define READ_HANDS(a, b) hands = HANDS(a, b)
#define READ_NUMBERS_FIRST(a, b) READ_NUMBERS(a, b); NEXT
#ifdef RE_READ
#define HAND(a, b) \
	at == AT_HAND && !(HANDS(a, b) & (1 << id)) -> hands = HANDS(a, b); at = AT_AGAIN
#else
#define HAND(a, b) \
	at == AT_HAND && !(HANDS(a, b) & (1 << id)) -> hands = HANDS(a, b); NEXT
#endif
#define AGAIN(a, b) at == AT_AGAIN -> READ_NUMBERS(a, b); NEXT
#define TURN(a, b) \
	at == AT_TURN && !MUST_WAIT(NUMBER(id, a, b)) -> READ_NUMBERS(a, b); id++; NEXT

active [N] proctype Client()
{
	byte hands, numbers[N], client_number, id, at;

	d_step { true };
	WRITE(CHOOSE, LAND_CHOOSE, IN_DOORWAY, skip);
	if
	FROM_QUORUM(LOOK)
	fi;
#if REPLICAS == 1
	WRITE(TAKE, LAND_TAKE, skip, skip);
#else
	WRITE(TAKE, LAND_TAKE, taken[_pid] = client_number, skip);
#endif
	WRITE(CHOSEN, LAND_CHOSEN, skip, LEAVE_DOORWAY);
	if
	FROM_QUORUM(READ_HANDS)
	fi;
	if
	FROM_QUORUM(READ_NUMBERS_FIRST)
	fi;
	do
	FROM_QUORUM(HAND)
#ifdef RE_READ
	FROM_QUORUM(AGAIN)
#endif
	FROM_QUORUM(TURN)
	:: d_step {
		at == AT_CRITICAL ->
		client_number = 0;
		hands = 0;
		numbers[0] = 0;
		numbers[1] = 0;
		at = 0;
		EXIT
	   };
	   break
	od;
	WRITE(LEAVE, LAND_LEAVE, skip, skip);
end:	false
}

/* Behind the clients, whose numbers begin at zero. */
#if REPLICAS > 1

#define LAST_TO_LAND(stamp, land, client) \
	:: d_step { PENDING(client, stamp) == 1 -> land(client, 0) } \
	:: d_step { PENDING(client, stamp) == 2 -> land(client, 1) } \
	:: d_step { PENDING(client, stamp) == 4 -> land(client, 2) }

active proctype Network()
{
end:	do
	LAST_TO_LAND(CHOOSE, LAND_CHOOSE, 0)
	LAST_TO_LAND(TAKE, LAND_TAKE, 0)
	LAST_TO_LAND(CHOSEN, LAND_CHOSEN, 0)
	LAST_TO_LAND(LEAVE, LAND_LEAVE, 0)
	LAST_TO_LAND(CHOOSE, LAND_CHOOSE, 1)
	LAST_TO_LAND(TAKE, LAND_TAKE, 1)
	LAST_TO_LAND(CHOSEN, LAND_CHOSEN, 1)
	LAST_TO_LAND(LEAVE, LAND_LEAVE, 1)
	od
}

#endif
