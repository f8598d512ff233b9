/*
 * The bucket lock of Pimlock as a model for spin (https://spinroot.com; Debian and Ubuntu: package "spin").
 *
 * WHAT IS MODELLED
 *
 * One bucket, as io.pimlock.file treats it: Guard (tryLock, distrust), BucketClaimer (attemptUnder), FlagRemover
 * (remove, putBackLeftover), StampPublisher (publish), BucketClaim and BucketReleaser (release), GuardRecord. Every
 * system call that changes something, and every one whose answer somebody else can change meanwhile, is a step of its
 * own; between two steps any other process may run. A process is in the critical section from the step that makes the
 * flag its own.
 *
 *   flag    .lock         Lx it exists, Lino its inode number, Lpid the pid in it (0: still empty), Lown its owner
 *   stamp   .lock.stamp   Sx, Sino, Spid likewise
 *   aside   .lock.dead    Ax, Aino, Apid likewise
 *   guard   .lock.guard   G who has the kernel lock (0: nobody); the record: Rstate, Rwho, Rstamp, Rbound, and Rpid,
 *                         the pid if the flag is created instead of linked (0: it is linked)
 *
 * Rwho stands for the nonce: the process that wrote the record, 0 once that process is gone, because nonces do not come
 * back. Inode numbers do come back: a new file gets any number that no existing or open file has.
 *
 * The processes never stop: they acquire, perhaps re-enter, release and begin again. What the options below allow is
 * allowed any number of times. So the number of rounds, deaths, failures and deletions is not limited. The exception
 * is -DTOKENS, because numbers grow.
 *
 * OPTIONS
 *
 *   -DPIMS=n       Pimlock processes (2)
 *   -DSEEDS=n      programs of the original protocol (0): each creates .lock with O_EXCL, then writes its pid; takes an
 *                  empty file or a dead pid for stale, looks at it twice, and unlinks it by name
 *   -DCRASH        any process may die before any step. The kernel takes the guard from it. Its pid is then free, or a
 *                  stranger's who may live on, or that of a new process of the same kind
 *   -DSEEDCRASH    only programs of the original protocol die
 *   -DHOLDERCRASH  only Pimlock processes die, and only while they hold the bucket
 *   -DASIDECRASH   only Pimlock processes die, or a step of theirs fails, and only while the flag of a living program,
 *                  or an empty one, lies aside
 *   -DFAIL         any step of a Pimlock process may fail without a death; the process goes on with the same nonce.
 *                  Removing a half-written file may fail as well. Giving the guard back does not fail
 *   -DTORN         a record whose writing fails, or is cut short by a death, may be left unreadable
 *   -DDISOWNS      with -DFAIL: writing RELEASED after a release that went wrong does not fail
 *   -DREENTER      the holder may re-enter, which publishes the flag again where it is gone
 *   -DCLEAN        somebody deletes the flag, the stamp, and the flag that was moved aside, at any time
 *   -DCHAOS        somebody creates flags at any time, with any pid or none, and writes any pid into a flag that is not
 *                  Pimlock's: with -DCLEAN, all that programs of any other kind could do to the files except the guard
 *   -DCLEANHELD    somebody deletes the flag, but only while its owner works under it
 *   -DNOLINK       no hard links: the flag is created, then written
 *   -DGRACE        an empty flag may get older than the grace period
 *   -DDEADFLAG     in the beginning there is a flag of a dead program of another kind
 *   -DDEADFLAGS=n  n times, whenever there is no flag, a program of another kind may create one and die
 *   -DRECLAIMS     somebody deletes such a flag, in one step with looking at it
 *   -DTIMELY       a program of the original protocol unlinks a dead flag within 20 ms of its last look at it, which is
 *                  what Pimlock waits for after removing the flag of a program of another kind
 *   -DSAMETIME     two flags may have the same modification time; otherwise that tells them apart
 *   -DREBORN       a program of another kind gets the pid of a Pimlock process that ended, and publishes with care:
 *                  complete at once, and without ever reclaiming
 *   -DNAMESPACES   nobody sees anybody else's pid: each process in a pid namespace of its own
 *   -DTOKENS=n     fencing tokens, in blocks of BLOCK (2), n acquisitions per process. Time passes as slowly as
 *                  FencingTokens supposes: one unit per token, BLOCK per change of process. Each process may also hand
 *                  out tokens of other buckets
 *   -DHORIZON=n    where the clock stops, and every process that wants a token then (100)
 *   -DGRAN=n       the clock shows only multiples of n (1)
 *   -DINODES=n     how many inode numbers there are (3, and one more per program of the original protocol)
 *
 * ASSERTIONS
 *
 *   always         pims_in==1: no two Pimlock processes are in the critical section
 *   -DALONE        all_in==1: nobody is in it beside anybody, of whatever kind. With -DCLEANHELD those do not count
 *                  whose flag was deleted under them
 *   -DNAMED        Lx && Lpid==me: when a Pimlock process enters and when it leaves, the flag is complete and names it
 *   -DNOSTRAND     again: whoever gets the guard gets the bucket, except when re-entering
 *   -DNOALARM      0: nobody is told that the kernel lock was granted twice, because in the model it never is
 *   -DTOKENS       token>issued: each acquisition's token is larger than all before it
 *
 * Besides, spin reports every state from which nobody can go on. Progress (that a waiter gets its turn) is not checked.
 *
 * VARIANTS THAT MUST FAIL
 *
 *   -DV_NOGUARD    the kernel lock excludes nobody
 *   -DV_TRUSTSTAMP a complete stamp is used as it lies there; the record is not asked who wrote it
 *   -DV_PENDING    a complete stamp is trusted if the record carries this process's nonce, although it says PENDING
 *   -DV_BLIND      a release removes the flag without comparing its identity
 *   -DV_EARLY      a release gives the guard back before it removes the flag
 *   -DV_GUARDGONE  somebody deletes the guard, once
 *   -DV_BYNAME     a dead flag is looked at twice and then unlinked by name, instead of being moved aside first
 *   -DV_UNREAD     a flag that somebody left aside is deleted, whosever it is
 *   -DV_TRUST      the record keeps saying READY while a flag of a program of another kind is moved aside
 *
 * COMMANDS
 *
 *   docs/model/check.sh quick      about a minute
 *   docs/model/check.sh full       the same, and the large configurations
 *
 * One configuration by hand, and the steps that lead to a violation (-DBFS finds a short way; -g shows variables):
 *
 *   spin -DCRASH -DV_NOGUARD -a bucket-lock.pml
 *   gcc -O2 -w -DSAFETY -DBFS -o pan pan.c && ./pan
 *   spin -DCRASH -DV_NOGUARD -t -p -g bucket-lock.pml
 */

#ifndef PIMS
#define PIMS 2
#endif
#ifndef SEEDS
#define SEEDS 0
#endif
#ifndef BLOCK
#define BLOCK 2
#endif
#ifndef HORIZON
#define HORIZON 100
#endif
#ifndef GRAN
#define GRAN 1
#endif
#ifndef INODES
#define INODES (3+SEEDS)
#endif

/* Pids: 1..PIMS are Pimlock's, then those of the original protocol, then one that is never alive. */
#define N (PIMS+SEEDS)
#define DEADPID (N+1)

#define NONE 0			/* no record, or an unreadable one */
#define PENDING 1
#define READY 2
#define RELEASED 3

bool Lx; byte Lino; byte Lpid; byte Lown;
bool Sx; byte Sino; byte Spid;
bool Ax; byte Aino; byte Apid;

/* With -DV_GUARDGONE there are two guards, the second being the file that is created after the first was deleted.
   Gname is the one that has the name. */
#ifdef V_GUARDGONE
byte Gname; byte G[2]; byte Rstate[2]; byte Rwho[2]; byte Rpid[2]; byte Rstamp[2];
#define g_lock G[g]
#define r_state Rstate[g]
#define r_who Rwho[g]
#define r_pid Rpid[g]
#define r_stamp Rstamp[g]
#else
byte G; byte Rstate; byte Rwho; byte Rpid; byte Rstamp;
#define g_lock G
#define r_state Rstate
#define r_who Rwho
#define r_pid Rpid
#define r_stamp Rstamp
#endif

bool alive[N+2];		/* some process has that pid */
byte opened[N+1];		/* the inode that a process has open for writing */
bool at_work[N+1];		/* in the critical section */
bool lost[N+1];			/* -DCLEANHELD: its flag was deleted under it */
bool same[N+1];			/* no flag was created or written since that process looked: its time is the same */
bool aiming[N+1];		/* a program of the original protocol is about to unlink the flag */
byte pims_in; byte all_in;	/* how many are in the critical section, without those who lost their flag */

#ifdef TOKENS
byte Rbound; byte clock; byte issued; byte last[N+1];
#define FLOOR (clock-(clock%GRAN))
#define NO_BOUND Rbound=0
#else
#define NO_BOUND skip
#endif

#ifdef DEADFLAGS
byte dead_flags;
#endif

#ifdef CLEANHELD
#define OWNER(who) Lown=who
#else
#define OWNER(who) skip
#endif

/* Whether a pid that somebody reads in the flag is seen to be alive. */
#ifdef NAMESPACES
#define SEEN_ALIVE(pid) (pid==me)
#else
#define SEEN_ALIVE(pid) (alive[pid])
#endif

/* ---- steps, and what may happen instead of one ---- */

#ifdef CRASH
#define OR_DIE :: atomic { true -> gone(); goto dead }
#else
#define OR_DIE
#endif
#ifdef HOLDERCRASH
#define OR_DIE_AT_WORK :: atomic { true -> gone(); goto dead }
#else
#define OR_DIE_AT_WORK OR_DIE
#endif
#ifdef FAIL
#define OR_FAIL(then) :: goto then
#else
#define OR_FAIL(then)
#endif
#ifdef ASIDECRASH
#define LIVING_ASIDE (Ax && (Apid==0 || alive[Apid]))
#define OR_DIE_ASIDE :: atomic { LIVING_ASIDE -> gone(); goto dead }
#define OR_FAIL_ASIDE(then) :: atomic { LIVING_ASIDE -> goto then }
#else
#define OR_DIE_ASIDE OR_DIE
#define OR_FAIL_ASIDE(then) OR_FAIL(then)
#endif
#if defined(TORN) && defined(CRASH)
#define OR_TEAR_DYING :: atomic { true -> unreadable(); gone(); goto dead }
#else
#define OR_TEAR_DYING
#endif
#if defined(TORN) && defined(FAIL)
#define OR_TEAR_FAILING(then) :: atomic { true -> unreadable(); goto then }
#else
#define OR_TEAR_FAILING(then)
#endif
#ifdef DISOWNS
#define DISOWN(...) if :: atomic { true -> __VA_ARGS__ } OR_DIE OR_TEAR_DYING fi
#else
#define DISOWN(...) RECORD(unlock, __VA_ARGS__)
#endif
#if defined(CRASH) || defined(SEEDCRASH)
#define OR_SEED_DIES :: atomic { true -> seed_gone(); goto dead }
#else
#define OR_SEED_DIES
#endif

#define STEP(...) if :: atomic { true -> __VA_ARGS__ } OR_DIE OR_FAIL(failed) fi
#define ASIDE(...) if :: atomic { true -> __VA_ARGS__ } OR_DIE_ASIDE OR_FAIL_ASIDE(failed) fi
#define RECORD(failing, ...) \
	if :: atomic { true -> __VA_ARGS__ } OR_DIE OR_FAIL(failing) OR_TEAR_DYING OR_TEAR_FAILING(failing) fi
#define SEEDSTEP(...) if :: atomic { true -> __VA_ARGS__ } OR_SEED_DIES fi

inline unreadable() { r_state=NONE; r_who=0; r_pid=0; r_stamp=0; NO_BOUND }
inline unlink_flag() { Lx=false; Lino=0; Lpid=0; Lown=0 }
inline unlink_stamp() { Sx=false; Sino=0; Spid=0 }
inline unlink_aside() { Ax=false; Aino=0; Apid=0 }

/* What only some options look at is kept only with these, for the sake of fewer states. */
#ifdef SAMETIME
#define SEE skip
inline flag_changed() { skip }
#else
#define SEE same[me]=true
inline flag_changed() {
	same[1]=false;
#if N>1
	same[2]=false;
#endif
#if N>2
	same[3]=false;
#endif
#if N>3
	same[4]=false;
#endif
	skip
}
#endif
#ifdef SAMETIME
#define LINKS_WORK no_links=false
#else
#define LINKS_WORK skip
#endif
#ifdef TIMELY
#define AIM aiming[me]=true
#else
#define AIM skip
#endif

#if N==1
#define OPEN(i) (opened[1]==i)
#elif N==2
#define OPEN(i) (opened[1]==i || opened[2]==i)
#elif N==3
#define OPEN(i) (opened[1]==i || opened[2]==i || opened[3]==i)
#else
#define OPEN(i) (opened[1]==i || opened[2]==i || opened[3]==i || opened[4]==i)
#endif
#define FREE(i) (i<=INODES && Lino!=i && Sino!=i && Aino!=i && !OPEN(i))

inline new_inode(i) {
	if
	:: FREE(1) -> i=1
	:: FREE(2) -> i=2
	:: FREE(3) -> i=3
	:: FREE(4) -> i=4
	:: FREE(5) -> i=5
	fi
}

/* ---- what is claimed ---- */

inline check_alone() {
#ifdef ALONE
	assert(all_in==1);
#endif
	skip
}

inline check_named() {
#ifdef NAMED
	assert(Lx && Lpid==me);
#endif
	skip
}

inline enter() {
	at_work[me]=true; pims_in++; all_in++;
	assert(pims_in==1);
	check_alone();
	check_named();
#ifdef TOKENS
	assert(token>issued);
	issued=token; token=0; bound=Rbound;
#endif
	skip
}

inline stop_working() {
	at_work[me]=false;
	if :: lost[me] -> lost[me]=false :: else -> all_in-- fi
}

/* The process ends, and with it what the kernel keeps for it. */
inline gone() {
	if :: at_work[me] -> stop_working(); pims_in-- :: else fi;
#ifdef V_GUARDGONE
	if :: G[0]==me -> G[0]=0 :: else fi;
	if :: G[1]==me -> G[1]=0 :: else fi;
	if :: Rwho[0]==me -> Rwho[0]=0 :: else fi;
	if :: Rwho[1]==me -> Rwho[1]=0 :: else fi;
#else
	if :: G==me -> G=0 :: else fi;
	if :: Rwho==me -> Rwho=0 :: else fi;
#endif
#ifdef TOKENS
	last[me]=0; token=0; bound=0;
#endif
	alive[me]=false; opened[me]=0; same[me]=false;
	i1=0; p1=0; s1=0; pub=0; made=false; makes=false; own=false; right=false; settle=false; again=false;
	LINKS_WORK
}

inline seed_gone() {
	if :: at_work[me] -> stop_working() :: else fi;
	alive[me]=false; opened[me]=0; aiming[me]=false; x1=false; p1=0
}

/* ---- a Pimlock process ---- */

#ifdef V_TRUSTSTAMP
#define TRUSTED (Sx && Spid!=0)
#elif defined(V_PENDING)
#define TRUSTED (Sx && Spid!=0 && r_who==me && (r_state==READY || r_state==PENDING))
#else
#define TRUSTED (Sx && r_who==me && r_state==READY && r_pid==0 && r_stamp==Sino)
#endif
#ifdef V_BLIND
#define IS_OURS (Lx)
#else
#define IS_OURS (Lx && Lpid==me && (Lino==pub || made))
#endif

/* Does the flag that was seen come from Pimlock, and does the process that the record speaks of still run? */
#define CREATED (r_pid!=0)
#define OWN_KIND (r_state!=NONE && r_state!=PENDING && ((CREATED && p1==r_pid) || (!CREATED && Sx && Sino==i1)))
#define HOLDER_RUNS (r_who!=0 && r_who!=me && r_state!=RELEASED && (CREATED || Sino==r_stamp))

/* Is the flag that somebody left aside a dead process's? Whatever the state of the record is. */
#ifdef V_UNREAD
#define A_DEAD_ONES true
#else
#define A_DEAD_ONES (p1!=0 && ((Sx && Sino==i1) || (CREATED && r_state!=PENDING && p1==r_pid) || p1==me || !SEEN_ALIVE(p1)))
#endif

#ifdef SAMETIME
#define IS_JUDGED (Lpid==p1)
#else
#define IS_JUDGED (Lpid==p1 && same[me])
#endif

/* How long it may take from the last look of a program of the original protocol until its unlink. */
#if defined(TIMELY) && SEEDS==1
#define SETTLED (!aiming[N])
#elif defined(TIMELY) && SEEDS==2
#define SETTLED (!aiming[N] && !aiming[N-1])
#else
#define SETTLED true
#endif

inline alarm() {
#ifdef NOALARM
	assert(false);
#endif
	/* refused; or its pid means nothing here, then it is not seen */
	if :: goto failed :: own=true; goto remove_dead fi
}

inline refused() {
#ifdef NOSTRAND
	assert(again);
#endif
	goto busy
}

inline without_pid() {
#ifdef GRACE
	if :: refused() :: own=false; goto distrust fi
#else
	refused()
#endif
}

inline claimed() {
	i1=0; p1=0; settle=false; pub=s1; s1=0; made=makes; makes=false;
	if
	:: again ->
		again=false;
		if :: lost[me] -> lost[me]=false; all_in++; check_alone() :: else fi
	:: else -> enter()
	fi;
	goto work
}

inline back_to_work() {
	again=false; i1=0; p1=0; s1=0; makes=false; own=false; right=false; settle=false; same[me]=false;
	LINKS_WORK;
	goto work
}

/* In the record of a flag that was created: from now on, a flag with this pid is another program's. */
#ifdef TOKENS
#define UNMAKE RECORD(disown, r_state=PENDING; r_who=me; r_pid=me; r_stamp=0; Rbound=bound)
#else
#define UNMAKE RECORD(disown, r_state=PENDING; r_who=me; r_pid=me; r_stamp=0)
#endif

proctype Pim(byte me) {
	byte i1; byte p1;	/* the flag as it was seen */
	bool own;		/* it is Pimlock's */
	bool right;		/* what was moved aside is what was seen */
	byte s1; bool makes;	/* the stamp, later the flag, to publish; whether that is created instead of linked */
	byte pub; bool made;	/* the flag that was published; likewise */
	bool settle;		/* a dead program's flag was removed */
	bool again;		/* re-entering, with the guard held */
	byte g;
#ifdef SAMETIME
	bool no_links;		/* the flag that is being removed looks like a link that cannot be used */
#endif
#ifdef TOKENS
	byte token; byte bound; byte rounds;
#endif

start:
	atomic { alive[me]=true }
idle:
#ifdef TOKENS
	if :: rounds==TOKENS -> goto fin :: else -> rounds++ fi;
	/* the process may have acquired another bucket meanwhile */
	if :: skip :: atomic { clock++; last[me]++ } fi;
#endif
	/* Guard.tryLock: a refusal changes nothing, so that waiting for it stands for trying again */
	if
#ifdef V_NOGUARD
	:: atomic { true -> G=me }
#elif defined(V_GUARDGONE)
	:: atomic { G[Gname]==0 -> g=Gname; G[g]=me }
#else
	:: atomic { G==0 -> G=me }
#endif
#ifdef REBORN
	:: atomic { me==1 -> gone(); alive[me]=true; goto reborn }
#endif
	OR_DIE
	fi;

attempt:	/* BucketClaimer.attemptUnder: where this process was the last to hold the bucket, link at once */
	STEP( s1=Sino; if :: TRUSTED -> goto reserve :: else -> s1=0 fi );

look:	/* the flag, then whose kind it is, then whether its holder runs */
	STEP( makes=false; LINKS_WORK; if :: Lx -> i1=Lino; p1=Lpid; SEE :: else -> i1=0; p1=0; goto prepare fi );
	STEP( if :: OWN_KIND -> skip :: else -> goto foreign fi );
	STEP(
		if
		:: r_who==me -> same[me]=false; unlink_flag(); goto look
		:: HOLDER_RUNS -> alarm()
		:: else -> own=true; goto remove_dead
		fi
	);

foreign:
	STEP(
		if
		:: p1==0 -> without_pid()
		:: p1!=0 && p1!=me && SEEN_ALIVE(p1) -> refused()
		:: else -> own=false
		fi
	);

distrust:	/* Guard.distrust */
#ifdef V_TRUST
	skip;
#else
	if
	:: r_state==READY -> RECORD(failed, r_state=RELEASED)
	:: else
	fi;
#endif

remove_dead:	/* FlagRemover.remove: look again, move aside, look, delete or put back */
	STEP( if :: Lx && Lino==i1 && IS_JUDGED -> skip :: else -> goto look fi );
#ifdef V_BYNAME
	STEP( if :: Lx -> unlink_flag(); goto removed :: else -> goto look fi );
#endif
	STEP(
		if
		:: !Lx -> goto look
		:: Lx && Ax && Aino==Lino -> right=(IS_JUDGED)	/* two names of one file: nothing happens */
		:: else -> right=(IS_JUDGED); Ax=true; Aino=Lino; Apid=Lpid; unlink_flag()
		fi
	);
	ASIDE( if :: Ax -> skip :: else -> right=false; goto removed fi );
	ASIDE(
		if
		:: Ax && right && Apid==p1 -> right=false
		:: else -> right=false; i1=0; p1=0; goto put_back
		fi
	);
	STEP( unlink_aside() );
removed:
	STEP(
		same[me]=false;
#ifdef SAMETIME
		if :: no_links -> no_links=false; goto create :: else fi;
#endif
		if :: own -> own=false; goto look :: else -> settle=true fi
	);
	if :: atomic { SETTLED -> goto look } OR_DIE fi;

put_back:
#ifndef NOLINK
	if
	:: atomic { true ->
		same[me]=false; own=false; LINKS_WORK;
		if
		:: !Ax -> goto move_back
		:: Ax && Lx -> skip
		:: else -> Lx=true; Lino=Aino; Lpid=Apid; OWNER(Apid); flag_changed()
		fi
	   }
	OR_DIE_ASIDE
	OR_FAIL_ASIDE(move_back)
	fi;
	ASIDE( unlink_aside(); goto look );
#endif
move_back:
	ASIDE(
		same[me]=false; own=false; LINKS_WORK;
		if
		:: !Ax -> goto failed
		:: Ax && Lx && Aino==Lino -> goto look
		:: else -> Lx=true; Lino=Aino; Lpid=Apid; OWNER(Apid); flag_changed(); unlink_aside(); goto look
		fi
	);

leftover:	/* FlagRemover.putBackLeftover: look, read, judge, delete or put back */
	ASIDE( if :: Ax -> i1=Aino; p1=Apid :: else -> goto replace fi );
	ASIDE(
		if
		:: A_DEAD_ONES -> i1=0; p1=0
#ifdef SAMETIME
		:: p1!=0 && Sx && r_state!=NONE -> i1=0; p1=0	/* the recorded pid, and the time of the stamp */
#endif
		:: !A_DEAD_ONES -> i1=0; p1=0; goto put_back
		fi
	);
	ASIDE( unlink_aside(); goto replace );

prepare:	/* StampPublisher.publish */
	STEP(
		s1=Sino;
		if
		:: TRUSTED -> goto reserve
		:: !TRUSTED && Ax -> goto leftover
		:: else
		fi
	);

replace:	/* replaceStamp */
#ifdef TOKENS
	atomic {
		if :: clock>=HORIZON -> gone(); goto fin :: else fi;
		clock=clock+BLOCK;
		last[me]=(last[me]>FLOOR -> last[me] : FLOOR);
		last[me]=(last[me]>Rbound -> last[me] : Rbound)+1;
		token=last[me]
	}
	RECORD(failed, r_state=PENDING; r_who=me; r_stamp=0; r_pid=0; Rbound=token+BLOCK-1);
#else
	RECORD(failed, r_state=PENDING; r_who=me; r_stamp=0; r_pid=0);
#endif
	if
	:: s1!=0 -> STEP( unlink_stamp() )
	:: else
	fi;
	STEP( if :: Sx -> goto failed :: else -> new_inode(s1); Sx=true; Sino=s1; Spid=0; opened[me]=s1 fi );
	if
	:: atomic { true -> if :: Sino==s1 -> Spid=me :: else fi; opened[me]=0 }
#ifdef FAIL
	:: atomic { opened[me]=0; unlink_stamp(); goto failed }
	:: atomic { opened[me]=0; goto failed }
#endif
	OR_DIE
	fi;
	STEP( if :: Sx -> s1=Sino :: else -> s1=0; goto look fi );
	RECORD(failed, r_state=READY; r_who=me; r_stamp=s1);
#ifdef NOLINK
	goto create;
#else
	STEP(
		if
		:: !Sx || Lx -> goto look
		:: else -> Lx=true; Lino=Sino; Lpid=Spid; OWNER(me); flag_changed()
		fi
	);
	/* verify: a flag that is not the stamp, but has its time and our pid, tells that links are unusable */
	STEP(
		if
		:: Lx && Lino==s1 -> if :: settle -> goto settled :: else -> claimed() fi
#ifdef SAMETIME
		:: Lx && Lino!=s1 && Lpid==me -> i1=Lino; p1=Lpid; no_links=true; goto remove_dead
#endif
		:: !Lx || Lino!=s1 -> goto look
		fi
	);
#endif

reserve:
#ifdef TOKENS
	atomic {
		if :: clock>=HORIZON -> gone(); goto fin :: else fi;
		clock++; last[me]++; token=last[me];
		if :: token<=Rbound -> goto publish :: else fi;
		clock++;
		last[me]=(last[me]>FLOOR -> last[me] : FLOOR);
		last[me]=(last[me]>Rbound -> last[me] : Rbound)+1;
		token=last[me]
	}
	RECORD(failed, Rbound=token+BLOCK-1);
#else
	skip;
#endif

publish:	/* StampPublisher.link */
	STEP(
		if
		:: !Sx || Lx -> goto look
		:: else ->
			Lx=true; Lino=Sino; Lpid=Spid; OWNER(me); flag_changed();
			if :: settle -> goto settled :: else -> claimed() fi
		fi
	);

create:	/* StampPublisher.create */
	RECORD(failed, r_state=READY; r_who=me; r_pid=me);
	if
	:: atomic { true ->
		if
		:: Lx -> goto taken
		:: else -> new_inode(s1); Lx=true; Lino=s1; Lpid=0; OWNER(me); opened[me]=s1; flag_changed()
		fi
	   }
	OR_DIE
	OR_FAIL(untaken)
	fi;
	if
	:: atomic { true -> if :: Lino==s1 -> Lpid=me; flag_changed() :: else fi; opened[me]=0 }
#ifdef FAIL
	:: atomic { opened[me]=0; unlink_flag(); goto untaken }
	:: atomic { opened[me]=0; goto untaken }
#endif
	OR_DIE
	fi;
	STEP(
		if
		:: !Lx -> goto look
		:: else -> s1=Lino; makes=true; if :: settle -> goto settled :: else -> claimed() fi
		fi
	);
taken:
	RECORD(failed, r_state=READY; r_pid=0; goto look);
untaken:
	RECORD(failed, r_state=READY; r_pid=0; goto failed);

settled:
	if :: atomic { SETTLED -> skip } OR_DIE fi;
	STEP( if :: Lx && Lpid==me && (Lino==s1 || makes) -> claimed() :: else -> goto look fi );

work:
	if
	:: atomic { true ->
		check_named(); stop_working(); pims_in--;
#ifdef V_EARLY
		g_lock=0
#else
		if :: IS_OURS -> goto remove :: else -> goto lost_it fi
#endif
	   }
#ifdef REENTER
	:: atomic { !IS_OURS -> again=true; goto look }
#endif
	OR_DIE_AT_WORK
	fi;
#ifdef V_EARLY
	STEP( if :: IS_OURS -> skip :: else -> goto unlock fi );
#endif

remove:	/* BucketClaim.unpublish */
	if
	:: atomic { Lx -> unlink_flag() }
	:: atomic { !Lx -> goto lost_it }
	OR_DIE
	OR_FAIL(disown)
	fi;
	if
	:: made -> UNMAKE
	:: else
	fi;
	goto unlock;

lost_it:
	if
	:: made -> UNMAKE
	:: else
	fi;

failed:	/* an error reached the caller; or, from above, the end of a hold that was lost */
	if
	:: atomic { again -> back_to_work() }
	:: atomic { !again -> skip }
	fi;
disown:
	DISOWN( if :: r_state==READY && r_who==me -> r_state=RELEASED :: else fi );
	goto unlock;

busy:	/* somebody else has it */
	if
	:: atomic { again -> back_to_work() }
	:: atomic { !again -> skip }
	fi;

unlock:
	if
	:: atomic { true ->
		if :: g_lock==me -> g_lock=0 :: else fi;
		i1=0; p1=0; s1=0; pub=0; made=false; makes=false; own=false; right=false; settle=false; same[me]=false;
		LINKS_WORK;
#ifdef TOKENS
		token=0; bound=0;
#endif
		goto idle
	   }
	OR_DIE
	fi;

dead:	/* its pid is free, or another process has it, or its successor */
	if
	:: goto start
#ifndef TOKENS
	:: atomic { alive[me]=!alive[me]; goto dead }
#endif
	fi;

#ifdef REBORN
reborn:
	atomic { !Lx -> new_inode(s1); Lx=true; Lino=s1; Lpid=me; s1=0; flag_changed(); all_in++; check_alone() }
	atomic { all_in-- }
	atomic { if :: Lx && Lpid==me -> unlink_flag() :: else fi }
	goto reborn;
#endif

fin:	skip
}

/* ---- a program of the original protocol ---- */

proctype Seed(byte me) {
	bool x1; byte p1; byte ino;

start:
	atomic { alive[me]=true }
again:
	SEEDSTEP( x1=Lx; p1=Lpid; if :: x1 && p1!=0 && SEEN_ALIVE(p1) -> x1=false; p1=0; goto again :: else fi );
	if
	:: x1 ->
		SEEDSTEP( if :: Lx && Lpid==p1 -> AIM :: else -> x1=false; p1=0; goto again fi );
		SEEDSTEP( unlink_flag(); aiming[me]=false; x1=false; p1=0 )
	:: else
	fi;
	SEEDSTEP(
		if
		:: Lx -> x1=false; p1=0; goto again
		:: else -> new_inode(ino); opened[me]=ino; Lx=true; Lino=ino; Lpid=0; OWNER(me); flag_changed()
		fi
	);
	SEEDSTEP(
		if :: Lx && Lino==opened[me] -> Lpid=me; flag_changed() :: else fi;
		if :: Ax && Aino==opened[me] -> Apid=me :: else fi;
		opened[me]=0; ino=0;
		at_work[me]=true; all_in++;
		check_alone()
	);
	SEEDSTEP( stop_working(); if :: Lx && Lpid==me -> skip :: else -> goto again fi );
	SEEDSTEP( unlink_flag(); goto again );

dead:
	if
	:: goto start
	:: atomic { alive[me]=!alive[me]; goto dead }
	fi
}

/* ---- somebody who meddles ---- */

inline any_pid() {
	if
	:: Lpid=0
	:: Lpid=DEADPID
	:: Lpid=1
	:: PIMS>1 -> Lpid=2
	:: PIMS>2 -> Lpid=3
	fi
}

proctype Cleaner() {
	byte i;
end:
	do
#ifdef CLEAN
	:: atomic { Lx -> unlink_flag() }
	:: atomic { Sx -> unlink_stamp() }
	:: atomic { Ax -> unlink_aside() }
#endif
#ifdef CHAOS
	:: atomic { !Lx -> new_inode(i); Lx=true; Lino=i; i=0; any_pid(); flag_changed() }
	:: atomic { Lx && (!Sx || Lino!=Sino) -> any_pid(); flag_changed() }
#endif
#ifdef RECLAIMS
	:: atomic { Lx && Lpid==DEADPID -> unlink_flag() }
#endif
#ifdef DEADFLAGS
	:: atomic { !Lx && dead_flags<DEADFLAGS ->
		dead_flags++;
		new_inode(i); Lx=true; Lino=i; i=0; Lpid=DEADPID; flag_changed()
	   }
#endif
#ifdef CLEANHELD
	:: atomic { Lown!=0 && at_work[Lown] && !lost[Lown] -> lost[Lown]=true; all_in--; unlink_flag() }
#endif
#ifdef V_GUARDGONE
	:: atomic { Gname==0 -> Gname=1 }
#endif
	:: false
	od
}

init {
	byte k;
	atomic {
#ifdef DEADFLAG
		Lx=true; Lino=1; Lpid=DEADPID;
#endif
		k=1;
		do :: k<=PIMS -> run Pim(k); k++ :: else -> break od;
		do :: k<=N -> run Seed(k); k++ :: else -> break od;
#if defined(CLEAN) || defined(CHAOS) || defined(CLEANHELD) || defined(RECLAIMS) || defined(DEADFLAGS) \
	|| defined(V_GUARDGONE)
		run Cleaner();
#endif
		skip
	}
}
