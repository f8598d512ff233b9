# A worker of another kind: takes nothing but the kernel lock on <bucket>/.lock.guard, with flock(1), for short
# random times, and never touches .lock. Writes no times: a shell has no monotonic clock.
#
# Arguments: DIRECTORY WORKER INCARNATION SEED BUCKETS ...
# Ends when its standard input ends; "finish" there makes it stop locking and wait for that end.
directory=$1 worker=$2 incarnation=$3 buckets=$5
RANDOM=$4
finishing=
exec 8>>"$directory/journal.txt"

write() {
	printf '\n%s %s %s 0 %s 0 %s -1 -1 %s .\n' "$1" "$worker" "$incarnation" "$$" "$2" "$3" >&8
}

# Sleeping on the input costs no process and notices its end.
pause() {
	local status=0
	if [ -n "$finishing" ]; then
		return
	fi
	read -r -t "0.0$((10 + RANDOM % $1))" command || status=$?
	if [ "$status" -eq 0 ]; then
		finishing=yes
	elif [ "$status" -le 128 ]; then
		exit 0
	fi
}

write ready - "flock(1)"
while [ -z "$finishing" ]; do
	bucket=bucket-$((RANDOM % buckets))
	exec 9<>"$directory/buckets/$bucket/.lock.guard"
	if flock -x -w 30 9; then
		write enter "$bucket" -
		pause 10
		write exit "$bucket" -
	else
		write busy "$bucket" timeout
	fi
	exec 9>&-
	pause 90
done
write finished - -
while read -r command; do :; done
