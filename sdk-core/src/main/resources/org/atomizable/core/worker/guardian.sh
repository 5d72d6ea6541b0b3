# Ends a worker, and every process that it has started, shortly before the end of its lease.
#
# Arguments: the worker's process id; its mark, which is a soft limit of resident memory in bytes that all its processes inherit, or 0
# without; how many hundredths of a second before the end nothing may be left.
# Input, line by line: "until T" when a lease begins that ends at T, in hundredths of a second of /proc/uptime; "free" when it has ended.
# At the end of the input the launcher is gone: without a lease the worker ends at once, else at the end of its lease.
# Output: the line "strike" before it kills, then "gone T" when nothing is left.
# A worker that starts its guardian itself has passed on its mark.
ulimit -S -m unlimited 2>/dev/null
worker=$1 mark=$2 margin=$3 timer= found=
trap '' HUP INT QUIT TERM TSTP PIPE
# Where that is allowed, busy programs do not hold it up. It is niced in vain if the system shares the processor by sessions.
chrt -r -p 1 $$ >/dev/null 2>&1 || renice -n -20 -p $$ >/dev/null 2>&1

read_clock() {
    if read -r up rest 2>/dev/null </proc/uptime; then
        now=$((1${up#*.} - 100 + ${up%.*} * 100))
    else
        now=$(($(date +%s) * 100 + 99))
    fi
}

# Tells whether a process is not dead; in a container nobody may bury the dead.
is_alive() {
    state=
    { read -r line <"/proc/$1/stat" && state=${line##*) }; } 2>/dev/null
    case $state in '' | [ZX]*) return 1 ;; esac
}

find_marked() {
    found=
    for limits in $(grep -ls "^Max resident set  *$mark " /proc/[0-9]*/limits); do
        pid=${limits#/proc/} pid=${pid%/limits}
        if is_alive "$pid"; then found="$found $pid"; fi
    done
    [ -n "$found" ]
}

# A process needs the processor to die, each of its threads does.
hurry() {
    for pid in $found; do chrt -a -r -p 1 "$pid" >/dev/null 2>&1; done
}

# Waits for the end of those found, at first without another process, which would come late on a busy machine.
await_death() {
    rounds=0
    for pid in $found; do
        while is_alive "$pid"; do
            rounds=$((rounds + 1))
            [ "$rounds" -gt 100 ] && sleep 0.01
            [ "$rounds" -gt 300 ] && return
        done
    done
}

descendants() (
    for child in $(ps -A -o pid= -o ppid= | awk -v parent="$1" '$2 == parent { print $1 }'); do
        descendants "$child"
        echo "$child"
    done
)

strike() {
    trap '' USR1
    echo strike
    if [ "$mark" = 0 ]; then
        kill -KILL $(descendants "$worker") "$worker"
        read_clock
    else
        # Those found by the last look die first: to look once more takes time.
        [ -n "$found" ] || find_marked
        while kill -KILL $found; hurry; await_death; read_clock; find_marked; do :; done
    fi
    echo "gone $now"
}

# Naps, ever shorter, measure how late this machine wakes a process up just now; looks measure how long it takes to find the processes.
watch_until() {
    trap 'kill -KILL $!; exit 0' USR1
    late=0 look=0
    read_clock
    while left=$(($1 - margin - late - 2 * look - now)); [ "$left" -gt 0 ]; do
        if [ "$left" -gt 200 ]; then nap=$((left - 100)); else nap=$(((left + 1) / 2)); fi
        due=$((now + nap))
        fraction=$((nap % 100 + 100))
        sleep "$((nap / 100)).${fraction#1}" &
        wait $!
        read_clock
        over=$((now - due))
        [ "$over" -gt 10 ] && over=10
        [ "$over" -gt "$late" ] && late=$over
        if [ "$nap" -lt 100 ] && [ "$mark" != 0 ]; then
            due=$now
            find_marked
            read_clock
            over=$((now - due))
            [ "$over" -gt 5 ] && over=5
            [ "$over" -gt "$look" ] && look=$over
        fi
    done
    strike
}

while read -r word end; do
    if [ -n "$timer" ]; then
        kill -USR1 "$timer" && wait "$timer"
        timer=
    fi
    if [ "$word" = until ]; then
        watch_until "$end" &
        timer=$!
    fi
done
if [ -n "$timer" ]; then wait "$timer"; else strike; fi
