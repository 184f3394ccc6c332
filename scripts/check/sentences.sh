# Checks of shell scripts, each with a sentence; a script reads this file with `source`.
# shellcheck shell=bash

passed=0 failed=0

# Runs a command, prints the sentence, and what the command has said if it failed.
#
#   check SENTENCE COMMAND [ARG...]
check() {
    local sentence=$1 said status
    shift
    # Not as a condition, in which bash would continue after a command that failed.
    set +e
    said=$(
        set -e
        "$@" 2>&1
    )
    status=$?
    set -e
    if [ "$status" = 0 ]; then
        echo "ok   $sentence"
        passed=$((passed + 1))
    else
        printf 'FAIL %s\n%s\n' "$sentence" "$said"
        failed=$((failed + 1))
    fi
}

# Prints the numbers as the last line; fails if a check has failed.
count_checks() {
    echo "$1: $passed passed, $failed failed"
    [ "$failed" = 0 ]
}
