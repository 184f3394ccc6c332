// The connection between pipelines and server: gestures to peers, demand of peers to pipelines.

import GestureWire
import Logging
import Server
import Touch

/// Passes pipelines' gestures and touches to the server, and the demand of the server's peers to pipelines.
final class ServerListeners: Listeners {
    private let server: Server
    private let connectionAttachments: ConnectionAttachments
    private let counters: GestureCounters
    private let logger: Logger
    /// Locations are for subscribers only, so the log contains only names and states.
    private let logsGestures: Bool

    init(server: Server, attachments: ConnectionAttachments, counters: GestureCounters, logger: Logger) {
        self.server = server
        connectionAttachments = attachments
        self.counters = counters
        self.logger = logger
        logsGestures = logger.logLevel <= .debug
    }

    func publish(_ gesture: GestureNotification, of connection: Int?) {
        let receivers = server.publish(gesture, to: connection.map { .connection($0) } ?? .everybody(except: []))
        // Counters and log exclude private touches.
        guard connection == nil, !gesture.isPrivate else { return }
        counters.count(gesture, receivers: receivers)
        guard logsGestures else { return }
        let level: Logger.Level = gesture.state == .changed || gesture.state == .failed ? .trace : .debug
        logger.log(level: level, "\(gesture.surface): \(gesture.recognizer) \(gesture.state) (\(gesture.gesture))")
    }

    func publish(_ touches: TouchNotification, of connection: Int?, butNot others: Set<Int>) {
        server.publish(touches, to: connection.map { .connection($0) } ?? .everybody(except: others))
    }

    func wants(recognizer: String, on surface: String, of connection: Int?) -> Bool {
        logsGestures && connection == nil || server.wants(recognizer: recognizer, surface: surface, own: connection)
    }

    func wantsPlaces(of recognizer: String, on surface: String) -> Bool {
        server.wantsPlaces(of: recognizer, surface: surface)
    }

    func wantsTouches(on surface: String, of connection: Int?) -> Bool {
        server.wantsTouches(surface: surface, own: connection)
    }

    func wantsPredictions(on surface: String, of connection: Int?) -> Bool {
        server.wantsPredictions(surface: surface, own: connection)
    }

    func demand(of connection: Int?) -> Int? { server.demand(of: connection) }

    var attachments: [Attachment] { connectionAttachments.all }

    func ask(_ connection: Int, about subject: Question.Subject, for recognizer: String, isPrivate: Bool) -> Int? {
        server.ask(connection, about: subject, for: recognizer, isPrivate: isPrivate)
    }

    func mayAsk(_ connection: Int) -> Bool { server.mayAsk(connection) }

    func mayDecide(_ connection: Int) -> Bool { server.mayDecide(connection) }

    func mayIntercept(_ connection: Int) -> Bool { server.mayIntercept(connection) }

    func send(_ touches: AttemptTouches, to connection: Int) -> Bool { server.send(touches, to: connection) }

    func send(_ end: AttemptEnd, to connection: Int) { server.send(end, to: connection) }

    func hideGestures(on surface: String) { server.hideGestures(on: surface) }
}
