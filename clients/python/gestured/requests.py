"""The methods of both clients that wait, as coroutines."""

from __future__ import annotations

import functools
import json
import math
import time
from collections.abc import Mapping
from typing import Any, Iterable, Optional, Union

from .attachments import Names, names, region_for_json, without_none
from .errors import ConnectionLost
from .inventory import Attached, Device, Recognizer, Region, Reload, Status, Surface
from .messages import reader
from .link import Call
from .peer import Peer
from .recognizers import GestureRecognizer
from .subscription import Event, Subscription


class Requests(Peer):
    """Methods of `AsyncClient`. `Client` has them, too, and waits until they are done."""

    async def receive(self: Peer, timeout: Optional[float] = None) -> Optional[Event]:
        """Returns the next event, or None after `timeout` seconds. `ConnectionLost` when there will be no more."""
        event = await self._next(math.inf if timeout is None else time.monotonic() + timeout)
        if isinstance(event, ConnectionLost):
            raise event
        return event

    async def subscribe(
        self: Peer, recognizers: Optional[Names] = None, *, surfaces: Optional[Names] = None,
        states: Optional[Names] = None, touches: bool = False, max_rate: Optional[float] = None,
        coordinates: Optional[str] = None, locations: bool = False, predicted: bool = False,
    ) -> Subscription:
        """Subscribes to gestures.

        `recognizers` and `surfaces` are globs of names (None: all), `states` those to receive (None: all but `failed`),
        `touches` adds `Touches`, `locations` the place of each finger of a gesture, and `max_rate` limits `changed` per
        second for one gesture. `predicted` adds where touches and pans are expected. With `coordinates="region"` places
        and movements of gestures and touches are in the coordinates of their region. The logger `gestured` warns once of
        each glob that matches nothing.
        """
        self._subscriptions_made += 1
        subscription = Subscription(self._subscriptions_made, without_none(
            recognizers=names(recognizers), surfaces=names(surfaces), states=names(states),
            touches=bool(touches) or None, maxRate=max_rate, coordinates=coordinates,
            locations=bool(locations) or None, predicted=bool(predicted) or None))

        def give_up() -> None:
            self._forget(subscription)
            self._send("unsubscribe", subscription=subscription._remote_number)

        begin = functools.partial(self._begin, subscription)
        return await self._ask(Call("subscribe", subscription._params, begin, give_up))

    async def unsubscribe(self: Peer, subscription: Union[Subscription, int]) -> None:
        """Ends a subscription; it receives nothing more."""
        number = subscription if isinstance(subscription, int) else subscription.number
        await self._until_ready()  # A reconnection changes the server's number.
        known = self._subscriptions.get(number)
        # The server refuses a number that is not this client's.
        params = {"subscription": number if known is None else known._remote_number}
        await self._exchange(Call("unsubscribe", params, lambda _: None if known is None else self._forget(known)))

    async def attach(self: Peer, *, regions: Iterable[Mapping[str, Any]] = (),
                     recognizers: Iterable[Union[Mapping[str, Any], GestureRecognizer]] = ()) -> Attached:
        """Adds regions and recognizers of one's own, with the keys of the configuration's YAML.

        A `GestureRecognizer` is one that the program decides.

        A length that is a bare number is in the unit of the surface, `px` or `pt`, which `surfaces` of the answer
        names; text has a unit of its own: `"5mm"`. `recognizer(name)` sets who answers what a recognizer asks.
        """
        recognizers = list(recognizers)
        written = [each for each in recognizers if isinstance(each, GestureRecognizer)]
        request: dict[str, list[dict[str, Any]]] = {
            "regions": list(map(region_for_json, regions)),
            "recognizers": [each._definition() if isinstance(each, GestureRecognizer) else dict(each)
                            for each in recognizers]}
        for each in request["recognizers"]:
            callbacks = self._callbacks.get(each.get("name", ""))
            if callbacks:
                each["ask"] = sorted({*(names(each.get("ask")) or ()), *callbacks})
        request = json.loads(json.dumps(request))  # A copy: the program may change its arguments later.

        def accept(result: Any) -> Attached:
            attached = self._read_attached(result)
            self._attachments.attach(request, result.get("decided", ()))
            for each in written:
                self._recognizers.attach(each)
            return attached

        return await self._ask(Call("attach", {kind: each for kind, each in request.items() if each}, accept))

    async def update(self: Peer, regions: Iterable[Mapping[str, Any]] = (),
                     recognizers: Iterable[Mapping[str, Any]] = ()) -> tuple[str, ...]:
        """Changes own regions and recognizers, all in one step, or none if one is refused.

            client.update([{"name": "photo", "frame": …}], [{"name": "turn", "minimumRotation": None}])

        Each has a `name` and what changes; regions as `AttachedRegion.move` describes it, recognizers the keys of the
        configuration, of which None is the default. Gestures under way go on as they are. Returns warnings about regions
        that no finger can reach; the logger `gestured` warns once of each.
        """
        changes = json.loads(json.dumps(list(map(region_for_json, regions))))
        others = json.loads(json.dumps(list(recognizers)))

        def accept(result: Any) -> tuple[str, ...]:
            self._attachments.update(changes)
            self._attachments.update_recognizers(others)
            return self._read_attached(result).warnings

        lists = {"regions": changes, "recognizers": others}
        return await self._ask(Call("update", {kind: each for kind, each in lists.items() if each} or lists, accept))

    async def detach(self: Peer, *, regions: Optional[Names] = None, recognizers: Optional[Names] = None) -> None:
        """Detaches own recognizers, and own regions with everything in them; without arguments all."""
        params = without_none(regions=names(regions), recognizers=names(recognizers))

        def accept(_: Any) -> None:
            for name in self._attachments.detach(params.get("regions"), params.get("recognizers")):
                self._callbacks.pop(name, None)
                self._recognizers.detach(name)

        await self._ask(Call("detach", params, accept))

    async def set_enabled(self: Peer, recognizer: str, enabled: bool) -> None:
        """Enables or disables a recognizer; a configured one for everybody, with the capability `control`."""
        await self._ask(Call("setEnabled", {"recognizer": recognizer, "enabled": enabled},
                             lambda _: self._attachments.set_enabled(recognizer, enabled)))

    async def set_private(self: Peer, region: str, private: bool) -> None:
        """Makes a configured region private or public until gestured ends. Needs the capability `control`."""
        await self._ask(Call("setPrivate", {"region": region, "private": private}, lambda _: None))

    async def swallow(self: Peer, surface: Optional[str] = None) -> None:
        """Keeps fingers that are down, or the next ones, from applications until all have lifted.

        Without a surface it applies to all with `intercept`. Needs the capability `control`.
        """
        await self._ask(Call("swallow", without_none(surface=surface), lambda _: None))

    async def list_surfaces(self: Peer) -> list[Surface]:
        """Returns the surfaces of all panels in use."""
        return await self._ask(Call("list", {"what": "surfaces"}, reader(list[Surface])))

    async def list_devices(self: Peer) -> list[Device]:
        """Returns every input device, and why it is used or not."""
        return await self._ask(Call("list", {"what": "devices"}, reader(list[Device])))

    async def list_recognizers(self: Peer) -> list[Recognizer]:
        """Returns the recognizers, as this connection sees them."""
        return await self._ask(Call("list", {"what": "recognizers"}, reader(list[Recognizer])))

    async def list_regions(self: Peer) -> list[Region]:
        """Returns the regions of all surfaces, as this connection sees them."""
        return await self._ask(Call("list", {"what": "regions"}, reader(list[Region])))

    async def status(self: Peer) -> Status:
        """Returns gestured's counters."""
        return await self._ask(Call("status", {}, reader(Status)))

    async def rotate(self: Peer, surface: str, rotation: int) -> Surface:
        """Turns a surface to 0, 90, 180 or 270 degrees clockwise, and returns it. Needs the capability `control`."""
        return await self._ask(Call("rotate", {"surface": surface, "rotation": rotation}, reader(Surface)))

    async def reload(self: Peer) -> Reload:
        """Reloads the configuration; problems are in the `RequestError`. Needs the capability `control`."""
        return await self._ask(Call("reload", {}, reader(Reload)))

    async def call(self: Peer, /, method: str, **params: Any) -> Any:
        """Makes any request by its names in the protocol, and returns its result; its changes are not restored."""
        return await self._ask(Call(method, params, lambda result: result))
