// Rules that filter contacts that are not wanted as touches: palms, dead zones, noise.

/// Rules for contacts that a panel reports although no finger touches.
///
/// The defaults filter only contacts that are not fingers on any panel; rules that could lose real fingers on some
/// panels are off.
public struct ContactRules: Hashable, Sendable {
    /// Filters contacts that the panel reports as palms (`MT_TOOL_PALM`), until they lift.
    public var ignoresPalms = true
    /// Filters contacts with a long axis of this size or more; nil ignores sizes, which few panels report correctly.
    public var palmSize: PalmSize?
    /// Filters contacts above the glass (`ABS_MT_DISTANCE`).
    public var ignoresHovering = true
    /// Filters rows of four or more contacts that land in one frame at equal distances: a short circuit in the panel.
    public var ignoresRows = true
    /// Filters contacts until the device sends a coordinate of theirs.
    ///
    /// For drivers that make ghosts at the place of the last finger; a finger that lands on the very unit of the one
    /// before and stays there is lost, too.
    public var ignoresUnplaced = false
    /// Filters contacts that land with the same X or Y as another, within half a millimetre: noise of a sense line.
    public var ignoresAligned = false
    /// Filters contacts at a place that was touched for more than half of the last seconds, within 0.4 millimetres,
    /// which no finger hits so often.
    public var ignoresSamePlace = false
    /// Filters contacts on the first or last unit of an axis until they move: noise of the bezel.
    public var ignoresEdgeNoise = false
    /// The minimum age of a contact in seconds: shorter contacts are filtered, all others are reported that much later.
    public var minimumAge = 0.0
    /// The time, in seconds, after which contacts of a silent device are lifted, for panels that do not report lifts;
    /// nil for all others, as most panels do not report a finger that does not move.
    public var silence: Double?
    /// Cancels touches that are down for so many seconds: a panel that is stuck or soiled; nil for never.
    public var maximumAge: Double?
    /// Cancels a touch of which nothing came for so many seconds when another contact comes: its lift was lost.
    ///
    /// A finger that does not move looks the same, such as a second person's or the thumb that holds a tablet: nil for
    /// never.
    public var leftoverAfter: Double?
    /// Joins the two parts of a flick that the panel loses on its way, as `LostFlick` says.
    ///
    /// The lift of a single fast finger is then reported 50 ms late, with its own time.
    public var joinsFlicks = false
    /// Ignores at most so many wrong places in a row, as `SampleTrail` says; 0 ignores none.
    ///
    /// A finger that jumps is late by so many reports. Nil is 1 on panels that can report one finger, which are often
    /// resistive, and 0 on all others.
    public var outlierCount: Int?
    /// The speed, in millimetres per second, at which a place is too far from the way of the finger.
    ///
    /// No finger of the recordings moves faster than 1000 from one report to the next, and flicks go 3000: when a
    /// finger changes its speed by half of that, the next report decides.
    public var outlierSpeed = 1500.0
    /// Cancels touches while the device's own pen is near, and filters those that land then.
    public var yieldsToPen = true
    /// Parts of the surface in points in which touches do not begin.
    public var deadZones: [DeadZone] = []

    /// The standard rules.
    public init() {}

    /// From which size on a contact is a palm.
    public enum PalmSize: Hashable, Sendable {
        /// This long, in millimetres.
        case millimetres(Double)
        /// As long as the panel can say, if that is more than whether something touches.
        case maximum
    }

    /// A part of a surface in which touches do not begin.
    public struct DeadZone: Hashable, Sendable {
        /// The upper left corner, in points.
        public var origin: Point
        /// Width and height, in points.
        public var size: Size

        /// A dead zone of this size at this place.
        public init(origin: Point, size: Size) {
            (self.origin, self.size) = (origin, size)
        }

        func contains(_ place: Point) -> Bool {
            place.x >= origin.x && place.y >= origin.y && place.x < origin.x + size.width
                && place.y < origin.y + size.height
        }
    }
}
