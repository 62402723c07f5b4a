/* The bakery as Jones tells it, from crates/algorithms/listings/jones_bakery.ilv.
 *
 * The same granularity: each d_step is one step there, one access to a shared variable, or with
 * -DATOMIC_GUARDS one look at all elements of an array. So the distinct states are the same in
 * number, and so are the transitions.
 *
 * -DN=3 -DENTRIES=2 -DTICKETS=6, -DNO_C, -DNO_TIE_BREAK */

#ifndef N
#define N 3
#endif
#ifndef ENTRIES
#define ENTRIES 2
#endif
#ifndef TICKETS
#define TICKETS 6
#endif

#include "first-come.inc"

bool hand[N];      /* C of the notes */
byte number[N];    /* their N */

/* The next process from j on that is not this one. */
#define OTHER (j == _pid -> j + 1 : j)
/* The next one after that. */
#define AFTER (OTHER + 1 == _pid -> OTHER + 2 : OTHER + 1)
#define FIRST (_pid == 0 -> 1 : 0)

/* Keeps the lowest number so far; of equal ones, that of the lowest process. */
#define NOTICE(other) \
	if \
	:: number[other] > 0 && (low == 0 || number[other] < low) -> \
		low = number[other]; \
		holder = other \
	:: else \
	fi

/* The own number is looked at in its place, without a step. */
#define NOTICE_OWN(next) \
	if \
	:: _pid < next -> NOTICE(_pid) \
	:: else \
	fi

#define LOOK NOTICE_OWN(OTHER); NOTICE(OTHER); NOTICE_OWN(AFTER)

#ifdef NO_TIE_BREAK
#define THEIRS_FIRST (low != 0 && low < number[_pid])
#else
#define THEIRS_FIRST \
	(low != 0 && (low < number[_pid] || (low == number[_pid] && holder < _pid)))
#endif

/* Everybody has been looked at. */
#define LOOK_AGAIN j = 0; low = 0; holder = 0

active [N] proctype Customer()
{
	byte j, max, low, holder, entered;
	bool is_first;   /* zero between steps that stay in the waiting room, then true */

end:	if :: d_step { entered < ENTRIES -> entered++; is_first = false } fi;
#ifndef NO_C
	d_step { hand[_pid] = true; IN_DOORWAY };
#endif
	do
	:: d_step {
		OTHER < N ->
		max = (number[OTHER] > max -> number[OTHER] : max);
		j = OTHER + 1;
		IN_DOORWAY
	   }
	:: d_step {
		OTHER >= N && max <= TICKETS ->
		number[_pid] = max + 1;
		assert(number[_pid] <= TICKETS);
		max = 0;
		j = 0;
#ifdef NO_C
		LEAVE_DOORWAY
#endif
	   };
	   break
	od;
#ifndef NO_C
	if :: d_step { hand[_pid] = false; LEAVE_DOORWAY } fi;

	do
	:: d_step { hand[OTHER] && OTHER != FIRST -> j = 0 }
	:: d_step { !hand[OTHER] && AFTER < N -> j = OTHER + 1 }
	:: d_step { !hand[OTHER] && AFTER >= N -> j = 0 }; break
	od;
#endif

	do
	:: d_step { !is_first && AFTER < N -> LOOK; j = OTHER + 1 }
	:: d_step {
		!is_first && AFTER >= N ->
		LOOK;
		if
		:: THEIRS_FIRST
		:: else -> is_first = true; ENTER
		fi;
		LOOK_AGAIN
	   }
	:: d_step { is_first -> is_first = false; EXIT }; break
	od;
	if :: d_step { number[_pid] = 0 } fi;
	goto end
}
