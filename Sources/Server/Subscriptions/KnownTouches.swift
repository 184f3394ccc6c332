// The touches that a subscription has received, with the last positions that it was sent.
//
//     a frame ─ filter ─► the subscription's touches ─ wait, if the peer does not read ─ tell ─► written
//
// Waiting lines may be dropped. So the last position that the peer received is known only when a line is written, and
// only for each subscription: no list of open touches for all of them can have it.

import GestureWire

struct KnownTouches {
    private struct Entry {
        let id: Int
        let surface: String
        let region: String
        let tapCount: Int
        var location: WirePoint
        var toRegion: RegionMap?
        /// The location in the last written line.
        var sentLocation: WirePoint
        /// The number of places since then in lines that were dropped.
        var lost = 0
        /// Whether its end waits to be written.
        var isOver = false

        mutating func noteRegion(of touch: WireTouch) {
            if touch.hasOtherPlaces || toRegion != nil { toRegion = touch.toRegion }
        }
    }

    /// As many as fingers: few.
    private var entries: [Entry] = []

    func contains(_ id: Int) -> Bool {
        entries.contains { $0.id == id && !$0.isOver }
    }

    /// The ids of touches that the subscription still receives.
    var ids: [Int] { entries.filter { !$0.isOver }.map(\.id) }

    mutating func join(_ snapshot: [TouchNotification]) {
        for notification in snapshot {
            for touch in notification.touches {
                if let index = entries.firstIndex(where: { $0.id == touch.id }) {
                    entries[index].location = touch.location
                    entries[index].noteRegion(of: touch)
                    entries[index].sentLocation = touch.location
                } else {
                    add(touch, on: notification.surface)
                }
            }
        }
    }

    /// Reduces a frame to the touches that the subscription receives, and notes them: it does not receive touches whose
    /// beginning it missed.
    ///
    /// - Parameter start: Touches before this are hidden, too.
    /// - Parameter keepsPredictions: Whether it receives predicted places.
    mutating func filter(
        _ frame: TouchNotification, hiding hidden: Set<Int>, before start: TouchMark, keepsPredictions: Bool = false,
        into touches: inout [WireTouch]
    ) {
        touches.removeAll(keepingCapacity: true)
        for touch in frame.touches {
            let index = entries.firstIndex { $0.id == touch.id }
            if let index {
                if entries[index].isOver || touch.phase == .began { continue }
                entries[index].location = touch.location
                entries[index].noteRegion(of: touch)
                entries[index].isOver = touch.isOver
            } else {
                if touch.phase != .began || start.isAfter(touch.id) { continue }
                if !hidden.isEmpty, hidden.contains(touch.id) { continue }
                add(touch, on: frame.surface)
            }
            touches.append(touch)
            if !keepsPredictions, touch.hasOtherPlaces { touches[touches.count - 1].predicted = [] }
        }
    }

    /// Adds to touches that are written now the locations that the subscription received last.
    mutating func addPreviousLocations(to touches: inout [WireTouch]) {
        for position in touches.indices {
            // One after the other: a touch that is asked as a whole would be copied.
            let (id, phase, location) = (touches[position].id, touches[position].phase, touches[position].location)
            guard let index = entries.firstIndex(where: { $0.id == id }) else { continue }
            touches[position].previousLocation = phase == .began ? location : entries[index].sentLocation
            entries[index].sentLocation = location
            if entries[index].lost > 0 {
                touches[position].lost += entries[index].lost
                entries[index].lost = 0
            }
            if phase == .ended || phase == .cancelled { entries.remove(at: index) }
        }
    }

    /// Counts the places of a line that was dropped, for the next line of each touch.
    mutating func lose(_ touches: [WireTouch]) {
        for touch in touches {
            guard let index = entries.firstIndex(where: { $0.id == touch.id }) else { continue }
            entries[index].lost += 1 + touch.coalesced.count + touch.lost
        }
    }

    /// Ends all open touches, and returns the notifications of that.
    mutating func cancelAll(at time: Int64) -> [TouchNotification] {
        var notifications: [TouchNotification] = []
        for index in entries.indices where !entries[index].isOver {
            entries[index].isOver = true
            let entry = entries[index]
            var touch = WireTouch(
                id: entry.id, phase: .cancelled, location: entry.location, previousLocation: entry.sentLocation,
                region: entry.region, tapCount: entry.tapCount)
            touch.toRegion = entry.toRegion
            if let known = notifications.firstIndex(where: { $0.surface == entry.surface }) {
                notifications[known].touches.append(touch)
            } else {
                notifications.append(TouchNotification(surface: entry.surface, time: time, touches: [touch]))
            }
        }
        return notifications
    }

    private mutating func add(_ touch: WireTouch, on surface: String) {
        entries.append(
            Entry(
                id: touch.id, surface: surface, region: touch.region, tapCount: touch.tapCount,
                location: touch.location, toRegion: touch.toRegion, sentLocation: touch.location))
    }
}
