# Functions of shell scripts here and in Tests, which read this file with `source`.
# shellcheck shell=bash

passed=0 failed=0

# Runs a command silently, and says how long it took; if it fails, the errors in its output are shown, or its end.
#
#   step NAME COMMAND [ARG...]
step() {
    local name=$1 start=$SECONDS said status
    shift
    printf '%s … ' "$name"
    capture "$@"
    if [ "$status" = 0 ]; then
        echo "done ($((SECONDS - start)) s)"
        return
    fi
    echo failed
    grep -m 30 -E 'error:|^E: |Error ' <<<"$said" || tail -n 40 <<<"$said"
    return 1
}

# Runs a command, prints the sentence, and what the command has said if it failed.
#
#   check SENTENCE COMMAND [ARG...]
check() {
    local sentence=$1 said status
    shift
    capture "$@"
    if [ "$status" = 0 ]; then
        echo "ok   $sentence"
        passed=$((passed + 1))
    else
        printf 'FAIL %s\n%s\n' "$sentence" "$said"
        failed=$((failed + 1))
    fi
}

# Runs a program that prints `ok` and `FAIL` lines and at last `N passed, N failed`, and adds its numbers; only failures
# are shown.
#
#   lines_of NAME COMMAND [ARG...]
lines_of() {
    local name=$1 start=$SECONDS said status
    shift
    printf '%s … ' "$name"
    capture "$@"
    add_lines "$((SECONDS - start))"
}

# The same in two steps: runs the program, perhaps in the background, and counts later what it has left in a file.
#
#   leave FILE COMMAND [ARG...]
#   lines_in FILE NAME
leave() {
    local file=$1 start=$SECONDS status=0
    shift
    "$@" >"$file" 2>&1 || status=$?
    echo "$((SECONDS - start)) $status" >"$file.end"
}
lines_in() {
    local said seconds=0 status=1
    printf '%s … ' "$2"
    said=$(cat "$1" 2>/dev/null || true)
    [ ! -s "$1.end" ] || read -r seconds status <"$1.end"
    add_lines "$seconds"
}

declare -A lanes=() # By their processes: those that have not ended.

# Runs a command in the background; its process, $!, is a group, so that its children end with it.
in_lane() {
    set -m
    "$@" &
    lanes[$!]=running
    set +m
}

# Waits for these lanes, or for all.
end_lanes() {
    local lane
    [ $# -gt 0 ] || set -- "${!lanes[@]}"
    for lane; do
        wait "$lane" || true
        unset "lanes[$lane]"
    done
}

# Ends all lanes at once. Where this is not root, sudo has started the guests in them.
kill_lanes() {
    local lane
    for lane in "${!lanes[@]}"; do
        kill -- "-$lane" 2>/dev/null || true
        [ "$(id -u)" = 0 ] || sudo --non-interactive kill -- "-$lane" 2>/dev/null || true
    done
}

# Prints the numbers as the last line; fails if a check has failed.
count_checks() {
    echo "$1: $passed passed, $failed failed"
    [ "$failed" = 0 ]
}

# Runs a command, and sets its caller's $said and $status.
capture() {
    # Not as a condition, in which bash would continue after a command that failed in a function: nor may the caller.
    set +e
    said=$(
        set -e
        "$@" 2>&1 </dev/null
    )
    status=$?
    set -e
}

# Adds and prints the numbers in $said, and its failures.
add_lines() {
    local sum ok bad
    sum=$(tail -n 1 <<<"$said" | grep -oE '[0-9]+ passed, [0-9]+ failed(, [1-9][0-9]* skipped)?' || true)
    if [ -z "$sum" ]; then
        printf 'broke off with status %s\n%s\n' "$status" "$said"
        failed=$((failed + 1))
        return
    fi
    read -r ok _ bad _ <<<"$sum"
    # A bad status after only good lines means a crash, and no lines mean that nothing was tested.
    if [ "$bad" = 0 ] && { [ "$status" != 0 ] || [ "$ok" = 0 ] || [[ $sum = *skipped ]]; }; then bad=1; fi
    echo "$ok passed, $bad failed ($1 s)"
    if [ "$bad" != 0 ]; then
        sed -E '/^ok   /d;$d' <<<"$said"
        [ "$sum" = "$ok passed, $bad failed" ] || echo "It ended with status $status, and said: $sum"
    fi
    passed=$((passed + ok)) failed=$((failed + bad))
}
