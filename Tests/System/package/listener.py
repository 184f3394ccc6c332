"""A program of a user that prints a line for each event, with the package's Python module."""

import sys

import gestured


def main():
    try:
        client = gestured.Client(reconnect=True)
    except gestured.ConnectionLost as error:
        print(error, file=sys.stderr)
        return 77 if isinstance(error.__cause__, PermissionError) else 1
    client.subscribe()
    print("subscribed", flush=True)
    for event in client:
        words = [type(event).__name__]
        if isinstance(event, gestured.Gesture):
            words += [event.recognizer, event.state]
        print(*words, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
