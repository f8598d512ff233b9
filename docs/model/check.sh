#!/usr/bin/env bash
#
# Checks the model of the bucket lock: what must hold does hold, and what must fail does fail.
#
#   check.sh quick    about a minute on two cores
#   check.sh full     the same, then the large configurations (up to 4 GB of memory)
#
# Needs spin and gcc. Works in a temporary directory. Prints a line per configuration; ends with status 1 if one of them
# came out otherwise than it must.

set -euo pipefail

usage() {
	echo "usage: $0 quick|full" >&2
	exit 2
}

[ $# -eq 1 ] || usage
case "$1" in quick | full) mode=$1 ;; *) usage ;; esac
for tool in spin gcc timeout; do
	command -v "$tool" > /dev/null || { echo "$0: $tool is missing" >&2; exit 2; }
done

model=$(cd "$(dirname "$0")" && pwd)/bucket-lock.pml
work=$(mktemp -d "${TMPDIR:-/tmp}/bucket-lock-model.XXXXXX")
trap 'rm -rf "$work"' EXIT

wrong=0
depth=1000000
limit=600
compile=(-O0 -DNOREDUCE)

# explore NAME OPTION...: leaves the verifier's output in $work/out, the seconds in $seconds
explore() {
	local start=$SECONDS
	shift
	rm -rf "$work/run"
	mkdir "$work/run"
	cp "$model" "$work/run/model.pml"
	(
		cd "$work/run"
		spin "$@" -a model.pml > ../out 2>&1
		gcc -w -DSAFETY -DMEMLIM=6000 "${compile[@]}" -o pan pan.c >> ../out 2>&1
		timeout "$limit" ./pan -w22 "-m$depth" > ../out 2>&1
	) || echo "did not end by itself: status $?" >> "$work/out"
	seconds=$((SECONDS - start))
}

line() {
	local states
	states=$(sed -n 's/^ *\([0-9.e+]*\) states, stored.*/\1/p' "$work/out" | head -n 1)
	printf '%-34s %-10s %-44s %12s states %5d s\n' "$1" "$2" "$3" "${states:-?}" "$seconds"
}

failed() {
	line "$1" "$2" "$3"
	sed 's/^/    /' "$work/out" | head -n 30
	wrong=$((wrong + 1))
}

is_complete() {
	! grep -Eq 'did not end|max search depth too small|not completed|out of memory|[Ww]arning|aborted|rror:' "$work/out"
}

# holds NAME OPTION...: every state is explored, and none violates anything
holds() {
	explore "$@"
	if grep -q 'errors: 0$' "$work/out" && is_complete; then
		line "$1" holds "holds, all states explored"
	elif grep -q '^pan:1:' "$work/out"; then
		failed "$1" holds "WRONG: $(violation)"
	else
		failed "$1" holds "WRONG: not all states explored"
	fi
}

violation() {
	sed -n 's/^pan:1: \(.*\) (at depth.*/\1/p' "$work/out" | head -n 1
}

# fails NAME ASSERTION OPTION...: that very assertion is violated
fails() {
	local name=$1 assertion=$2
	shift 2
	explore "$name" "$@"
	if [ "$(violation)" = "assertion violated $assertion" ]; then
		line "$name" fails "fails: $assertion"
	else
		failed "$name" fails "WRONG: $(violation || true), not $assertion"
	fi
}

two_pimlocks='(pims_in==1)'
two_of_any_kind='(all_in==1)'
no_flag_that_names_it='(Lx&&(Lpid==me))'
stranded=again
alarm=0
token_not_larger='(token>issued)'

all=(-DALONE -DNAMED -DNOSTRAND -DNOALARM)
careful=(-DREBORN -DRECLAIMS -DALONE)

echo "Must hold:"
holds pimlock-only -DPIMS=3 -DCRASH -DREENTER "${all[@]}"
holds torn-records -DPIMS=3 -DCRASH -DTORN -DREENTER "${all[@]}"
holds failing-steps -DPIMS=3 -DCRASH -DFAIL -DREENTER -DALONE -DNAMED -DNOSTRAND
holds failing-steps-no-alarm -DPIMS=3 -DCRASH -DFAIL -DDISOWNS -DREENTER "${all[@]}"
holds flag-and-stamp-deleted -DPIMS=2 -DCRASH -DFAIL -DTORN -DREENTER -DCLEAN -DSAMETIME
holds pid-namespaces -DPIMS=3 -DCRASH -DREENTER -DNAMESPACES "${all[@]}"
holds dead-foreign-flag -DPIMS=3 -DCRASH -DREENTER -DDEADFLAG "${all[@]}"
holds no-hard-links -DPIMS=2 -DCRASH -DFAIL -DTORN -DREENTER -DNOLINK -DGRACE -DALONE -DNAMED
holds reborn-pid -DPIMS=2 -DCRASH -DREENTER -DREBORN -DALONE -DNAMED
holds reborn-pid-no-hard-links -DPIMS=2 -DREENTER -DNOLINK -DREBORN -DALONE -DNAMED
holds reborn-pid-no-hard-links-aside -DPIMS=2 "${careful[@]}" -DDEADFLAGS=1 -DNOLINK -DASIDECRASH
holds original -DPIMS=2 -DSEEDS=1 -DREENTER -DALONE -DNAMED
holds original-flag-deleted -DPIMS=2 -DSEEDS=1 -DREENTER -DCLEANHELD -DALONE
holds original-and-dead-flag-timely -DPIMS=2 -DSEEDS=1 -DREENTER -DDEADFLAG -DTIMELY -DALONE -DNAMED
holds original-dying-timely -DPIMS=1 -DSEEDS=1 -DREENTER -DDEADFLAG -DSEEDCRASH -DTIMELY -DALONE -DNAMED
holds original-failing-steps -DPIMS=2 -DSEEDS=1 -DFAIL -DTORN -DREENTER -DALONE -DNAMED
holds original-aside -DPIMS=2 -DSEEDS=1 -DDEADFLAGS=1 -DASIDECRASH -DTIMELY -DREENTER -DALONE -DNAMED
holds careful-programs -DPIMS=2 "${careful[@]}" -DDEADFLAGS=1 -DCRASH -DFAIL -DTORN -DREENTER -DNAMED
compile=(-O0)
holds tokens-deaths -DPIMS=2 -DTOKENS=2 -DCRASH -DTORN
holds tokens-failing-steps -DPIMS=2 -DTOKENS=2 -DFAIL -DTORN
compile=(-O0 -DNOREDUCE)

echo "Must fail, because the protocol was broken on purpose:"
fails without-guard "$two_pimlocks" -DCRASH -DV_NOGUARD
fails stamp-without-record "$no_flag_that_names_it" -DCRASH -DNAMED -DV_TRUSTSTAMP
fails stamp-with-pending-record "$no_flag_that_names_it" -DCRASH -DFAIL -DNAMED -DV_PENDING
fails create-and-write-beside-original "$two_of_any_kind" -DPIMS=2 -DSEEDS=1 -DNOLINK -DALONE
fails release-without-comparing "$two_of_any_kind" -DSEEDS=1 -DREENTER -DCLEANHELD -DALONE -DV_BLIND
fails guard-released-first "$no_flag_that_names_it" -DNAMED -DV_EARLY
fails guard-released-first-alarm "$alarm" -DNOALARM -DV_EARLY
fails dead-flag-unlinked-by-name "$two_of_any_kind" -DPIMS=2 -DSEEDS=1 -DDEADFLAG -DTIMELY -DALONE -DV_BYNAME
fails leftover-deleted-unread "$two_of_any_kind" -DSEEDS=1 -DDEADFLAGS=1 -DASIDECRASH -DTIMELY -DALONE -DV_UNREAD
fails leftover-behind-ready-record "$two_of_any_kind" -DSEEDS=1 -DDEADFLAGS=1 -DASIDECRASH -DTIMELY -DALONE -DV_TRUST
fails tokens-coarse-clock "$token_not_larger" -DPIMS=2 -DTOKENS=2 -DCRASH -DTORN -DGRAN=8

echo "Must fail, because these are limits that the documentation names:"
fails originals-alone "$two_of_any_kind" -DPIMS=0 -DSEEDS=2 -DALONE
fails original-and-dead-flag "$two_of_any_kind" -DPIMS=1 -DSEEDS=1 -DDEADFLAG -DALONE
fails original-and-dead-flag-failing "$two_of_any_kind" -DPIMS=1 -DSEEDS=1 -DDEADFLAG -DFAIL -DTIMELY -DALONE
fails original-aside-dead-flag "$two_of_any_kind" -DPIMS=2 -DSEEDS=1 -DDEADFLAGS=2 -DASIDECRASH -DTIMELY -DALONE
fails original-and-dead-pimlock "$two_of_any_kind" -DPIMS=2 -DSEEDS=1 -DHOLDERCRASH -DTIMELY -DALONE
fails original-pauses-past-grace "$two_of_any_kind" -DPIMS=1 -DSEEDS=1 -DGRACE -DALONE
fails original-in-other-namespace "$two_of_any_kind" -DPIMS=1 -DSEEDS=1 -DNAMESPACES -DALONE
fails reborn-pid-no-hard-links-death "$two_of_any_kind" -DPIMS=2 -DCRASH -DNOLINK -DREBORN -DALONE
fails guard-deleted "$two_pimlocks" -DV_GUARDGONE
fails alarm-after-failed-release "$alarm" -DFAIL -DNOALARM
fails torn-record-under-flag "$stranded" -DFAIL -DTORN -DNOSTRAND

if [ "$mode" = full ]; then
	depth=30000000
	limit=7200
	compile=(-O2 -DNOREDUCE)
	echo "Must hold, large (no state compression, no bit-state hashing):"
	holds pimlock-only-4 -DPIMS=4 -DCRASH -DREENTER "${all[@]}"
	holds flag-and-stamp-deleted-3 -DPIMS=3 -DCRASH -DFAIL -DTORN -DREENTER -DCLEAN -DSAMETIME
	holds no-hard-links-3 -DPIMS=3 -DCRASH -DFAIL -DTORN -DREENTER -DNOLINK -DGRACE -DALONE -DNAMED
	holds original-3 -DPIMS=3 -DSEEDS=1 -DREENTER -DALONE -DNAMED
	holds original-flag-deleted-3 -DPIMS=3 -DSEEDS=1 -DREENTER -DCLEANHELD -DALONE
	holds original-and-dead-flag-timely-3 -DPIMS=3 -DSEEDS=1 -DREENTER -DDEADFLAG -DTIMELY -DALONE -DNAMED
	holds original-dying-timely-2 -DPIMS=2 -DSEEDS=1 -DREENTER -DDEADFLAG -DSEEDCRASH -DTIMELY -DALONE -DNAMED
	holds original-aside-3 -DPIMS=3 -DSEEDS=1 -DDEADFLAGS=1 -DASIDECRASH -DTIMELY -DREENTER -DALONE -DNAMED
	holds original-aside-dying -DPIMS=2 -DSEEDS=1 -DDEADFLAGS=1 -DASIDECRASH -DSEEDCRASH -DTIMELY -DREENTER -DALONE -DNAMED
	holds careful-programs-3 -DPIMS=3 "${careful[@]}" -DDEADFLAGS=1 -DCRASH -DFAIL -DTORN -DREENTER -DNAMED
	compile=(-O2)
	holds tokens-deaths-failing-steps -DPIMS=2 -DTOKENS=2 -DCRASH -DFAIL -DTORN
	holds tokens-flag-and-stamp-deleted -DPIMS=2 -DTOKENS=2 -DCRASH -DCLEAN -DREENTER -DHORIZON=8
	holds tokens-3-rounds -DPIMS=2 -DTOKENS=3 -DTORN -DCRASH
	# whatever others do, Pimlock processes exclude each other
	holds others-do-anything-deaths -DPIMS=2 -DCRASH -DREENTER -DCLEAN -DCHAOS -DGRACE -DSAMETIME
	holds others-do-anything-failing-steps -DPIMS=2 -DFAIL -DREENTER -DCLEAN -DCHAOS -DGRACE -DSAMETIME
	holds original-and-everybody-dying -DPIMS=2 -DSEEDS=1 -DCRASH -DREENTER -DGRACE -DSAMETIME
fi

if [ "$wrong" -ne 0 ]; then
	echo "$wrong configurations came out otherwise than they must" >&2
	exit 1
fi
echo "All configurations came out as they must."
