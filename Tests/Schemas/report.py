"""Report of checks: a line for each sentence, and what contradicts it."""


def report(name, sentences):
    """Prints sentences with their problems, and how many have none; returns the exit status."""
    failed = 0
    for sentence, problems in sentences:
        problems = list(problems)
        failed += bool(problems)
        print(f"{'FAIL' if problems else 'ok  '} {sentence}")
        for problem in problems[:20]:
            print("  " + problem.replace("\n", "\n    "))
        if len(problems) > 20:
            print(f"  and {len(problems) - 20} more")
    print(f"{name}: {len(sentences) - failed} passed, {failed} failed")
    return 1 if failed else 0
