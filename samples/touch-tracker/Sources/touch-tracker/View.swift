// 3. The view: touches and gestures on their way to the drawing. As in UIKit, it belongs to the main thread.

import GestureClient
import GestureWire

@MainActor final class View {
    var drawing = Drawing() { didSet { needsDisplay = true } }
    var needsDisplay = true
    /// Why nobody can draw.
    var trouble: String? = "looking for gestured" { didSet { needsDisplay = true } }
    /// The window on the desktop, and its display, which the touchscreen covers.
    var window = Box(), display = Box()
    var surfaces: [SurfaceDescription] = []
    var events: GestureEvents?
    /// The mouse while a button is down.
    var mouse: MousePress?
    /// Whether its last click tapped the drawing: a second one clears it.
    var isTapped = false
    /// The regions as gestured has them.
    var told: [RegionChange] = []

    func handle(_ event: GestureEvent) {
        switch event {
        case .connected(let now), .reloaded(let now): surfaces = now.surfaces
        case .surface(let change):
            surfaces.removeAll { $0.name == change.surface.name }
            if change.change != .removed { surfaces.append(change.surface) }
        case .touch(let frame):
            for touch in frame.notification.touches where touch.region == "drawing" {
                let place = place(touch.location, on: frame.notification.surface)
                drawing.touch(touch.id, touch.phase, at: place, time: Double(frame.notification.time) / 1e6)
            }
        case .gesture(let gesture): act(on: gesture.notification)
        case .lagged, .disconnected: break
        }
    }

    /// UIKit's targets and actions.
    private func act(on gesture: GestureNotification) {
        let location = place(gesture.location, on: gesture.surface)
        switch (gesture.recognizer, gesture.measurement, gesture.state) {
        case ("double", _, _): drawing = Drawing()
        case ("single", _, _): drawing.tap(at: location, in: window.size)
        case ("delete", _, _): drawing.deleteSelected()
        case ("press", _, .ended), ("press", _, .cancelled): drawing.holders = []
        case ("move", _, .cancelled): drawing.moveHeld(by: Place())
        case ("move", .pan(let way, _, _), _):
            drawing.moveHeld(by: place(way, on: gesture.surface) - place(.zero, on: gesture.surface))
        default: break
        }
    }

    /// From a touchscreen's coordinates to the window's, whatever their units.
    func place(_ point: WirePoint?, on name: String) -> Place {
        let size = surfaces.first { $0.name == name }.map { Place($0.width, $0.height) } ?? display.size
        let scale = display.size / pointwiseMax(size, .one)
        return Place(point?.x ?? 0, point?.y ?? 0) * scale + display.origin - window.origin
    }

    /// From the window's coordinates to parts of a touchscreen.
    func frame(_ box: Box) -> WireValue {
        let whole = pointwiseMax(display.size, .one), size = pointwiseMax(box.size, .one) / whole
        let origin = (window.origin + box.origin - display.origin) / whole
        func part(_ share: Double) -> WireValue { .text("\((min(max(share, -9), 9) * 1e5).rounded() / 1e3)%") }
        return ["x": part(origin.x), "y": part(origin.y), "width": part(size.x), "height": part(size.y)]
    }
}
