// What is said on gestured's socket, and how may a client rely on it?
//
// Transport: a Unix stream socket, by default /run/gestured/gestured.sock, or where $GESTURED_SOCKET says. One
// JSON-RPC 2.0 object per line, UTF-8, each line closed by LF. A request line is at most 64 KiB
// and holds at most 1024 values.
//
// The server speaks first:
//
//     {"jsonrpc":"2.0","method":"hello","params":{"protocol":1,"server":"gestured 0.1.0","capabilities":["gestures"]}}
//
// `capabilities` says what this connection may do: `gestures` whoever may open the socket; `control`, which `rotate` and
// `reload` need, root and the user that gestured runs as (the kernel says who it is, SO_PEERCRED).
//
// A client that is not let in (too many peers) gets one error with the id null instead, and the end of the stream.
//
// Requests
//
//     subscribe    recognizers: [glob], surfaces: [glob], states: [state]     -> the snapshot, see below
//     unsubscribe  subscription: number                                       -> {}
//     list         what: "surfaces", "devices", "recognizers" or "regions"    -> the list
//     rotate       surface: name, rotation: 0, 90, 180 or 270                 -> the surface as it is then
//     reload                                                                  -> what has changed, see below
//
// Each member of `subscribe` may be absent: then it is every recognizer, every surface, and every state but `failed`.
// A connection may hold several subscriptions; they are numbered from 1, and a number is never used again.
// The id of a request is a string, a number or null and is repeated in the answer; without an id the request is carried
// out in silence. Requests are answered in the order in which they came. Batches are refused. A member that this page
// does not name is an error. While an answer lies unread, the server reads no further request of that connection.
//
// `rotate` turns a surface: so many degrees clockwise instead of the configured `rotation`, or after the configured
// `calibration`. With a quarter turn more or less than configured, the sides of its `pixels` change places. Gestures
// under way on it are cancelled first; fingers that are down are passed over until they lift. Other surfaces notice
// nothing. It holds until a reload or the end of the daemon, also when the panel is plugged in again.
//
// `reload` reads the configuration anew. A file with problems changes nothing. Else all surfaces change at one moment:
// as soon as no finger is down and no recognizer waits, at the latest after two seconds, when gestures under way are
// cancelled and fingers that are down are passed over until they lift. Devices stay open, subscriptions stay, what was
// rotated lies as configured. What is in the file already changes nothing. The answer comes when that is done:
//
//     {"configuration":"/etc/gestured/gestured.yaml","surfaces":1,"regions":2,"recognizers":9,"added":1,"removed":0,
//     "changed":2,"cancelled":0}
//
// on one line: how many surfaces, regions and recognizers the configuration has, how many of them all are new, gone and
// different (by kind and name; different thresholds count as one), and how many gestures were cancelled.
//
// What is listed has these members; the snapshot has the same. Lengths are in the unit of the surface.
//
//     surfaces     name, device, unit ("px" or "pt"), width, height; where known millimetres {width,height}, rotation
//     devices      path, name, used, reason, vendor, product, protocol, slots; surface if it is used
//     recognizers  name, type, region (the name of the one that it watches), enabled
//     regions      name, surface, frame {x,y,width,height}
//
// Errors carry JSON-RPC's codes (-32700 not JSON, -32600 not a request, -32601 no such method, -32602 wrong params,
// -32603 our bug), -32000 (a limit is reached), -32001 (a capability is missing) and -32002 (the configuration has
// problems), with `data` = {"path":"params.states[0]","hint":"…"}; of -32002 also `problems`, a list of at most 100
// texts: "/etc/gestured/gestured.yaml:3:5: error: …".
//
// Snapshot: {"subscription":1,"surfaces":[…],"recognizers":[…],"gestures":[…]}. `gestures` holds the last notification
// of each gesture under way, without `subscription` and `seq`; its `delta` counts from the beginning of the gesture.
// Afterwards come only changes.
//
// Notification `gesture`
//
//     {"jsonrpc":"2.0","method":"gesture","params":{"subscription":1,"seq":42,"recognizer":"zoom","type":"pinch",
//     "gesture":7,"state":"changed","surface":"panel","region":"root","time":1234.567890,
//     "location":{"x":512.0,"y":300.5},"touches":[3,4],"scale":1.23,"delta":1.01,"velocity":0.8}}
//
// on one line, members in this order, then those of the type:
//
//     tap            taps
//     longPress      duration (s, so far)
//     swipe          direction (left, right, up, down), velocity {x,y}
//     pan            translation {x,y} since began, delta {x,y}, velocity {x,y}; at `ended` also projection {x,y}
//     screenEdgePan  the members of a pan, edge (top, left, bottom, right)
//     pinch          scale since began, delta (a factor), velocity (1/s)
//     rotation       rotation since began, delta, velocity (radians, clockwise positive)
//     transform      the members of a pan, scale and rotation since began, scaleDelta (a factor), rotationDelta
//     stroke         stroke (its name), score (0 to 1)
//     checkmark      midpoint {x,y}
//     tickle         count
//     incrementalPinch  scale (a factor since the last event, lost when lines are merged; at ended the last again: who
//                    wants each step to count takes the delta of a pinch)
//
// Any other type is one of its maker's own. After the common members it may have at most 16 of its own, in the order of
// their names: numbers, integers, strings of at most 256 bytes, and places or ways {x,y} in the unit of the surface. A
// name of theirs is a letter followed by at most 31 letters and digits (ASCII), and never that of a common member, of
// which `subscription` and `seq` are two. A notification with the state `failed` has the common members only.
//
// `seq` counts the notifications of a subscription from 1; a gap says that one gave way to a newer one (see below).
// `state` is `recognized` for discrete gestures, `began`, `changed`, `ended`, `cancelled` for continuous ones. Every
// `began` is closed by `ended` or `cancelled`. `failed` comes only where `states` asks for it.
// `time` is CLOCK_MONOTONIC in seconds. Lengths are in the unit of the surface, origin top left, y downward;
// velocities per second. `delta` is what changed since the last notification of this gesture in this subscription: of
// a pan or rotation they add up to the translation or rotation last told, of a pinch their product is about the scale.
// A transform has all three: `delta` of its translation, `scaleDelta`, `rotationDelta`.
//
// Notification `touch`, one for each frame of a surface
//
//     {"jsonrpc":"2.0","method":"touch","params":{"subscription":1,"surface":"panel","time":1234.567890,"touches":[
//     {"id":3,"phase":"moved","location":{"x":512.0,"y":300.5},"previousLocation":{"x":510.0,"y":300.5},
//     "region":"root","force":0.25,"majorRadius":9.5}]}}
//
// on one line. `touches` holds those to which something happened: `phase` is `began`, `moved`, `ended` or `cancelled`.
// `id` is the one that `touches` of a gesture names; `force` (0 to 1) and `majorRadius` (a length) are there where the
// panel reports them. In this version `subscribe` refuses `touches`: only `gesturectl replay --touches` writes them.
//
// Notification `surface`, to subscriptions whose `surfaces` match its name
//
//     {"jsonrpc":"2.0","method":"surface","params":{"subscription":1,"change":"changed","surface":{…}}}
//
// `change` is `added`, `removed` or `changed`; `surface` has the members that are listed, of a removed one those that it
// had. Gestures on the surface are closed before it is removed or changed, and those after it are in its new unit. A
// surface that gets another name is removed and added.
//
// Notification `reloaded`, to every subscription
//
//     {"jsonrpc":"2.0","method":"reloaded","params":{"subscription":1,"surfaces":[…],"recognizers":[…],"gestures":[…]}}
//
// The configuration has been read anew; this is the snapshot from there on. It follows the `surface` notifications.
//
// Numbers: decimal, never in exponential form, at least one decimal; lengths at most three, all others at most six,
// `time` always six. What is not a number or infinite is written as 0.0, and magnitudes end at 2^53 - 1.
//
// Slow readers: for each connection at most 256 lines wait. A waiting `changed` gives way to the newer one of the same
// gesture, and when there is no room, to any other notification. `began`, `ended`, `cancelled` and `recognized` always
// arrive while the connection lasts, and so do `surface` and `reloaded`. When only those are left and there is no room, every subscription is told
//
//     {"jsonrpc":"2.0","method":"lagged","params":{"subscription":1,"dropped":256,"surfaces":[…],"recognizers":[…],
//     "gestures":[…]}}
//
// with a fresh snapshot, and the connection ends: connect again.
//
// Compatibility: clients ignore unknown methods and unknown members of notifications and results. What would break
// them raises `protocol`.

/// The version of the protocol, `protocol` in the greeting.
///
/// It rises when a client that follows the rules of compatibility would break.
public let protocolVersion = 1

/// The version of this server, by itself.
public let serverVersion = "0.1.0"

/// The name and version with which the server introduces itself in the greeting.
public let serverName = "gestured 0.1.0"

/// Where the socket is unless something else says otherwise.
public let defaultSocketPath = "/run/gestured/gestured.sock"

/// The environment variable that overrides the path of the socket, for the daemon and for clients.
public let socketPathVariable = "GESTURED_SOCKET"

/// How much one client, and all of them together, may ask of the server.
public struct Limits: Equatable, Sendable {
    /// The longest request in bytes, without its LF; a longer one is refused before it is parsed.
    public var requestBytes = 65_536
    /// How many notifications wait for a peer that does not read.
    public var outboxLines = 256
    /// How many peers may be connected.
    public var peers = 64
    /// How many of them may belong to one user, whoever that is.
    public var peersPerUser = 16
    /// How many subscriptions one connection may hold.
    public var subscriptionsPerPeer = 16
    /// How many requests of one peer are carried out before others have their turn.
    public var requestsPerTurn = 8

    /// The limits of the protocol's specification.
    public init() {}
}

/// How many values, members and elements together, one request may hold.
public let requestValues = 1024

/// How many globs a subscription may name, for recognizers and for surfaces each.
public let globsPerSubscription = 32

/// The longest glob in bytes of UTF-8.
public let globBytes = 256

/// How many members a type of one's own may add to a gesture.
public let customMembers = 16

/// The longest text of such a member in bytes of UTF-8.
public let customTextBytes = 256
