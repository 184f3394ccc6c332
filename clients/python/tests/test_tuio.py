"""Tests of the example for TUIO: its packets, read by the specification of OSC 1.0 and TUIO 1.1."""

import runpy
import socket
import struct

import pytest

import gestured

from .running_daemon import FOLDER, NO_RECOGNIZERS


def read_text(data, start):
    """A string of OSC, and where it ends: after one to four zero bytes, at a multiple of four."""
    end = data.index(b"\0", start)
    after = start + (end - start) // 4 * 4 + 4
    assert len(data) >= after and not any(data[end:after]), data[start:after]
    return data[start:end].decode(), after


def read_message(data):
    """A message of OSC as address and values, which end where it ends."""
    address, at = read_text(data, 0)
    types, at = read_text(data, at)
    assert types.startswith(","), types
    values = []
    for kind in types[1:]:
        if kind == "s":
            value, at = read_text(data, at)
        else:
            value, = struct.unpack_from({"i": ">i", "f": ">f"}[kind], data, at)
            at += 4
        values.append(value)
    assert at == len(data), f"{len(data) - at} more bytes"
    return address, values


def read_bundle(data):
    """The messages of a bundle of OSC that applies at once, by their commands; `set` is a list."""
    assert data[:16] == b"#bundle\0" + (1).to_bytes(8, "big"), data[:16]
    at, order, found = 16, [], {"set": []}
    while at < len(data):
        size, = struct.unpack_from(">i", data, at)
        assert size > 0 and size % 4 == 0 and at + 4 + size <= len(data), size
        address, (command, *values) = read_message(data[at + 4:at + 4 + size])
        assert address == "/tuio/2Dcur", address
        order.append(command)
        if command == "set":
            found["set"].append(values)
        else:
            assert command not in found, order
            found[command] = values
        at += 4 + size
    # `alive` comes before what is set, and `fseq` ends the frame.
    assert order == ["source", "alive", *["set"] * len(found["set"]), "fseq"], order
    return found


@pytest.fixture
def send():
    """What the example sends for a frame with touches (number, phase, place) on a panel of 1000 by 500."""
    cursors = runpy.run_path(str(FOLDER / "examples/tuio.py"))["Cursors"]("panel")

    def send(time, *touches):
        event = gestured.Touches({}, 1, "panel", time, tuple(
            gestured.Touch({}, number, phase, gestured.Point(x, y), gestured.Point(x, y), "root")
            for number, phase, x, y in touches))
        return read_bundle(cursors.bundle(event, gestured.Surface({}, "panel", "/dev/input/event4", "px", 1000, 500)))
    return send


def test_a_finger_that_lands_is_alive_at_its_place_and_does_not_move(send):
    found = send(1.0, (1 << 51, "began", 250, 125))
    assert found["source"] == [f"gestured:panel@{socket.gethostname()}"]
    assert (found["alive"], found["fseq"]) == ([1], [1])
    assert found["set"] == [[1, 0.25, 0.25, 0, 0, 0]]


def test_a_moved_finger_has_a_velocity_in_widths_and_heights_a_second_and_the_change_of_speed(send):
    send(1.0, (7, "began", 100, 100))
    found, = send(1.5, (7, "moved", 400, 300))["set"]
    assert found == pytest.approx([1, 0.4, 0.6, 0.6, 0.8, 2.0], abs=1e-5)


def test_fingers_that_lift_or_are_cancelled_are_no_longer_alive(send):
    send(1.0, (7, "began", 100, 100), (8, "began", 200, 100), (9, "began", 300, 100))
    found = send(1.1, (7, "ended", 100, 100), (9, "moved", 310, 100))
    assert (found["alive"], [each[0] for each in found["set"]]) == ([2, 3], [3])
    assert send(1.2, (8, "cancelled", 0, 0), (9, "ended", 0, 0))["alive"] == []


def test_each_frame_has_the_next_number_and_each_finger_a_session_of_its_own(send):
    for number in range(1, 5):
        found = send(float(number), (7, "began", 1, 1))
        assert (found["fseq"], found["alive"]) == ([2 * number - 1], [number])
        assert send(number + 0.5, (7, "ended", 1, 1))["fseq"] == [2 * number]


def test_two_changes_at_the_same_time_do_not_divide_by_zero(send):
    send(1.0, (7, "began", 100, 100))
    assert send(1.0, (7, "moved", 200, 100))["set"][0][3:] == [0, 0, 0]


@pytest.mark.daemon(configuration=NO_RECOGNIZERS)
def test_a_finger_of_the_daemon_arrives_over_udp_moves_and_lifts(daemon):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver:
        receiver.bind(("127.0.0.1", 0))
        receiver.settimeout(60)
        with daemon.example("tuio.py", "127.0.0.1", str(receiver.getsockname()[1])):
            moves, number, alive = 0, 0, True
            while moves <= 20 or alive:
                found = read_bundle(receiver.recv(65536))
                assert found["fseq"] == [number := number + 1]
                assert all(0 <= x <= 1 and 0 <= y <= 1 for _, x, y, *_ in found["set"]), found
                moves, alive = moves + len(found["set"]), found["alive"]
