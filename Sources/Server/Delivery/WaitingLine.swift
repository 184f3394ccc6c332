// One line that waits for a peer, and whether a newer line may replace it.

import GestureWire

/// A notification of a gesture for one subscription that waits.
///
/// It is encoded only when it is sent, because an earlier line may still be dropped and so change its `delta`.
struct WaitingGesture: Equatable {
    let subscription: Int
    let sequence: Int
    let notification: GestureNotification
    /// The form in which the subscription receives it, as the peer was entitled when it was published.
    var form = GestureForm.places
    /// The measurement that the subscription receives before this one.
    var base: Measurement

    func isOfSameGesture(as other: WaitingGesture) -> Bool {
        subscription == other.subscription && notification.gesture == other.notification.gesture
    }

    fileprivate var cost: Int {
        WaitingLine.cost(of: notification.recognizer) + WaitingLine.cost(of: notification.type)
            + WaitingLine.cost(of: notification.surface) + WaitingLine.cost(of: notification.region)
            + 8 * notification.touches.count + MemoryLayout<WirePoint>.stride * notification.locations.count
            + notification.measurement.cost + base.cost
    }
}

/// The touches of a frame for one subscription that wait.
///
/// They, too, are encoded only when they are sent: only then the locations that the subscription received last are
/// known.
struct WaitingTouches: Equatable {
    let subscription: Int
    var notification: TouchNotification

    /// Whether it may be dropped: no touch begins or ends with it.
    var hasOnlyMoves: Bool { notification.touches.allSatisfy { $0.phase == .moved } }
}

enum WaitingLine: Equatable {
    // Indirect, so that lines are small to move.
    indirect case gesture(WaitingGesture)
    indirect case touches(WaitingTouches)
    /// Touches of a recognizer that the peer decides, which are never dropped.
    indirect case attempt(AttemptTouches)
    /// An answer or a notification that is encoded already and is never dropped.
    case written([UInt8])
    /// A notification of a subscription that is encoded already and is never dropped, but counts towards the limit.
    case notice([UInt8], subscription: Int)
    /// The reason why a peer that did not read is disconnected, with the snapshot at the time of writing.
    case lagged(subscription: Int, dropped: Int)

    /// The largest number of bytes of memory that it takes; memory shared with other lines counts for each.
    var cost: Int {
        switch self {
        case .gesture(let gesture): Self.fixedCost + gesture.cost
        case .touches(let touches):
            Self.fixedCost + Self.cost(of: touches.notification.surface) + Self.cost(of: touches.notification.touches)
        case .attempt(let touches):
            Self.fixedCost + Self.cost(of: touches.surface) + Self.cost(of: touches.recognizer)
                + Self.cost(of: touches.touches)
        case .written(let bytes), .notice(let bytes, _): Self.fixedCost + bytes.count
        case .lagged: Self.fixedCost
        }
    }

    /// The bytes of every line: its place in the list and the index, and a gesture without its names.
    private static let fixedCost = 512

    /// The number of bytes that a text takes in addition to its own 16, which hold short texts.
    fileprivate static func cost(of text: String) -> Int { text.utf8.count > 15 ? text.utf8.count + 32 : 0 }

    private static func cost(of touches: [WireTouch]) -> Int {
        touches.reduce(0) { sum, touch in
            let own = sum + MemoryLayout<WireTouch>.stride + cost(of: touch.region)
            if !touch.hasOtherPlaces { return own }
            // The two lists have a header each, and there is one for both.
            return own + 128 + (touch.coalesced.count + touch.predicted.count) * MemoryLayout<TouchPlace>.stride
        }
    }

    /// The subscription whose notification it is, 0 for one of none; nil of an answer.
    var subscription: Int? {
        switch self {
        case .gesture(let gesture): gesture.subscription
        case .touches(let touches): touches.subscription
        case .notice(_, let subscription): subscription
        case .attempt: 0
        case .written, .lagged: nil
        }
    }

    var isDroppable: Bool {
        switch self {
        case .gesture(let gesture): gesture.notification.state == .changed
        case .touches(let touches): touches.hasOnlyMoves
        case .written, .notice, .attempt, .lagged: false
        }
    }
}

extension Measurement {
    /// The number of bytes that it takes in addition to its own.
    fileprivate var cost: Int {
        switch self {
        case .custom(let custom):
            custom.members.reduce(0) { sum, member in
                var bytes = MemoryLayout<CustomMembers.Member>.stride + WaitingLine.cost(of: member.name)
                if case .text(let text) = member.value { bytes += WaitingLine.cost(of: text) }
                return sum + bytes
            }
        case .stroke(let name, _): WaitingLine.cost(of: name)
        default: 0
        }
    }
}
