// What waits for a peer, and what of it may give way to something newer?

import GestureWire

/// A notification of a gesture for one subscription that waits.
///
/// It is written only when its turn comes, because what came before it may still give way and so change its `delta`.
struct WaitingGesture: Equatable {
    let subscription: Int
    let sequence: Int
    let notification: GestureNotification
    /// Whether the peer was entitled to places when the notification was published.
    var hasPlaces = true
    /// The measurement that the subscription was or will be told before this one.
    var base: Measurement

    func isOfSameGesture(as other: WaitingGesture) -> Bool {
        subscription == other.subscription && notification.gesture == other.notification.gesture
    }
}

/// The touches of a frame for one subscription that wait.
///
/// They, too, are written only when their turn comes: where the subscription was told the touches were is known then.
struct WaitingTouches: Equatable {
    let subscription: Int
    let notification: TouchNotification

    /// Whether it may give way: nothing begins or ends with it.
    var hasOnlyMoves: Bool { notification.touches.allSatisfy { $0.phase == .moved } }

    /// Whether it says of the same fingers where they are.
    func isOfSameFingers(as other: WaitingTouches) -> Bool {
        subscription == other.subscription && notification.surface == other.notification.surface
            && notification.touches.count == other.notification.touches.count
            && notification.touches.allSatisfy { touch in
                other.notification.touches.contains { $0.id == touch.id }
            }
    }
}

/// A line that waits.
enum WaitingLine: Equatable {
    // Indirect, so that lines are small to move.
    indirect case gesture(WaitingGesture)
    indirect case touches(WaitingTouches)
    /// An answer or a notification that is written already and never gives way.
    case written([UInt8])
    /// A notification of a subscription that is written already and never gives way, but counts.
    case notice([UInt8], subscription: Int)

    /// The subscription whose notification it is; nil of an answer.
    var subscription: Int? {
        switch self {
        case .gesture(let gesture): gesture.subscription
        case .touches(let touches): touches.subscription
        case .notice(_, let subscription): subscription
        case .written: nil
        }
    }

    /// Whether it may give way to anything for which there is no room.
    var mayGiveWay: Bool {
        switch self {
        case .gesture(let gesture): gesture.notification.state == .changed
        case .touches(let touches): touches.hasOnlyMoves
        case .written, .notice: false
        }
    }
}
