"""A client written from docs/protocol.md and its schema alone, which checks every line against them.

    client = IndependentClient()
    client.call("subscribe", recognizers=["zoom*"])     # the result, or Refused
    client.wait_for(recognizer="zoom", state="ended")
    client.close()                                       # AssertionError if a line was not as the page says

Every line that comes is kept, and looked at when the connection is closed, so that looking delays nothing.
"""

import json
import os

import jsonschema

from client import PATH, Client, Closed

DOCUMENTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs")
with open(os.path.join(DOCUMENTS, "protocol.schema.json"), encoding="utf-8") as opened:
    DEFINITIONS = json.load(opened)["$defs"]

RESULTS = {"subscribe": "Snapshot", "unsubscribe": "Done", "attach": "AttachedNames", "detach": "Done",
           "setEnabled": "Done", "swallow": "Done", "status": "Status", "rotate": "Surface", "reload": "ReloadReport"}
COMMON = ["subscription", "seq", "recognizer", "type", "gesture", "state", "surface", "region", "time", "location",
          "touches"]


def is_like(name, value):
    """AssertionError unless a value fits a definition of the schema."""
    if name not in is_like.validators:
        schema = {"$ref": f"#/$defs/{name}", "$defs": DEFINITIONS}
        is_like.validators[name] = jsonschema.Draft202012Validator(schema)
    problem = jsonschema.exceptions.best_match(is_like.validators[name].iter_errors(value))
    assert problem is None, f"not like {name}: {'.'.join(map(str, problem.absolute_path))}: {problem.message}"


is_like.validators = {}


def message_of(line):
    """The message of a line. AssertionError if it is not a message."""
    message = json.loads(line)
    assert isinstance(message, dict) and message.get("jsonrpc") == "2.0", line
    return message


def has_common_members(told, common):
    """AssertionError unless a gesture has the members that all have; `location` and `touches` need a capability."""
    if "location" not in told:
        common = common[:-2]
        assert "touches" not in told and "translation" not in told, f"places without `location`: {told}"
    assert list(told)[:len(common)] == common, f"other members, or in another order: {list(told)}"


class Account:
    """The state of one subscription by its notifications. AssertionError if they are inconsistent."""

    def __init__(self, snapshot, states):
        self.states = states or ["recognized", "began", "changed", "ended", "cancelled"]
        self.seq, self.is_over, self.fingers = 0, False, set()
        self.take(snapshot)

    def take(self, snapshot):
        """Takes the state of a snapshot."""
        self.surfaces = {each["name"] for each in snapshot["surfaces"]}
        self.gestures, self.touches = {}, {}  # number: its surface; (surface, id): its place
        for each in snapshot["gestures"]:
            has_common_members(each, COMMON[2:])
            self.gestures[each["gesture"]] = each["surface"]
        for frame in snapshot.get("touches", []):
            for touch in frame["touches"]:
                self.touches[frame["surface"], touch["id"]] = touch["location"]
                self.fingers.add(touch["id"])

    def gesture(self, told):
        has_common_members(told, COMMON)
        assert told["seq"] > self.seq, f"seq {told['seq']} after {self.seq}"
        assert told["state"] in self.states, f"nobody asked for {told['state']}"
        assert told["surface"] in self.surfaces, f"an unknown surface: {told}"
        self.seq, state, number = told["seq"], told["state"], told["gesture"]
        if state == "failed":
            return
        under_way = number in self.gestures
        if "began" in self.states and state != "recognized":
            assert under_way == (state != "began"), f"{state}, but under way are {list(self.gestures)}"
        if state in ("began", "changed"):
            self.gestures[number] = told["surface"]
        elif state in ("ended", "cancelled"):
            self.gestures.pop(number, None)

    def touch(self, frame):
        assert frame["surface"] in self.surfaces, f"an unknown surface: {frame}"
        for touch in frame["touches"]:
            key, where = (frame["surface"], touch["id"]), touch["location"]
            assert (key in self.touches) == (touch["phase"] != "began"), f"{touch['phase']}, but {self.touches}"
            if touch["phase"] == "began":
                assert touch["id"] not in self.fingers, f"{touch['id']} was another touch's: {frame}"
                self.fingers.add(touch["id"])
            before = self.touches.get(key, where)
            assert touch["previousLocation"] == before, f"it was told to be at {before}: {touch}"
            self.touches[key] = where
            if touch["phase"] in ("ended", "cancelled"):
                del self.touches[key]

    def surface(self, told):
        name, change = told["surface"]["name"], told["change"]
        assert (name in self.surfaces) == (change != "added"), f"{change}, but there are {self.surfaces}"
        assert name not in self.gestures.values() or not self.hears_of_ends, f"{change} in mid-gesture: {told}"
        assert not [each for each in self.touches if each[0] == name], f"{change} in mid-touch: {told}"
        (self.surfaces.discard if change == "removed" else self.surfaces.add)(name)

    def reloaded(self, snapshot):
        before = self.surfaces, set(self.gestures), set(self.touches)
        self.take(snapshot)
        now = self.surfaces, set(self.gestures), set(self.touches)
        assert now == before or not self.hears_of_ends, f"it was {before}: {snapshot}"

    def lagged(self, snapshot):
        self.take(snapshot)
        self.is_over = True

    @property
    def hears_of_ends(self):
        """Whether it receives the end of gestures."""
        return {"ended", "cancelled"} <= set(self.states)

    def open(self):
        """The gestures and touches that are not closed, of those whose end it receives."""
        return [*(self.gestures if self.hears_of_ends else ()), *self.touches] if not self.is_over else []


class IndependentClient(Client):
    """A client that also checks what it sends, and at its end what it has received."""

    parsed = staticmethod(message_of)

    def __init__(self, path=PATH):
        self.asked, self.is_closed = {}, False  # `asked` has method and params by id
        super().__init__(path)

    @property
    def capabilities(self):
        return self.hello["params"]["capabilities"]

    def receive(self, seconds=1500):
        try:
            return super().receive(seconds)
        except Closed:
            assert not self.buffer, f"half a line: {self.buffer}"
            self.is_closed = True
            raise

    def ask(self, method, **params):
        identifier = super().ask(method, **params)
        self.asked[identifier] = method, params
        return identifier

    def call(self, method, **params):
        """The result of a request that follows the page; Refused if it is refused."""
        is_like("Request", {"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        return super().call(method, **params)

    def refused(self, method, **params):
        """The error in answer to an arbitrarily wrong request."""
        answer = self.answer(self.ask(method, **params))
        assert "error" in answer, f"{method} {params} was not refused: {answer}"
        return answer["error"]

    def accounts(self):
        """The state of each subscription; AssertionError for a line that violates the page."""
        accounts = {}
        for line in self.lines:
            try:
                self.examine(line)
                self.enter(line, accounts)
            except AssertionError as error:
                raise AssertionError(f"{error}\n  in {json.dumps(line)}") from None
        return accounts

    def examine(self, line):
        """Whether the line alone is as the schema and the page say."""
        if "method" in line:
            is_like(f"{line['method'].capitalize()}Notification", line)
            return
        is_like("Response", line)
        method, params = self.asked.get(line["id"], ("", {})) if isinstance(line["id"], (int, str)) else ("", {})
        if "result" in line and method:
            is_like(f"{params['what'][:-1].capitalize()}List" if method == "list" else RESULTS[method], line["result"])

    def enter(self, line, accounts):
        """Whether the line fits the earlier ones."""
        if line.get("method") in ("gesture", "touch", "surface", "reloaded", "lagged"):
            account = accounts.get(line["params"]["subscription"])
            assert account and not account.is_over, "there is no such subscription"
            getattr(account, line["method"])(line["params"])
        elif "result" in line and isinstance(line["id"], int) and line["id"] in self.asked:
            method, params = self.asked[line["id"]]
            if method == "subscribe":
                assert line["result"]["subscription"] not in accounts, "a number was used again"
                accounts[line["result"]["subscription"]] = Account(line["result"], params.get("states"))
            elif method == "unsubscribe":
                accounts[params["subscription"]].is_over = True

    def open_gestures(self):
        """The gestures and touches that began and were not closed, as (subscription, gesture)."""
        return [(number, each) for number, account in self.accounts().items() for each in account.open()]

    def close(self):
        self.socket.close()
        self.accounts()
