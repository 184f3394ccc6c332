// Model of the actions file: what gesturectl does for which gesture.

package import GestureWire
package import Hands

/// An entry of `actions`: a trigger and its effect.
package struct Action: Equatable, Sendable {
    /// The line of the entry, from 1, which messages name.
    package var line: Int
    /// The gestures for which something happens.
    package var trigger: ActionTrigger
    /// The effect.
    package var effect: ActionEffect
    /// The limits of its commands.
    package var limits: ActionLimits
}

/// The gestures that an action is for.
package struct ActionTrigger: Equatable, Sendable {
    /// The recognizers by name.
    package var recognizers: Glob
    /// The states that count.
    package var states: GestureStates
    /// The surfaces by name.
    package var surfaces = Glob("*")
    /// The regions by name.
    package var regions = Glob("*")
    /// The conditions, all of which must hold.
    package var conditions: [ActionCondition] = []
    /// The applications of which one must be in front; empty for all.
    package var applications: [Glob] = []

    /// Returns whether names and state are those of the trigger; its conditions are another matter.
    package func matches(_ gesture: GestureNotification) -> Bool {
        states.contains(gesture.state) && recognizers.matches(gesture.recognizer)
            && surfaces.matches(gesture.surface) && regions.matches(gesture.region)
    }

    /// Returns why none of the recognizers can ever have one of the states; nil when one can, or when there is none.
    ///
    /// - Parameter types: The types of those recognizers that the trigger's glob matches, by their names on the wire.
    package func impossibility(among types: [String]) -> String? {
        let known = RecognizerType.allCases.filter { type in types.contains { type.rawValue == $0 } }
        guard let first = known.first, types.allSatisfy({ RecognizerType(rawValue: $0) != nil }),
            known.allSatisfy({ GestureStates($0.states).isDisjoint(with: states) })
        else { return nil }
        return "this never happens: recognizers of type \(known.map(\.rawValue).joined(separator: ", ")) "
            + "have the states \(first.states.map(\.rawValue).joined(separator: ", "))"
    }
}

/// The effect of an action.
package enum ActionEffect: Equatable, Sendable {
    /// Runs a command for each gesture.
    case command(ActionCommand)
    /// Runs a command for each step of a value.
    case steps(ActionSteps)
    /// Points or scrolls.
    case pointer(PointerEffect)
}

/// A command of an action.
package enum ActionCommand: Equatable, Sendable {
    /// A program with its arguments; never empty.
    case program([String])
    /// Key combinations, pressed one after the other; never empty.
    case keys([KeyCombination])
}

/// Commands that follow a value up and down.
package struct ActionSteps: Equatable, Sendable {
    /// The value: a length, an angle or a scale.
    package var member: ActionMember
    /// The size of a step, more than 0; of a scale a factor, more than 1.
    package var every: ActionNumber
    /// Is run for each step upward, to the right, clockwise, or of fingers that part.
    package var up: ActionCommand?
    /// Is run for each step the other way.
    package var down: ActionCommand?
}

/// The limits of an action's commands.
package struct ActionLimits: Equatable, Sendable {
    /// The largest number of commands at a time; those of steps run one after the other.
    package var jobs = ActionLimits.standardJobs
    /// The time in seconds after which a command is ended; nil for never.
    package var timeout: Double?

    /// The default of ``jobs``.
    package static let standardJobs = 4
    /// The default of ``timeout`` for keys and steps, whose successors wait.
    package static let standardTimeout = 5.0
}

extension RecognizerType {
    /// The states that gestures of the type can have.
    package var states: [GestureState] {
        switch isDiscrete {
        case true?: [.recognized, .failed]
        case false?: [.began, .changed, .ended, .cancelled, .failed]
        case nil: GestureState.allCases
        }
    }
}
