// 8. The mouse, a finger where there is no touchscreen: the left button draws, a click taps, a double click clears, and
// the right button moves a line.

import CSDL2

/// Where the mouse's button went down, and which one it was.
struct MousePress { var start: Place, isRight: Bool }

extension View {
    /// Takes an event of a mouse; what SDL makes of touches is gestured's.
    func takeMouse(_ event: SDL_Event) {
        // The mouse of a touch has the largest number. No mouse draws beside fingers, either.
        guard event.motion.which != UInt32.max, drawing.inProgress.keys.allSatisfy({ $0 < 0 }) else { return }
        let button = event.button, place = Place(Double(button.x), Double(button.y))
        let time = Double(SDL_GetTicks()) / 1e3
        switch SDL_EventType(event.type) {
        case SDL_MOUSEBUTTONDOWN where button.clicks == 2: drawing = Drawing()
        case SDL_MOUSEBUTTONDOWN where drawing.menu?.contains(place) == true: drawing.deleteSelected()
        case SDL_MOUSEBUTTONDOWN where mouse == nil:
            mouse = MousePress(start: place, isRight: Int32(button.button) == SDL_BUTTON_RIGHT)
            if mouse?.isRight == true {
                _ = drawing.pickUp(at: place, by: [-1])
            } else {
                drawing.touch(-1, .began, at: place, time: time)
            }
        case SDL_MOUSEMOTION:
            SDL_ShowCursor(SDL_ENABLE)
            let place = Place(Double(event.motion.x), Double(event.motion.y))
            guard let mouse else { return }
            if mouse.isRight {
                drawing.moveHeld(by: place - mouse.start)
            } else {
                drawing.touch(-1, .moved, at: place, time: time)
            }
        case SDL_MOUSEBUTTONUP:
            guard let press = mouse else { return }
            let isClick = (place - press.start).length < 6
            if press.isRight {
                drawing.holders = []
            } else {
                drawing.touch(-1, isClick ? .cancelled : .ended, at: place, time: time)
            }
            if isClick, !press.isRight { drawing.tap(at: place, in: window.size) }
            mouse = nil
        default: break
        }
    }
}
