/* Consensus of two from a (2,3)-array, from the listing in crates/algorithms/src/assign23.rs.
 *
 * The same granularity: each d_step is one step there, one access to the shared memory. So the
 * distinct states are the same in number, and so are the transitions.
 *
 * -DSTEPS_MAX=5, -DONE_BY_ONE (the two cells are written one after the other), -DMIDDLE_FIRST (is
 * read), -DLATE (the input is announced after the array is written), -DWRITES_ONE (and not its
 * identity) */

/* How many steps a process takes until it has decided. */
#ifndef STEPS_MAX
#define STEPS_MAX 5
#endif

byte r[3];          /* null, or one more than what a process writes */
byte proposed[2];   /* null, or a process's input: 1 and 2 */
byte decided[2];
bool has_decided[2];

#ifdef WRITES_ONE
#define IDENTITY 2
#else
#define IDENTITY (_pid + 1)
#endif

#define STEP steps++; assert(steps <= STEPS_MAX)

#define DECIDE(input) \
	STEP; \
	decided[_pid] = input; \
	has_decided[_pid] = true; \
	assert(decided[_pid] != 0); \
	assert(!has_decided[1 - _pid] || decided[0] == decided[1])

active [2] proctype Process()
{
	byte other, middle, steps;

#ifndef LATE
	d_step { STEP; proposed[_pid] = _pid + 1 };
#endif
#ifdef ONE_BY_ONE
	d_step { STEP; r[_pid] = IDENTITY };
	d_step { STEP; r[_pid + 1] = IDENTITY };
#else
	d_step { STEP; r[_pid] = IDENTITY; r[_pid + 1] = IDENTITY };
#endif
#ifdef LATE
	d_step { STEP; proposed[_pid] = _pid + 1 };
#endif
#ifdef MIDDLE_FIRST
	d_step { STEP; middle = r[1] };
	d_step { STEP; other = r[(_pid + 2) % 3] };
#else
	if
	:: d_step { r[(_pid + 2) % 3] != 0 -> STEP; other = r[(_pid + 2) % 3] };
	   d_step { STEP; middle = r[1] }
	:: d_step { r[(_pid + 2) % 3] == 0 -> STEP; other = 0 }
	fi;
#endif
	if
	:: d_step { other == 0 || other == middle -> DECIDE(proposed[_pid]) }
	:: d_step { other != 0 && other != middle -> DECIDE(proposed[1 - _pid]) }
	fi;
end:	false
}
