// 2. The drawing: what touches and gestures do with lines. It knows nothing of sockets and windows.

import GestureWire

/// A rectangle in the window or on the desktop.
struct Box {
    var origin = Place(), size = Place()

    func contains(_ place: Place) -> Bool { place.clamped(lowerBound: origin, upperBound: origin + size) == place }
}

struct Drawing {
    /// The finished lines, the newest on top; the selected one lies above all.
    private(set) var lines: [Line] = [], selected: Line?
    /// The lines that fingers are drawing, by the ids of their touches.
    private(set) var inProgress: [Int: Line] = [:]
    /// The menu of the selected line: one button that deletes it.
    private(set) var menu: Box?
    /// The touches that hold the selected line, and the line as they picked it up.
    var holders: [Int] = [], pickedUp: Line?

    /// UIKit's touchesBegan, touchesMoved, touchesEnded and touchesCancelled: each finger draws.
    mutating func touch(_ id: Int, _ phase: WireTouchPhase, at place: Place, time: Double) {
        switch phase {
        case .began:
            if holders.isEmpty { deselect() }
            inProgress[id] = Line(at: place, time: time)
        case .moved: inProgress[id]?.extend(to: place, time: time)
        case .ended:
            inProgress[id]?.finish()
            if let line = inProgress.removeValue(forKey: id) { lines.append(line) }
        // A gesture has taken the touch, it is a palm, or gestured is gone: its line was not meant.
        case .cancelled: inProgress[id] = nil
        }
    }

    /// Selects the line at a place and opens the menu above it, inside of a window of this size.
    mutating func tap(at place: Place, in window: Place) {
        guard select(at: place) else { return }
        let size = Place(150, 52), least = Place(8, 8), most = pointwiseMax(window - size - least, least)
        menu = Box(origin: (place - Place(75, 86)).clamped(lowerBound: least, upperBound: most), size: size)
    }

    mutating func deleteSelected() { (selected, menu, pickedUp, holders) = (nil, nil, nil, []) }

    /// Picks up the line under a finger; false if there is none.
    mutating func pickUp(at place: Place, by touches: [Int]) -> Bool {
        if select(at: place) { (holders, pickedUp) = (touches, selected) }
        return pickedUp != nil
    }

    /// Moves the line that is held, this far from where it was picked up.
    mutating func moveHeld(by way: Place) {
        guard let pickedUp else { return }
        selected = pickedUp
        selected?.move(by: way)
    }

    private mutating func select(at place: Place) -> Bool {
        deselect()
        let nearest = lines.enumerated().min { $0.element.distance(to: place) < $1.element.distance(to: place) }
        guard let nearest, nearest.element.distance(to: place) < 24 else { return false }
        selected = lines.remove(at: nearest.offset)
        return true
    }

    private mutating func deselect() {
        if let selected { lines.append(selected) }
        deleteSelected()
    }
}
