// The touches that recognizers of an engine may keep from the applications under the surface.

package import Touch

extension GestureEngine {
    /// Whether a recognizer may keep a touch of this frame, or what happens to it in this frame, from applications: it
    /// may withhold one that began, or take one that goes.
    ///
    /// Ask before the frame is processed. When none may, applications can have the frame at once; a touch that a
    /// recognizer takes all the same, as the frame moves it, is cancelled after it.
    package func mayIntercept(_ frame: TouchFrame) -> Bool {
        guard streams?.applications != nil else { return false }
        guard frame.cancelledMask == 0 else { return true }
        if frame.endedMask != 0, frame.ended.contains(where: mayIntercept) { return true }
        return frame.beganMask != 0 && frame.began.contains { mayWithhold(touchAt: $0.location) }
    }

    /// Whether a recognizer that has received a touch may take it from applications.
    package func mayIntercept(_ touch: Touch) -> Bool {
        recognizers.contains {
            $0.interception != .never && $0.trackedMask & touch.mask != 0
                && ($0.mayStillBeRecognized || $0.isRecognized)
        }
    }

    private func mayWithhold(touchAt location: Point) -> Bool {
        guard recognizers.contains(where: { $0.interception != .never }) else { return false }
        var next = root.regionOfTouch(at: location)
        while let region = next {
            let isTaking = region.gestureRecognizers.contains {
                !$0.isIdle && $0.isEnabled
                    && ($0.interception == .possible || $0.interception == .recognized && $0.isRecognized)
            }
            if isTaking { return true }
            next = region.parent
        }
        return false
    }
}
