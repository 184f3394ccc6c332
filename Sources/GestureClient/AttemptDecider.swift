// What decides for a recognizer of the type `custom`, and the deciders of a connection.

public import GestureWire
import Synchronization

/// Decides for a recognizer on one surface; all calls come one after the other.
///
/// The module `ClientRecognizers` makes one of any subclass of `GestureRecognizer`.
public protocol AttemptDecider: AnyObject, Sendable {
    /// Returns the decisions that follow from a change of touches.
    func decide(_ touches: AttemptTouches) -> [RecognizeRequest]

    /// When ``decide(at:)`` is due if nothing else happens, in microseconds of CLOCK_MONOTONIC; nil for never.
    var deadline: Int64? { get }

    /// Returns the decisions that follow from the time alone.
    func decide(at time: Int64) -> [RecognizeRequest]

    /// An attempt is over.
    func reset(_ end: AttemptEnd)
}

/// The deciders of what a connection has attached, for each surface its own.
final class Deciders: Sendable {
    private struct Place: Hashable {
        let recognizer: String
        let surface: String
    }

    private struct State {
        var makers: [String: @Sendable (SurfaceDescription) -> any AttemptDecider] = [:]
        var surfaces: [String: SurfaceDescription] = [:]
        var deciders: [Place: any AttemptDecider] = [:]
    }

    private let state = Mutex(State())

    /// Whether there is nothing to decide.
    var isEmpty: Bool { state.withLock { $0.makers.isEmpty } }

    func add(_ recognizers: [AttachedRecognizer]) {
        state.withLock { state in
            for recognizer in recognizers {
                if let name = recognizer.name, let make = recognizer.makeDecider { state.makers[name] = make }
            }
        }
    }

    /// Uses these surfaces; attempts on others than before, and on a lost connection, are over.
    func use(_ surfaces: [SurfaceDescription]) {
        state.withLock { state in
            state.surfaces = [String: SurfaceDescription](surfaces.map { ($0.name, $0) }) { first, _ in first }
            state.deciders = [:]
        }
    }

    /// The decisions that follow from a message; nil if it is for none of these.
    func decide(_ message: ServerMessage) -> [RecognizeRequest]? {
        switch message {
        case .attempt(let touches): decider(of: touches)?.decide(touches)
        case .reset(let end):
            state.withLock { state in
                guard state.makers[end.recognizer] != nil else { return nil }
                for (place, decider) in state.deciders where place.recognizer == end.recognizer { decider.reset(end) }
                return []
            }
        default: nil
        }
    }

    private func decider(of touches: AttemptTouches) -> (any AttemptDecider)? {
        state.withLock { state in
            let place = Place(recognizer: touches.recognizer, surface: touches.surface)
            if let known = state.deciders[place] { return known }
            guard let make = state.makers[touches.recognizer], let surface = state.surfaces[touches.surface] else {
                return nil
            }
            let made = make(surface)
            state.deciders[place] = made
            return made
        }
    }

    /// A surface came, went or changed.
    func apply(_ change: SurfaceChange) {
        state.withLock { state in
            state.surfaces[change.surface.name] = change.change == .removed ? nil : change.surface
            state.deciders = state.deciders.filter { $0.key.surface != change.surface.name }
        }
    }

    /// The first of their deadlines, in microseconds of CLOCK_MONOTONIC.
    var deadline: Int64? { state.withLock { $0.deciders.values.compactMap(\.deadline).min() } }

    func decide(at time: Int64) -> [RecognizeRequest] {
        state.withLock { $0.deciders.values.map(\.self) }.flatMap { $0.decide(at: time) }
    }
}
