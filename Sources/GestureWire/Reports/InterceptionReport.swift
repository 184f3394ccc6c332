// The report whether applications receive a touchscreen's touches through a clone.

/// Whether a touchscreen is intercepted whose surface has `intercept`.
public struct InterceptionReport: Equatable, Sendable, Decodable, WireObject {
    /// The kernel's name of the clone that applications use, such as `input17`; nil while the touchscreen is not
    /// intercepted.
    public var clone: String?
    /// Why it is not intercepted, as half a sentence for people; nil while it is, and for clients without `touches`.
    public var reason: String?

    /// A report from its members.
    public init(clone: String? = nil, reason: String? = nil) {
        self.clone = clone
        self.reason = reason
    }

}
