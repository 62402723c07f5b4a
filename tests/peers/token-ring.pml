/* The token ring, from crates/algorithms/listings/token_ring.ilv.
 *
 * The same granularity: each d_step is one step there, one message handled or one action of a
 * node's own. Tokens are all alike, so a link is a number of them. The distinct states are the
 * same in number, and so are the transitions, unless two tokens are on one link and one is lost:
 * there, that is one step for each.
 *
 * With -DPASSED_MAX it also counts how many enter while somebody waits, which adds states.
 *
 * -DN=3 -DENTRIES=2, -DKEEP (who is not waiting keeps the token), -DLAST_NEVER
 * (wants to enter), -DLOST or -DDOUBLED (one token), -DMAKER_FIRST or -DMAKER_ANYBODY (makes a
 * new one), -DSURE (only when none is left) */

#ifndef N
#define N 3
#endif
#ifndef ENTRIES
#define ENTRIES 2
#endif
byte coming[N];   /* tokens on their way to each node */
#ifdef PASSED_MAX
byte passed[N];   /* how many have entered while it waits */
#endif
/* Sets, which follow from where the nodes are and what they hold. */
byte waiting;
byte holders = 1;
byte inside;

#define ME (1 << _pid)
#define HOLDS(j) ((holders >> (j)) & 1)
#define NEXT ((_pid + 1) % N)

#if N == 2
#define COMING (coming[0] + coming[1])
#define TOKENS (COMING + HOLDS(0) + HOLDS(1))
#define PASS_ALL PASS(0); PASS(1)
#elif N == 3
#define COMING (coming[0] + coming[1] + coming[2])
#define TOKENS (COMING + HOLDS(0) + HOLDS(1) + HOLDS(2))
#define PASS_ALL PASS(0); PASS(1); PASS(2)
#endif

/* Never true: its name is what a failed assertion shows. */
bool one_token;

#define CHECK_TOKENS \
	if \
	:: TOKENS <= 1 \
	:: else -> assert(one_token) \
	fi

#ifdef PASSED_MAX
#define PASS(j) \
	if \
	:: waiting & (1 << j) -> passed[j]++; assert(passed[j] <= PASSED_MAX) \
	:: else \
	fi
#define NOT_PASSED passed[_pid] = 0
#else
#define PASS(j) skip
#define NOT_PASSED skip
#endif

#define ENTER \
	waiting = waiting & ~ME; \
	holders = holders | ME; \
	NOT_PASSED; \
	inside++; \
	assert(inside <= 1); \
	PASS_ALL

#define PASS_ON \
	holders = holders & ~ME; \
	coming[NEXT]++

/* What a node does with a token for which it is not waiting. */
#ifdef KEEP
#define TAKE holders = holders | ME
#else
#define TAKE coming[NEXT]++
#endif

#ifdef LAST_NEVER
#define WANTS (entered < ENTRIES && _pid < N - 1)
#else
#define WANTS (entered < ENTRIES)
#endif

#ifdef SURE
#define IS_TIME (holders == 0 && COMING == 0)
#else
#define IS_TIME true
#endif

#define MAY_MAKE (!has_made && !HOLDS(_pid) && IS_TIME)

active [N] proctype Node()
{
	byte entered;
	bool has_made;

end:	do
#ifdef KEEP
	:: d_step { WANTS && !HOLDS(_pid) -> entered++; waiting = waiting | ME }; break
	:: d_step { WANTS && HOLDS(_pid) -> entered++; ENTER }; goto critical
#else
	:: d_step { HOLDS(_pid) -> PASS_ON }
	:: d_step { WANTS && !HOLDS(_pid) -> entered++; waiting = waiting | ME }; break
#endif
	:: d_step { coming[_pid] > 0 -> coming[_pid]--; TAKE }
#ifdef MAKER_FIRST
	:: d_step { _pid == 0 && MAY_MAKE -> has_made = true; TAKE; CHECK_TOKENS }
#endif
	od;

	do
	:: d_step { coming[_pid] > 0 -> coming[_pid]--; ENTER }; break
#if defined(MAKER_FIRST) || defined(MAKER_ANYBODY)
	:: d_step {
#ifdef MAKER_FIRST
		_pid == 0 &&
#endif
		MAY_MAKE -> has_made = true; ENTER; CHECK_TOKENS
	   };
	   break
#endif
	od;

critical:
	do
	:: d_step { true -> inside--; PASS_ON }; break
	:: d_step { coming[_pid] > 0 -> coming[_pid]--; TAKE }
	od;
	goto end
}

#if defined(LOST) || defined(DOUBLED)
bool has_failed;

#ifdef LOST
#define FAIL(j) d_step { !has_failed && coming[j] > 0 -> has_failed = true; coming[j]-- }
#else
#define FAIL(j) \
	d_step { \
		!has_failed && coming[j] > 0 -> \
		has_failed = true; \
		coming[j]++; \
		CHECK_TOKENS \
	}
#endif

active proctype Network()
{
end:	do
	:: FAIL(0)
	:: FAIL(1)
#if N > 2
	:: FAIL(2)
#endif
	od
}
#endif
