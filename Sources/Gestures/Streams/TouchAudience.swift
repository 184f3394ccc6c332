// Receivers of a surface's touches, and what recognizers keep from them.

/// The receivers of the touches of a surface that recognizers leave.
enum TouchAudience {
    /// The programs of its regions, as UIKit's views.
    case regions
    /// The applications under all of it, from which few recognizers take anything; see `GestureRecognizer.intercepts`.
    case applications

    func isDelayed(by recognizer: GestureRecognizer) -> Bool {
        self == .regions ? recognizer.delaysTouchesBegan : recognizer.interception == .possible
    }

    func isDelayedAtEnd(by recognizer: GestureRecognizer) -> Bool {
        recognizer.delaysTouchesEnded && (self == .regions || recognizer.interception != .never)
    }

    func isCancelled(by recognizer: GestureRecognizer) -> Bool {
        self == .regions ? recognizer.cancelsTouchesInView : recognizer.interception != .never
    }
}
