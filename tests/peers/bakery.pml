/* Lamport's bakery, from the listing in crates/algorithms/src/bakery.rs.
 *
 * The same granularity: each d_step is one step there, one access to a shared variable. So the
 * distinct states are the same in number, and so are the transitions.
 *
 * -DN=3 -DENTRIES=2 -DTICKETS=6, -DNO_CHOOSING, -DNO_TIE_BREAK */

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

bool choosing[N];
byte number[N];

/* The next process from j on that is not this one. */
#define OTHER (j == _pid -> j + 1 : j)
/* The next one after that. */
#define AFTER (OTHER + 1 == _pid -> OTHER + 2 : OTHER + 1)

#ifdef NO_TIE_BREAK
#define GOES_FIRST (number[OTHER] < number[_pid])
#else
#define GOES_FIRST \
	(number[OTHER] < number[_pid] || (number[OTHER] == number[_pid] && OTHER < _pid))
#endif
#define MAY_PASS (number[OTHER] == 0 || !GOES_FIRST)

active [N] proctype Customer()
{
	byte j, max, entered;

end:	if :: d_step { entered < ENTRIES -> entered++ } fi;
#ifndef NO_CHOOSING
	d_step { choosing[_pid] = true; IN_DOORWAY };
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
#ifdef NO_CHOOSING
		LEAVE_DOORWAY
#endif
	   };
	   break
	od;
#ifndef NO_CHOOSING
	if :: d_step { choosing[_pid] = false; LEAVE_DOORWAY } fi;   /* a jump into a d_step would be refused */
#endif
hands:
#ifndef NO_CHOOSING
	if :: d_step { !choosing[OTHER] -> j = OTHER } fi;
#endif
	if
	:: d_step { MAY_PASS && AFTER < N -> j = OTHER + 1 };
	   goto hands
	:: d_step { MAY_PASS && AFTER >= N -> j = 0; ENTER }
	fi;
	d_step { EXIT };
	d_step { number[_pid] = 0 };
	goto end
}
