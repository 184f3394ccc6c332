// 4. The recognizers, and the regions that they watch, as UIKit would have them.

import GestureClient

extension View {
    /// The views, where they are now: the drawing, which fills the window, and the menu above it.
    var regions: [RegionChange] {
        [
            RegionChange("drawing", frame: frame(Box(size: window.size))),
            RegionChange("menu", frame: frame(drawing.menu ?? Box(size: window.size)), isEnabled: drawing.menu != nil),
        ]
    }

    var recognizers: [AttachedRecognizer] {
        [
            // Withholds touches while they may become a double tap, so that this leaves no dots.
            .tap("double", numberOfTapsRequired: 2).watching("drawing").setting("delaysTouchesBegan", to: true),
            .tap("single").watching("drawing").requiring(toFail: "double"),
            // Begins only over a line, and takes the touch from the drawing. The line is held from the question on: the
            // pan may ask before the `began` that follows is handled.
            .longPress("press").watching("drawing").setting("askTimeout", to: 1).shouldBegin { @MainActor in
                self.drawing.pickUp(at: self.place($0.location, on: $0.surface), by: $0.touches)
            },
            // Begins only if its finger holds a line. A late answer counts as yes, so it cancels no touch.
            .pan("move", maximumNumberOfTouches: 1).watching("drawing").simultaneous(with: "press")
                .setting("cancelsTouchesInView", to: false).setting("askTimeout", to: 1)
                .shouldBegin { @MainActor in $0.touches.contains(where: self.drawing.holders.contains) },
            .tap("delete").watching("menu"),
        ]
    }
}
