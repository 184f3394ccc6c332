// How the interception of a touchscreen stands.

/// Whether applications have a clone in place of a touchscreen.
public struct InterceptionReport: Equatable, Sendable {
    /// The clone's name in the kernel, as `input17`; nil while the touchscreen is everybody's.
    public var clone: String?
    /// Why it is not intercepted.
    public var reason: String?

    public init(clone: String?, reason: String?) { (self.clone, self.reason) = (clone, reason) }
}
