// Which gestures start a command? `--on RECOGNIZER[:STATE]`.

import ArgumentParser
import GestureWire

/// A glob for recognizers, and the states that count.
struct GestureTrigger: Equatable {
    let recognizers: Glob
    let states: GestureStates

    /// Reads `zoom`, which means its end, or `zoom:began`.
    ///
    /// - Throws: `ValidationError` for a state that there is none of.
    init(_ argument: String) throws {
        guard let colon = argument.lastIndex(of: ":") else {
            (recognizers, states) = (Glob(argument), [GestureStates(.recognized), GestureStates(.ended)])
            return
        }
        let name = String(argument[argument.index(after: colon)...])
        guard let state = GestureState(rawValue: name) else {
            let known = GestureState.allCases.map(\.rawValue)
            let hint =
                nearestName(to: name, among: known).map { "did you mean `\($0)`?" }
                ?? "there are " + known.joined(separator: ", ")
            throw ValidationError("`\(name)` is no state of a gesture; \(hint)")
        }
        (recognizers, states) = (Glob(String(argument[..<colon])), GestureStates(state))
    }

    /// Whether a gesture starts the command.
    func matches(_ gesture: GestureNotification) -> Bool {
        states.contains(gesture.state) && recognizers.matches(gesture.recognizer)
    }

    /// What has to be heard for some triggers.
    ///
    /// Who waits for `cancelled` also hears when gestures begin and end: only so it is known which are cancelled when the
    /// connection is lost.
    static func subscription(_ triggers: [GestureTrigger], surfaces: [String]) -> SubscriptionFilter {
        var states = triggers.reduce(into: GestureStates()) { $0.formUnion($1.states) }
        if states.contains(.cancelled) { states.formUnion([GestureStates(.began), GestureStates(.ended)]) }
        return SubscriptionFilter(
            recognizers: triggers.map(\.recognizers.pattern), surfaces: surfaces, states: states)
    }
}
