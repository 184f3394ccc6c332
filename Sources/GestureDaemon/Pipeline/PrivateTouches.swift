// The private touches of a surface, and the gestures that they hide from clients without the capability `touches`.

import Configuration
import Touch

/// Follows the touches that begin in private areas.
///
/// While one is down, clients that may not receive private touches receive nothing of the surface. Nor do they ever
/// receive a gesture with a finger that landed before the last private touch had lifted: the tap of a key may be
/// recognized later.
final class PrivateTouches {
    /// A touch that begins in one of them is private until it ends, wherever it moves.
    var areas: [PrivateArea]
    /// Called when the first private touch lands, before recognizers see it.
    var willHide: () -> Void = {}
    private let numbers: TouchSerialNumbers
    /// Those that are down, by their places in the table.
    private var down: UInt64 = 0
    /// The number of the first touch that landed after the last private one had lifted.
    private var firstPublicTouch = 0

    init(in areas: [PrivateArea], numbers: TouchSerialNumbers) { (self.areas, self.numbers) = (areas, numbers) }

    /// Notes the touches that begin with a frame, before recognizers see it.
    func begin(_ frame: TouchFrame) {
        if frame.beganMask == 0 || areas.isEmpty { return }
        let wasDown = down != 0
        for touch in frame.began where areas.contains(where: { $0.contains(touch.location) }) { down |= touch.mask }
        if down != 0, !wasDown { willHide() }
    }

    /// Notes the touches that end with a frame, when recognizers have seen it.
    func end(_ frame: TouchFrame) {
        if down == 0 { return }
        down &= ~(frame.endedMask | frame.cancelledMask)
        if down == 0 { firstPublicTouch = numbers.upcoming }
    }

    /// Returns whether a gesture that begins now, or a question about a touch, is hidden.
    ///
    /// - Parameter touches: The numbers of the touches that it is about.
    func hides(_ touches: some Sequence<Int>) -> Bool {
        down != 0 || touches.contains { $0 < firstPublicTouch }
    }
}
