// Matching of received gestures to actions.

import Configuration
import GestureWire
import Hands

/// Decides what each gesture starts; knows no clock and starts nothing.
struct ActionMatcher {
    /// What a gesture means for one action.
    struct Match: Equatable {
        enum Kind: Equatable {
            /// The command runs.
            case command
            /// Steps were made; negative for those down.
            case steps(Int)
            /// The pointer does this.
            case pointer(PointerEffect)
            /// A value is missing that a condition or a step needs.
            case unknown
        }

        /// The index of the action.
        let action: Int
        let kind: Kind
    }

    private let actions: [Action]
    private var counters: [Int: StepCounter] = [:]
    /// The gestures under way that actions follow to their end.
    private var followed: [Int: Set<Int>] = [:]
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
        followed = [:]
    }

    /// A surface by its name; nil when it is not there.
    func surface(_ name: String) -> SurfaceDescription? { surfaces[name] }

    /// The devices that the actions need on the present surfaces.
    var devices: [HandsDevice] {
        let needed = actions.compactMap { action -> Glob? in
            if case .pointer = action.effect { action.trigger.surfaces } else { nil }
        }
        return surfaces.keys.filter { name in needed.contains { $0.matches(name) } }.sorted().map {
            .pointer(surface: $0)
        }
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
            } else if case .pointer(let effect) = action.effect {
                if follows(gesture, by: index, effect, isFulfilled: fulfilled == true) {
                    found.append(Match(action: index, kind: .pointer(effect)))
                } else if fulfilled == nil {
                    found.append(Match(action: index, kind: .unknown))
                }
            } else if fulfilled == true {
                found.append(Match(action: index, kind: .command))
            } else if fulfilled == nil {
                found.append(Match(action: index, kind: .unknown))
            }
        }
        return found
    }

    /// Whether an action does something now: what follows a gesture does so from its beginning or not at all, and then
    /// to its end, whatever the conditions are by then.
    private mutating func follows(
        _ gesture: GestureNotification, by index: Int, _ effect: PointerEffect, isFulfilled: Bool
    ) -> Bool {
        guard effect.isContinuous else { return isFulfilled }
        if gesture.state == .began, isFulfilled { followed[index, default: []].insert(gesture.gesture) }
        guard followed[index]?.contains(gesture.gesture) ?? false else { return false }
        if !gesture.state.isUnderWay { followed[index]?.remove(gesture.gesture) }
        return true
    }

    /// Whether steps are counted from this gesture's value, whatever the states of the trigger.
    private func isFollowed(by index: Int, _ gesture: GestureNotification) -> Bool {
        guard counters[index] != nil else { return false }
        var trigger = actions[index].trigger
        trigger.states = GestureStates([.began, .changed, .ended, .cancelled])
        return trigger.matches(gesture)
    }
}
