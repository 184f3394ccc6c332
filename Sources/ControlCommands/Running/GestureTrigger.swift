// The option that triggers a command: `--on RECOGNIZER[:STATE]`.

import ArgumentParser
import Configuration
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
            let hint = hint(forUnknown: name, among: GestureState.allCases.map(\.rawValue), all: "there are")
            throw ValidationError("`\(name)` is not a state of a gesture; \(hint)")
        }
        (recognizers, states) = (Glob(String(argument[..<colon])), GestureStates(state))
    }

    func matches(_ gesture: GestureNotification) -> Bool {
        states.contains(gesture.state) && recognizers.matches(gesture.recognizer)
    }

    /// Why none of the recognizers that are meant can start the command; nil when one can, or when none is there.
    func impossibility(among all: [RecognizerDescription]) -> String? {
        let types = all.filter { recognizers.matches($0.name) }.map(\.type)
        guard let first = types.first, let state = GestureState.allCases.first(where: { states.contains($0) }),
            types.allSatisfy({ GestureStates(Self.states(ofType: $0)).isDisjoint(with: states) })
        else { return nil }
        let named = RecognizerType.allCases.map(\.rawValue).filter { types.contains($0) }.joined(separator: ", ")
        let possible = Self.states(ofType: first).map(\.rawValue).joined(separator: ", ")
        return "`--on \(recognizers.pattern):\(state)` never happens: recognizers of type \(named) have the states "
            + possible
    }

    /// The states of a type's gestures; all of them for a type that only the daemon knows.
    private static func states(ofType name: String) -> [GestureState] {
        guard let type = RecognizerType(bytesOf: UTF8Key(name)) else { return GestureState.allCases }
        return type.states
    }

    /// Returns the filter of a subscription for some triggers.
    ///
    /// A trigger on `cancelled` also needs the beginning and end of gestures: they show which gestures are cancelled
    /// when the connection is lost.
    static func subscription(_ triggers: [GestureTrigger], surfaces: [String]) -> SubscriptionFilter {
        var states = triggers.reduce(into: GestureStates()) { $0.formUnion($1.states) }
        if states.contains(.cancelled) { states.formUnion([GestureStates(.began), GestureStates(.ended)]) }
        return SubscriptionFilter(
            recognizers: triggers.map(\.recognizers.pattern), surfaces: surfaces, states: states)
    }
}
