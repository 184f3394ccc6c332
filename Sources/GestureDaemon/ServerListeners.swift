// How do pipelines and the server know of each other? What is recognized goes to peers, what peers want to pipelines.

internal import GestureWire
internal import Logging
internal import Server
internal import Touch

/// Tells the server what pipelines tell, and pipelines what the server's peers want.
final class ServerListeners: Listeners {
    private unowned let server: Server
    private unowned let control: DaemonControl
    private let logger: Logger
    /// Where fingers are is nobody's business but the subscribers', so only names and states are in the log.
    private let logsGestures: Bool

    init(server: Server, control: DaemonControl, logger: Logger) {
        self.server = server
        self.control = control
        self.logger = logger
        logsGestures = logger.logLevel <= .debug
    }

    func hear(_ gesture: GestureNotification, of connection: Int?) {
        let told = server.publish(gesture, to: connection.map { .connection($0) } ?? .everybody(except: []))
        control.note(gesture, told: told, isOwn: connection != nil)
        guard logsGestures, connection == nil else { return }
        let level: Logger.Level = gesture.state == .changed || gesture.state == .failed ? .trace : .debug
        logger.log(level: level, "\(gesture.surface): \(gesture.recognizer) \(gesture.state) (\(gesture.gesture))")
    }

    func hear(_ touches: TouchNotification, of connection: Int?, butNot others: Set<Int>) {
        server.publish(touches, to: connection.map { .connection($0) } ?? .everybody(except: others))
    }

    func wants(recognizer: String, on surface: String, of connection: Int?) -> Bool {
        logsGestures && connection == nil || server.wants(recognizer: recognizer, surface: surface, own: connection)
    }

    func wantsTouches(on surface: String, of connection: Int?) -> Bool {
        server.wantsTouches(surface: surface, own: connection)
    }

    var attachments: [Attachment] { control.attachments.all }
}
