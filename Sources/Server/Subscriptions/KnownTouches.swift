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
    mutating func filter(
        _ frame: TouchNotification, hiding hidden: Set<Int>, before start: TouchMark, into touches: inout [WireTouch]
    ) {
        touches.removeAll(keepingCapacity: true)
        // By index, as in `TouchesUnderWay`.
        for position in frame.touches.indices {
            let (id, phase) = (frame.touches[position].id, frame.touches[position].phase)
            if let index = entries.firstIndex(where: { $0.id == id }) {
                if entries[index].isOver || phase == .began { continue }
                entries[index].location = frame.touches[position].location
                entries[index].noteRegion(of: frame.touches[position])
                entries[index].isOver = frame.touches[position].isOver
            } else {
                if phase != .began || start.isAfter(id) { continue }
                if !hidden.isEmpty, hidden.contains(id) { continue }
                add(frame.touches[position], on: frame.surface)
            }
            touches.append(frame.touches[position])
        }
    }

    /// Adds to touches that are written now the locations that the subscription received last.
    mutating func addPreviousLocations(to touches: inout [WireTouch]) {
        for position in touches.indices {
            let id = touches[position].id
            guard let index = entries.firstIndex(where: { $0.id == id }) else { continue }
            touches[position].previousLocation =
                touches[position].phase == .began ? touches[position].location : entries[index].sentLocation
            entries[index].sentLocation = touches[position].location
            if entries[index].lost > 0 {
                touches[position].lost += entries[index].lost
                entries[index].lost = 0
            }
            if touches[position].isOver { entries.remove(at: index) }
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
