/* Ricart and Agrawala's lock, from the listing in crates/algorithms/src/ricart_agrawala.rs.
 *
 * The same granularity: each d_step is one step there, one message handled or one action of a
 * node's own, with what it sends. Messages from one node to another arrive in the order sent. So
 * the distinct states are the same in number, and so are the transitions.
 *
 * -DN=3 -DENTRIES=2, -DPROCESS_ID (for timestamps), -DSAY_YES or -DSAY_WAIT (between those who
 * wait), -DOWN_STEP (a node enters in a step after the last reply) */

#ifndef N
#define N 3
#endif
#ifndef ENTRIES
#define ENTRIES 2
#endif

/* Room for the messages from one node to another: a reply and the next request. */
#define ROOM 2

/* A reply travels as 0, a request of priority p as p + 1: one byte takes less time than two. */
#define REPLY 0

chan link[N * (N - 1)] = [ROOM] of { byte };

/* The link from a to b. */
#define LINK(a, b) link[(a) * (N - 1) + ((b) > (a) -> (b) - 1 : (b))]

byte rank[N];   /* the priority of the node's own request, until it leaves */
byte awaits;        /* sets of nodes, which follow from where the nodes are */
byte inside;

#define ME (1 << _pid)

/* Of those who wait, the node a would have to come before b. */
#define FIRST(a, b) \
	(rank[a] < rank[b] || (rank[a] == rank[b] && (a) < (b)))
/* If a is inside and b waits, a goes first. */
#define IN_ORDER(a, b) \
	(!(inside & (1 << (a))) || !(awaits & (1 << (b))) || FIRST(a, b))

/* Never true: its name is what a failed assertion shows. */
bool order_of_service;

#if N == 2
#define CHECK_ORDER \
	if \
	:: IN_ORDER(0, 1) && IN_ORDER(1, 0) \
	:: else -> assert(order_of_service) \
	fi
#define TO_OTHERS(message) \
	if \
	:: _pid == 0 -> LINK(0, 1)!message \
	:: else -> LINK(1, 0)!message \
	fi
#elif N == 3
#define CHECK_ORDER \
	if \
	:: IN_ORDER(0, 1) && IN_ORDER(0, 2) && IN_ORDER(1, 0) \
		&& IN_ORDER(1, 2) && IN_ORDER(2, 0) && IN_ORDER(2, 1) \
	:: else -> assert(order_of_service) \
	fi
#define TO_OTHERS(message) \
	if \
	:: _pid == 0 -> LINK(0, 1)!message; LINK(0, 2)!message \
	:: _pid == 1 -> LINK(1, 0)!message; LINK(1, 2)!message \
	:: else -> LINK(2, 0)!message; LINK(2, 1)!message \
	fi
#endif

/* A node that wants in and gets a request from j says yes at once: */
#if defined(SAY_YES)
#define YIELDS(j) true
#elif defined(SAY_WAIT)
#define YIELDS(j) false
#else
#define YIELDS(j) (p < rank[_pid] || (p == rank[_pid] && (j) < _pid))
#endif

#ifdef PROCESS_ID
#define HEAR
#else
#define HEAR clock = (p > clock -> p : clock)
#endif

/* A request from j, for who says yes if `condition`, and else keeps it. */
#define ON_REQUEST(j, condition) \
	d_step { \
		j != _pid && nempty(LINK(j, _pid)) && !(LINK(j, _pid)?[REPLY]) -> \
		LINK(j, _pid)?p; \
		p--; \
		HEAR; \
		if \
		:: condition -> LINK(_pid, j)!REPLY \
		:: else -> pending = pending | (1 << j) \
		fi; \
		p = 0 \
	}

#define HAS_REPLY(j) (j != _pid && LINK(j, _pid)?[REPLY])

#define COUNT(j) LINK(j, _pid)?REPLY; needed--

#define ENTER \
	awaits = awaits & ~ME; \
	inside = inside | ME; \
	assert((inside & ~ME) == 0); \
	CHECK_ORDER

#define OWED(j) (pending & (1 << j))

active [N] proctype Node()
{
	byte clock, needed, pending, entered;
	byte p;   /* the priority of the request at hand, and zero between steps */

end:	do
	:: d_step {
		entered < ENTRIES ->
		entered++;
#ifdef PROCESS_ID
		rank[_pid] = _pid;
#else
		clock++;
		rank[_pid] = clock;
#endif
		needed = N - 1;
		awaits = awaits | ME;
		TO_OTHERS(rank[_pid] + 1);
		CHECK_ORDER
	   };
	   break
	:: ON_REQUEST(0, true)
	:: ON_REQUEST(1, true)
#if N > 2
	:: ON_REQUEST(2, true)
#endif
	od;

	do
	:: ON_REQUEST(0, YIELDS(0))
	:: ON_REQUEST(1, YIELDS(1))
#if N > 2
	:: ON_REQUEST(2, YIELDS(2))
#endif
#ifdef OWN_STEP
	:: d_step { HAS_REPLY(0) -> COUNT(0) }
	:: d_step { HAS_REPLY(1) -> COUNT(1) }
#if N > 2
	:: d_step { HAS_REPLY(2) -> COUNT(2) }
#endif
	:: d_step { needed == 0 -> ENTER }; break
#else
	:: d_step { needed > 1 && HAS_REPLY(0) -> COUNT(0) }
	:: d_step { needed > 1 && HAS_REPLY(1) -> COUNT(1) }
	:: d_step { needed == 1 && HAS_REPLY(0) -> COUNT(0); ENTER }; break
	:: d_step { needed == 1 && HAS_REPLY(1) -> COUNT(1); ENTER }; break
#if N > 2
	:: d_step { needed > 1 && HAS_REPLY(2) -> COUNT(2) }
	:: d_step { needed == 1 && HAS_REPLY(2) -> COUNT(2); ENTER }; break
#endif
#endif
	od;

	do
	:: ON_REQUEST(0, false)
	:: ON_REQUEST(1, false)
#if N > 2
	:: ON_REQUEST(2, false)
#endif
	:: d_step {
		true ->
		inside = inside & ~ME;
		if :: OWED(0) -> LINK(_pid, 0)!REPLY :: else fi;
		if :: OWED(1) -> LINK(_pid, 1)!REPLY :: else fi;
#if N > 2
		if :: OWED(2) -> LINK(_pid, 2)!REPLY :: else fi;
#endif
		pending = 0;
		rank[_pid] = 0
	   };
	   goto end
	od
}
