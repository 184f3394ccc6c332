"""Tests of recognizers that a program writes, with a scripted server."""

import pytest

import gestured

from .scripted_peer import Peer, talk

attached = talk.accept("attach")


def touch(phase, identifier=3, x=512.0, y=300.5):
    return {"id": identifier, "phase": phase, "location": {"x": x, "y": y}, "previousLocation": {"x": x - 2, "y": y},
            "region": "root", "tapCount": 1}


def attempt(script, change, *touches, surface="panel", number=1, answer=True):
    return script.say("attempt", recognizer="mine", attempt=number, change=change, surface=surface, time=5.25,
                      touches=list(touches), **({"answer": True} if answer else {}))


def decision(change, number=1, **members):
    return ("recognize", {"recognizer": "mine", "attempt": number, "change": change, **members})


class Noted(gestured.GestureRecognizer):
    """Notes what it is told, and does what the test says."""

    def __init__(self, name, did, do=lambda recognizer, phase: None):
        super().__init__(name)
        self.did, self.do = did, do

    def _note(self, phase, touches):
        self.did.append((phase, [each.id for each in touches], self.number_of_touches))
        self.do(self, phase)

    def touches_began(self, touches):
        self._note("began", touches)

    def touches_moved(self, touches):
        self._note("moved", touches)

    def touches_ended(self, touches):
        self._note("ended", touches)

    def reset(self, outcome, reason):
        self.did.append((outcome, reason, self.state))


def run(script, do=lambda recognizer, phase: None, answers=1):
    """Lets a recognizer meet a script; returns what it did, what the server heard, and the recognizer."""
    did = []
    with Peer(script.hear(*["recognize"] * answers)) as peer, peer.client() as client:
        recognizer = Noted("mine", did, do)
        client.attach(recognizers=[recognizer])
        assert list(client) == []
    return did, peer.heard[0][1:], recognizer


def test_each_phase_has_its_method_and_what_decides_nothing_is_answered_if_others_wait():
    script = attempt(attached, 1, touch("began"))
    script = attempt(script, 2, touch("began", 4), answer=False)
    script = attempt(script, 3, touch("moved"), touch("moved", 4))
    script = attempt(script, 4, touch("ended", 4))
    did, heard, _ = run(attempt(script, 5, touch("ended")), answers=4)
    assert did[:5] == [("began", [3], 1), ("began", [4], 2), ("moved", [3, 4], 2), ("ended", [4], 2), ("ended", [3], 1)]
    assert heard == [decision(1), decision(3), decision(4), decision(5)]


def test_a_change_of_a_touch_that_was_ignored_on_its_way_is_answered():
    def do(recognizer, phase):
        if phase == "began":
            recognizer.ignore(recognizer.touches[0])

    script = attempt(attached, 1, touch("began"), touch("began", 4))
    did, heard, _ = run(attempt(script, 2, touch("moved")), do, answers=2)
    assert [phase for phase, *_ in did] == ["began", "cancelled"]
    assert heard == [decision(1, ignore=[3]), decision(2)]


def test_states_are_sent_with_values_and_reasons():
    def do(recognizer, phase):
        recognizer.values["where"], recognizer.values["count"] = recognizer.location, 2
        if phase == "began":
            recognizer.reason = "it is there"
        recognizer.state = {"began": "began", "moved": "changed", "ended": "recognized"}[phase]

    script = attempt(attempt(attempt(attached, 1, touch("began")), 2, touch("moved")), 3, touch("ended", x=600.0))
    _, heard, _ = run(script, do, answers=3)
    values = {"where": {"x": 512.0, "y": 300.5}, "count": 2}
    assert heard == [decision(1, state="began", values=values, reason="it is there"), decision(2, state="changed"),
                     decision(3, state="ended", values={**values, "where": {"x": 600.0, "y": 300.5}})]


def test_a_state_that_cannot_follow_is_an_error_and_fails_the_attempt():
    def do(recognizer, phase):
        recognizer.state = "changed"

    did = []
    with Peer(attempt(attached, 1, touch("began")).hear("recognize")) as peer, peer.client() as client:
        client.attach(recognizers=[Noted("mine", did, do)])
        with pytest.raises(ValueError, match="mine: possible cannot become changed; legal: began, recognized, failed"):
            list(client)
        assert list(client) == []
    assert peer.heard[0][1:] == [decision(1, state="failed", reason="its program has raised an exception")]


def test_the_end_resets_it_and_a_state_that_is_set_afterwards_has_no_effect():
    script = attempt(attached, 1, touch("began"), answer=False).say(
        "reset", recognizer="mine", attempt=1, outcome="failed", reason="pan was recognized first")
    did, heard, recognizer = run(attempt(script, 2, touch("began", 5), number=2))
    assert did[:3] == [("began", [3], 1), ("failed", "pan was recognized first", "possible"), ("began", [5], 1)]
    recognizer.state = "recognized"
    assert (recognizer.state, heard) == ("possible", [decision(2, 2)])


def test_ignored_touches_are_left_to_others():
    def do(recognizer, phase):
        if recognizer.number_of_touches > 1:
            recognizer.ignore(recognizer.touches[-1])

    script = attempt(attempt(attached, 1, touch("began"), answer=False), 2, touch("began", 4))
    did, heard, _ = run(attempt(script, 3, touch("moved")), do, answers=2)
    assert did[:3] == [("began", [3], 1), ("began", [4], 2), ("moved", [3], 1)]
    assert heard == [decision(2, ignore=[4]), decision(3)]


def test_each_surface_has_a_recognizer_of_its_own():
    made = []

    class Counted(gestured.GestureRecognizer):
        def __init__(self, name, first):
            super().__init__(name)
            self.first = first
            made.append(self)

        def touches_began(self, touches):
            self.values["surface"] = self.surface + str(self.first)
            self.state = "began"

    script = attempt(attempt(attached, 1, touch("began")), 1, touch("began", 4), surface="wall", number=2)
    with Peer(script.hear("recognize", "recognize")) as peer, peer.client() as client:
        client.attach(recognizers=[Counted("mine", 7)])
        assert list(client) == []
    assert [each[1]["values"] for each in peer.heard[0][1:]] == [{"surface": "panel7"}, {"surface": "wall7"}]
    assert len(made) == 2


def test_a_refusal_is_raised_where_the_program_waits_and_a_loss_resets():
    did = []
    script = attempt(attached, 1, touch("began")).hear("recognize").refuse("recognize", -32602, "no such attempt")
    with Peer(script) as peer, peer.client() as client:
        client.attach(recognizers=[Noted("mine", did, lambda mine, phase: setattr(mine, "state", "began"))])
        with pytest.raises(gestured.RequestError, match="no such attempt"):
            list(client)
        assert list(client) == []
    assert did[-1] == ("cancelled", "the connection is lost", "possible")
