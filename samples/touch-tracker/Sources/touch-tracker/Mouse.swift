// 8. The mouse, a finger where there is no touchscreen: the left button draws, a click taps, a double click clears, and
// the right button moves a line.

import CSDL2

/// Where the mouse's button went down, and which one it was.
struct MousePress {
    var start: Place, button: UInt8
    var isRight: Bool { Int32(button) == SDL_BUTTON_RIGHT }
}

extension View {
    /// Takes an event of a mouse; what SDL makes of touches is gestured's.
    func takeMouse(_ event: SDL_Event) {
        guard event.motion.which != UInt32.max else { return }  // The mouse of a touch has the largest number.
        let button = event.button, time = Double(SDL_GetTicks()) / 1e3
        switch SDL_EventType(event.type) {
        case SDL_MOUSEBUTTONDOWN: press(button, at: Place(Double(button.x), Double(button.y)), time)
        case SDL_MOUSEMOTION:
            SDL_ShowCursor(SDL_ENABLE)
            let place = Place(Double(event.motion.x), Double(event.motion.y))
            guard let mouse else { return }
            if mouse.isRight {
                drawing.moveHeld(by: place - mouse.start)
            } else {
                drawing.touch(-1, .moved, at: place, time: time)
            }
        case SDL_MOUSEBUTTONUP where button.button == mouse?.button:
            lift(at: Place(Double(button.x), Double(button.y)), time)
        default: break
        }
    }

    private func press(_ button: SDL_MouseButtonEvent, at place: Place, _ time: Double) {
        let isLeft = Int32(button.button) == SDL_BUTTON_LEFT
        // No mouse draws beside fingers.
        guard mouse == nil, drawing.inProgress.isEmpty else { return }
        defer { isTapped = false }
        if isLeft, drawing.menu?.contains(place) == true { return drawing.deleteSelected() }
        if isLeft, button.clicks == 2, isTapped { return drawing = Drawing() }
        mouse = MousePress(start: place, button: button.button)
        if mouse?.isRight == true {
            _ = drawing.pickUp(at: place, by: [-1])
        } else {
            drawing.touch(-1, .began, at: place, time: time)
        }
    }

    private func lift(at place: Place, _ time: Double) {
        guard let press = mouse else { return }
        mouse = nil
        if press.isRight { return drawing.holders = [] }
        isTapped = (place - press.start).length < 6
        drawing.touch(-1, isTapped ? .cancelled : .ended, at: place, time: time)
        if isTapped { drawing.tap(at: place, in: window.size) }
    }
}
