// Matching of received gestures to actions.

import Configuration
import GestureWire

/// Decides what each gesture starts; knows no clock and starts nothing.
struct ActionMatcher {
    /// What a gesture means for one action.
    struct Match: Equatable {
        enum Kind: Equatable {
            /// The command runs.
            case command
            /// Steps were made; negative for those down.
            case steps(Int)
            /// A value is missing that a condition or a step needs.
            case unknown
        }

        /// The index of the action.
        let action: Int
        let kind: Kind
    }

    private let actions: [Action]
    private var counters: [Int: StepCounter] = [:]
    private var surfaces: [String: SurfaceDescription] = [:]

    init(_ actions: [Action]) {
        self.actions = actions
        for (index, action) in actions.enumerated() {
            if case .steps(let steps) = action.effect { counters[index] = StepCounter(steps) }
        }
    }

    /// The filter of a subscription to all gestures that matter.
    ///
    /// - Parameter mostGlobs: The largest number of globs; with more, all recognizers are subscribed to.
    func subscription(mostGlobs: Int = globsPerSubscription) -> SubscriptionFilter {
        var states = Self.states(for: actions.map(\.trigger))
        // Steps need the first value and the end.
        if !counters.isEmpty { states.formUnion(GestureStates([.began, .changed, .ended, .cancelled])) }
        let patterns = Set(actions.map { $0.trigger.recognizers.pattern }).sorted()
        return SubscriptionFilter(recognizers: patterns.count > mostGlobs ? ["*"] : patterns, states: states)
    }

    /// Returns the states to subscribe to for triggers.
    ///
    /// A trigger on `cancelled` also needs the beginning and end of gestures: they show which gestures are cancelled
    /// when the connection is lost.
    static func states(for triggers: [ActionTrigger]) -> GestureStates {
        var states = triggers.reduce(into: GestureStates()) { $0.formUnion($1.states) }
        if states.contains(.cancelled) { states.formUnion([GestureStates(.began), GestureStates(.ended)]) }
        return states
    }

    /// Begins anew with the surfaces of a snapshot.
    mutating func begin(_ snapshot: Snapshot) {
        surfaces = [:]
        for surface in snapshot.surfaces { surfaces[surface.name] = surface }
        for index in counters.keys { counters[index]?.reset() }
    }

    /// Updates a surface that was added, removed or changed.
    mutating func update(_ change: SurfaceChange) {
        surfaces[change.surface.name] = change.change == .removed ? nil : change.surface
    }

    /// Returns the actions that a gesture is for.
    ///
    /// - Parameters:
    ///   - line: The notification as received, which has every value.
    ///   - application: The name of the application in front; nil when it is not known.
    mutating func matches(
        of gesture: GestureNotification, line: [UInt8], application: String? = nil
    ) -> [Match] {
        var found: [Match] = []
        // Most gestures need no values, which take long to read.
        var read: GestureValues?
        func values() -> GestureValues {
            let values = read ?? GestureValues(line: line, on: surfaces[gesture.surface])
            read = values
            return values
        }
        for (index, action) in actions.enumerated() {
            let trigger = action.trigger
            guard trigger.matches(gesture) || isFollowed(by: index, gesture) else { continue }
            let isApplication =
                trigger.applications.isEmpty
                || application.map { name in trigger.applications.contains { $0.matches(name) } } ?? false
            var fulfilled: Bool? = isApplication
            if isApplication, !trigger.conditions.isEmpty { fulfilled = values().fulfil(trigger.conditions) }
            if case .steps(let steps) = action.effect {
                let isMeant = trigger.matches(gesture)
                let counts = fulfilled == true && isMeant
                let value = values().number(steps.member, in: steps.every.unit)
                if value == nil && gesture.state.isUnderWay || fulfilled == nil && isMeant {
                    found.append(Match(action: index, kind: .unknown))
                }
                let made = counters[index]?.update(value, of: gesture.gesture, counts: counts) ?? 0
                if made != 0 { found.append(Match(action: index, kind: .steps(made))) }
                if !gesture.state.isUnderWay { counters[index]?.end(of: gesture.gesture) }
            } else if fulfilled == true {
                found.append(Match(action: index, kind: .command))
            } else if fulfilled == nil {
                found.append(Match(action: index, kind: .unknown))
            }
        }
        return found
    }

    /// Whether steps are counted from this gesture's value, whatever the states of the trigger.
    private func isFollowed(by index: Int, _ gesture: GestureNotification) -> Bool {
        guard counters[index] != nil else { return false }
        var trigger = actions[index].trigger
        trigger.states = GestureStates([.began, .changed, .ended, .cancelled])
        return trigger.matches(gesture)
    }
}
