// The contact rules, applied to one contact in one frame.

/// Decides what is made of contacts, by the rules and the device's axes.
///
/// A class, or it would be copied for each contact of each frame.
final class ContactJudge {
    enum Verdict {
        /// It is a touch.
        case accept
        /// Not yet, or no more: it may be one later.
        case wait
        /// It is not a touch until it lifts.
        case refuse(UnwantedTouch)
    }

    let rules: ContactRules
    private let x: Axis
    private let y: Axis
    /// The size from which on a contact is a palm, in units of the size axis; nil when sizes do not count.
    private let palmMajor: Double?
    /// The distance at which a contact touches; nil when distances say nothing.
    private let touchingDistance: Int32?
    private let hasToolType: Bool
    /// Whether the panel can report one finger, which then never is another one.
    private let hasOneContact: Bool
    /// When places are wrong; nil when all are believed.
    let outliers: SampleTrail.Limits?

    /// After how many seconds without an event contacts are lost; nil when that says nothing.
    private let silence: Double?

    /// - Parameter pointsPerMajor: Points for one unit of the size axis; 0 without one.
    init(
        rules: ContactRules, device: DeviceDescription, contactProtocol: ContactProtocol, pointsPerMajor: Double
    ) {
        self.rules = rules
        silence =
            switch contactProtocol {
            case .slots, .singleTouch: rules.silence
            case .trackedContacts, .anonymousContacts: rules.silence ?? Self.silenceOfLists
            }
        palmMajor = Self.palmMajor(rules.palmSize, device.axes[AbsoluteAxis.touchMajor], pointsPerMajor)
        let any = Axis(minimum: .min, maximum: .max)
        (x, y) = contactProtocol.positionAxes(of: device) ?? (any, any)
        touchingDistance = device.axes[AbsoluteAxis.distance].flatMap {
            // Values that were never sent are 0.
            rules.ignoresHovering && $0.range > 0 ? max($0.minimum, 0) : nil
        }
        hasToolType = device.hasAxis(AbsoluteAxis.toolType)
        hasOneContact = device.hasOneContact
        let count = rules.outlierCount(on: device)
        outliers =
            count > 0 ? SampleTrail.Limits(speed: rules.outlierSpeed / PointUnit.millimetres, count: count) : nil
    }

    /// Returns the decision about a contact that is not a touch yet.
    ///
    /// The first of several reasons to filter it applies, and the panel's own values come first. Rules about landings
    /// use the place of the landing.
    func verdict(on slot: ContactSlot, _ contacts: ContactDecisions) -> Verdict {
        guard let arrival = slot.arrival else {
            // It is not on the glass.
            if case .refuse(let cause) = verdict(ofState: slot.state, contacts) { return .refuse(cause) }
            return .wait
        }
        let verdict = landing(of: slot.state, contacts, at: contacts.scale.location(x: arrival.x, y: arrival.y))
        guard case .accept = verdict else { return verdict }
        return isTooYoung(arrival.time, contacts.time) || isEdgeNoise(slot.state, arrival) ? .wait : .accept
    }

    /// Why a contact that has lifted was no touch.
    ///
    /// - Parameter place: Where it was; nil when it has come and gone since the last frame.
    func verdict(onPassed state: SlotState, _ contacts: ContactDecisions, at place: Point) -> Verdict {
        let verdict = landing(of: state, contacts, at: place)
        guard case .accept = verdict else { return verdict }
        if rules.minimumAge > 0 { return .refuse(.brief) }
        return rules.ignoresEdgeNoise && isOnEdge(state.x ?? 0, state.y ?? 0) ? .refuse(.edge) : .accept
    }

    /// Why a contact was no touch that lifted while it was waited for.
    func cause(ofWaiting slot: ContactSlot, at time: Timestamp) -> UnwantedTouch {
        guard let arrival = slot.arrival else { return .hovering }
        // Within a frame whose events have several times, a lift may be earlier than the frame.
        return isTooYoung(arrival.time, time) || !rules.ignoresEdgeNoise ? .brief : .edge
    }

    /// Whether it is a touch if it was one before.
    func verdict(ofState state: SlotState, _ contacts: ContactDecisions) -> Verdict {
        if isPalm(state.toolType) { return .refuse(.palm) }
        if let palmMajor, Double(state.touchMajor) >= palmMajor { return .refuse(.large) }
        if contacts.pen.isNear(at: contacts.time) { return .refuse(.pen) }
        return isOnGlass(state) ? .accept : .wait
    }

    private func landing(of state: SlotState, _ contacts: ContactDecisions, at place: Point) -> Verdict {
        let verdict = verdict(ofState: state, contacts)
        guard case .accept = verdict else { return verdict }
        if rules.deadZones.contains(where: { $0.contains(place) }) { return .refuse(.deadZone) }
        if contacts.isNoisy(place) { return .refuse(.samePlace) }
        if rules.ignoresAligned, contacts.table.all.contains(where: { Self.isAligned($0, place) }) {
            return .refuse(.aligned)
        }
        return .accept
    }

    private static func palmMajor(_ size: ContactRules.PalmSize?, _ axis: Axis?, _ pointsPerMajor: Double) -> Double? {
        switch size {
        case .millimetres(let length) where pointsPerMajor > 0: length / (pointsPerMajor * PointUnit.millimetres)
        // From 0 to 1 it would say that something touches, and nothing of its size.
        case .maximum: axis.flatMap { $0.range > 1 && $0.maximum > 0 ? Double($0.maximum) : nil }
        case .millimetres, nil: nil
        }
    }

    /// Whether the panel calls it a palm, and that counts.
    func isPalm(_ toolType: Int32) -> Bool { rules.ignoresPalms && hasToolType && toolType == ToolType.palm }

    /// Whether it touches the glass, as far as distances say.
    func isOnGlass(_ state: SlotState) -> Bool { touchingDistance.map { state.distance <= $0 } ?? true }

    private func isTooYoung(_ arrival: Timestamp, _ time: Timestamp) -> Bool {
        rules.minimumAge > 0 && time < arrival.adding(seconds: rules.minimumAge)
    }

    private func isEdgeNoise(_ state: SlotState, _ arrival: (time: Timestamp, x: Int32, y: Int32)) -> Bool {
        rules.ignoresEdgeNoise && isOnEdge(arrival.x, arrival.y) && !hasMoved(state, arrival)
    }

    // MARK: - Place

    /// Whether a position is outside what the device declares.
    func isOutside(_ state: SlotState) -> Bool {
        guard let x = state.x, let y = state.y else { return false }
        return x < self.x.minimum || x > self.x.maximum || y < self.y.minimum || y > self.y.maximum
    }

    private func isOnEdge(_ x: Int32, _ y: Int32) -> Bool {
        // One unit from the border at most; no arithmetic on limits that may be the type's own.
        x <= self.x.minimum &+ 1 || x >= self.x.maximum &- 1 || y <= self.y.minimum &+ 1 || y >= self.y.maximum &- 1
    }

    private func hasMoved(_ state: SlotState, _ arrival: (time: Timestamp, x: Int32, y: Int32)) -> Bool {
        let dx = Double(state.x ?? arrival.x) - Double(arrival.x)
        let dy = Double(state.y ?? arrival.y) - Double(arrival.y)
        return max(dx.magnitude, dy.magnitude) > 1
    }

    private static func isAligned(_ touch: Touch, _ place: Point) -> Bool {
        let distance = touch.location - place
        return !touch.isOver && min(distance.x.magnitude, distance.y.magnitude) <= lineWidth
    }

    /// Whether no finger can have gone there since the last frame.
    ///
    /// A flick goes 3 m/s; ten, for as long as a frame of the slowest panels takes, is another finger. Within 60 mm
    /// noise and fingers cannot be told apart.
    func isJump(from touch: Touch, to place: Point, at time: Timestamp) -> Bool {
        if hasOneContact { return false }
        let distance = (place - touch.location).length * PointUnit.millimetres
        guard distance > 60 else { return false }
        let interval = min(max(time.seconds(since: touch.timestamp), 0.005), 0.03)
        return distance > 10_000 * interval
    }

    /// Whether so many places are a row: on a line along an axis, at equal distances.
    static func isRow(_ places: [Point], of count: Int) -> Bool {
        guard places.count == count, count >= leastOfRow else { return false }
        func isRow(_ along: (Point) -> Double, _ across: (Point) -> Double) -> Bool {
            let across = places.map(across)
            guard let least = across.min(), let most = across.max(), most - least <= rowWidth else { return false }
            let along = places.map(along).sorted()
            let step = (along[along.count - 1] - along[0]) / Double(along.count - 1)
            return step > 0
                && along.indices.allSatisfy { (along[$0] - along[0] - Double($0) * step).magnitude <= step / 20 }
        }
        return isRow(\.x, \.y) || isRow(\.y, \.x)
    }

    /// Fingers of one hand come in one frame, too, but not so many of them in a straight row at equal distances.
    static let leastOfRow = 4
    /// The largest distance of a row's contacts from its line, in points: 2 mm.
    private static let rowWidth = 2 / PointUnit.millimetres
    /// The largest distance of noise from the line of another contact, in points: half a millimetre.
    private static let lineWidth = 0.5 / PointUnit.millimetres

    // MARK: - Time

    /// Whether anything may come of time alone.
    var needsTime: Bool { silence != nil || rules.minimumAge > 0 || rules.maximumAge != nil }

    /// The time when a decision about a contact is due without an event of the device.
    ///
    /// - Parameter report: When the device said anything last; nil when it has said nothing yet.
    func deadline(of slot: ContactSlot, lastReport report: Timestamp?) -> Timestamp? {
        guard slot.isDown, slot.arrival != nil || slot.standing == .refused else { return nil }
        let silence = silenceEnd(after: report)
        let own = deadline(ofDecisionOn: slot)
        return silence.map { min($0, own ?? $0) } ?? own
    }

    private func deadline(ofDecisionOn slot: ContactSlot) -> Timestamp? {
        if let touch = slot.touch { return rules.maximumAge.map { touch.startTime.adding(seconds: $0) } }
        guard slot.standing != .refused, slot.standing != .leftover, rules.minimumAge > 0, let arrival = slot.arrival
        else { return nil }
        let due = arrival.time.adding(seconds: rules.minimumAge)
        // One that is past waits for something else than time.
        return due > slot.lastTime ? due : nil
    }

    /// Whether the device has said nothing for so long that its contacts are gone.
    func isSilent(since report: Timestamp?, at time: Timestamp) -> Bool {
        silenceEnd(after: report).map { $0 <= time } ?? false
    }

    private func silenceEnd(after report: Timestamp?) -> Timestamp? {
        guard let silence, let report else { return nil }
        return report.adding(seconds: silence)
    }

    /// Returns whether a touch has been down for longer than a person points.
    func isStuck(_ touch: Touch, at time: Timestamp) -> Bool {
        rules.maximumAge.map { touch.startTime.adding(seconds: $0) <= time } ?? false
    }

    /// The time that a device that lists all contacts in each frame may be silent, in seconds: some do not list them
    /// again while no finger moves.
    private static let silenceOfLists = 5.0
}
