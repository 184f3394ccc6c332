"""Client library of gestured for Python, with the standard library only.

    import gestured

    with gestured.Client() as client:
        client.subscribe(recognizers=["pinch", "tap"])
        for event in client:
            if isinstance(event, gestured.Pinch):
                print(event.state, event.location, event.scale)

`Client` waits, `AsyncClient` is for asyncio, and `events` is the shortest way. docs/protocol.md of gestured says what
every member means; its names in camelCase are attributes in snake_case here (`majorRadius`: `major_radius`).

This folder is the library: install or copy it. Import names from `gestured` itself, as its modules may change.
"""

from .asyncio_client import AsyncClient
from .attachments import AttachedRegion
from .client import Client, events
from .errors import ConnectionLost, Error, ProtocolError, RequestError, Timeout
from .gestures import (Checkmark, Gesture, IncrementalPinch, LongPress, Pan, Pinch, QuestionedPair, QuestionedTouch,
                       Rotation, ScreenEdgePan, Stroke, Swipe, Tap, Tickle, Touch, Touches, TouchPlace, Transform)
from .inventory import (Attached, AttachedSurface, Connection, Device, Latency, Recognizer, Region, Reload, Status,
                        Surface)
from .messages import Frame, Point, Size
from .peer import DEFAULT_PATH as DEFAULT_PATH, PROTOCOL as PROTOCOL
from .questions import AttachedRecognizer
from .recognizers import GestureRecognizer
from .subscription import (Connected, Disconnected, Event, Lagged, Reloaded, Snapshot, Subscription, SurfaceChange,
                           UnmatchedGlob)

__all__ = [
    "AsyncClient", "Attached", "AttachedRecognizer", "AttachedRegion", "AttachedSurface", "Checkmark", "Client",
    "Connected", "Connection", "ConnectionLost", "Device", "Disconnected", "Error", "Event", "Frame", "Gesture",
    "GestureRecognizer", "IncrementalPinch", "Lagged", "Latency", "LongPress", "Pan", "Pinch", "Point", "ProtocolError",
    "QuestionedPair", "QuestionedTouch", "Recognizer", "Region", "Reload", "Reloaded", "RequestError", "Rotation",
    "ScreenEdgePan", "Size", "Snapshot", "Status", "Stroke", "Subscription", "Surface", "SurfaceChange", "Swipe", "Tap", "Tickle",
    "Timeout", "Touch", "TouchPlace", "Touches", "Transform", "UnmatchedGlob", "events",
]
__version__ = "0.1.0"
