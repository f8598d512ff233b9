# Locks files with flock(1). The same commands as flock_peer.py.
while read -r command mode file; do
	if [ "$command" = unlock ]; then
		flock --unlock 9
		exec 9>&-
		echo unlocked
		continue
	fi
	exec 9<>"$file"
	nonblock=
	if [ "$command" = try ]; then nonblock=--nonblock; fi
	if flock --"$mode" $nonblock 9; then
		echo locked
	else
		exec 9>&-
		echo busy
	fi
done
