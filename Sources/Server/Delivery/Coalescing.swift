// Merging of touches that moved with those of an older line that the peer has not received.

import GestureWire

extension TouchNotification {
    /// Adds the places of an older notification in which touches only moved, as this one's do.
    mutating func coalesce(_ older: TouchNotification) { touches.coalesce(older.touches, of: older.time, at: time) }
}

extension AttemptTouches {
    var areMoves: Bool { touches.first?.phase == .moved }

    /// Adds the places of an older change of the same attempt in which touches moved, as they do in this one.
    mutating func coalesce(_ older: AttemptTouches) {
        mustAnswer = mustAnswer || older.mustAnswer
        touches.coalesce(older.touches, of: older.time, at: time)
    }
}

extension [WireTouch] {
    fileprivate mutating func coalesce(_ older: [WireTouch], of earlier: Int64, at time: Int64) {
        for touch in older {
            if let index = firstIndex(where: { $0.id == touch.id }) {
                self[index].coalesce(touch, of: earlier, at: time)
            } else {
                // It is still there, as far as the peer is to know.
                append(touch)
            }
        }
    }
}

extension WireTouch {
    fileprivate mutating func coalesce(_ older: WireTouch, of earlier: Int64, at time: Int64) {
        previousLocation = older.previousLocation
        coalesced = older.coalesced + [TouchPlace(time: earlier, location: older.location)] + coalesced
        lost += older.lost
        while coalesced.count > coalescedPlaces {
            coalesced.remove(at: leastPlace(at: time))
            lost += 1
        }
    }

    /// The index of the place that changes the path least: the one nearest to where the finger would have been, had it
    /// gone straight and evenly from the place before to the place after; never the first.
    private func leastPlace(at time: Int64) -> Int {
        let path = coalesced + [TouchPlace(time: time, location: location)]
        let detours = (1..<coalesced.count).map { index in
            let (before, here, after) = (path[index - 1], path[index], path[index + 1])
            let share = Double(here.time &- before.time) / Double(max(after.time &- before.time, 1))
            let x = before.location.x + (after.location.x - before.location.x) * share - here.location.x
            let y = before.location.y + (after.location.y - before.location.y) * share - here.location.y
            return (index: index, detour: x * x + y * y)
        }
        return detours.min { $0.detour < $1.detour }?.index ?? 0
    }
}
