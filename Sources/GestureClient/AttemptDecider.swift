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

    /// The surface that has to be known before a message can be decided; nil if there is none.
    func unknownSurface(of message: ServerMessage) -> String? {
        guard case .attempt(let touches) = message else { return nil }
        return state.withLock { state in
            let isDecided = state.makers[touches.recognizer] != nil
            return isDecided && state.surfaces[touches.surface] == nil ? touches.surface : nil
        }
    }

    /// Learns of surfaces; one that is as before keeps its deciders.
    func know(_ surfaces: [SurfaceDescription]) {
        state.withLock { state in
            for surface in surfaces where state.surfaces[surface.name] != surface {
                state.surfaces[surface.name] = surface
                state.deciders = state.deciders.filter { $0.key.surface != surface.name }
            }
        }
    }

    /// A surface came, went or changed.
    func apply(_ change: SurfaceChange) {
        if change.change != .removed { return know([change.surface]) }
        state.withLock { state in
            state.surfaces[change.surface.name] = nil
            state.deciders = state.deciders.filter { $0.key.surface != change.surface.name }
        }
    }

    /// The decisions that follow from a message; nil if it is for none of these.
    ///
    /// Deciders are called outside of the lock: they may use the connection.
    func decide(_ message: ServerMessage) -> [RecognizeRequest]? {
        switch message {
        case .attempt(let touches): return decider(of: touches)?.decide(touches)
        case .reset(let end):
            let deciders: [any AttemptDecider]? = state.withLock { state in
                guard state.makers[end.recognizer] != nil else { return nil }
                return state.deciders.filter { $0.key.recognizer == end.recognizer }.map(\.value)
            }
            deciders?.forEach { $0.reset(end) }
            return deciders.map { _ in [] }
        default: return nil
        }
    }

    private func decider(of touches: AttemptTouches) -> (any AttemptDecider)? {
        let place = Place(recognizer: touches.recognizer, surface: touches.surface)
        let (known, maker, surface) = state.withLock { state in
            (state.deciders[place], state.makers[place.recognizer], state.surfaces[place.surface])
        }
        if let known { return known }
        guard let maker, let surface else { return nil }
        let made = maker(surface)
        state.withLock { $0.deciders[place] = made }
        return made
    }

    /// The first of their deadlines, in microseconds of CLOCK_MONOTONIC.
    var deadline: Int64? { state.withLock { $0.deciders.values.compactMap(\.deadline).min() } }

    func decide(at time: Int64) -> [RecognizeRequest] {
        state.withLock { $0.deciders.values.map(\.self) }.flatMap { $0.decide(at: time) }
    }
}
