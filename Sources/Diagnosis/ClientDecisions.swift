// What clients decide on a panel while it is recorded, as gestured tells its subscribers.

import GestureClient
import GestureWire
import Touch

/// The gestures of a panel's recognizers of type `custom`, each as the line that gestured sends.
///
/// `explain` and `replay` have no clients: with these lines, they decide as the clients did.
struct ClientDecisions {
    private let connection: GestureConnection

    /// Listens to gestured; nil when it is not there, does not use the panel, or has no recognizers that clients decide.
    ///
    /// - Parameter device: The panel's device node.
    init?(on device: String) {
        do {
            connection = try GestureConnection(path: nil, patience: 10)
            let report = try connection.devices().first { $0.path == device }
            guard let surface = report?.surface else { return nil }
            let custom = try connection.recognizers().filter { $0.type == "custom" }.map(\.name)
            if custom.isEmpty { return nil }
            _ = try connection.subscribe(
                SubscriptionFilter(
                    recognizers: custom, surfaces: [surface], states: GestureStates(GestureState.allCases)))
        } catch {
            return nil
        }
    }

    /// Becomes readable when there is something to read.
    var descriptor: Int32 { connection.descriptor }

    /// Reads what has come.
    ///
    /// - Returns: Whether more can come.
    func read(_ receive: (RecordingNote) -> Void) -> Bool {
        do {
            while try connection.wait(seconds: 0) {
                guard let line = try connection.nextLine() else { return false }
                guard case .gesture(let gesture) = try ServerMessage.decode(line) else { continue }
                receive(
                    RecordingNote(
                        time: Timestamp(microseconds: gesture.notification.time),
                        text: String(decoding: line, as: UTF8.self)))
            }
            return true
        } catch {
            return false
        }
    }
}
