// The touches of applications under the surface that a recognizer takes.

/// Whether a recognizer takes touches from applications; they are not asked, as a program's own views are.
public enum InterceptionMode: String, CaseIterable, Sendable {
    /// Applications receive its touches, at once and all of them.
    case never
    /// The touches are cancelled when it has begun or is recognized, as UIKit's `cancelsTouchesInView`.
    case recognized
    /// Applications receive nothing of them until it has failed, and then all of it, as UIKit's `delaysTouchesBegan`.
    case possible
}
