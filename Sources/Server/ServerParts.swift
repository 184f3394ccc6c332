// The parts of a server, and how they know each other.

import GestureWire

/// The parts that clients, requests and changes of capabilities reach; each knows those above it.
struct ServerParts {
    let rules: UserRules
    let log: ServerLog
    let time = ServerTime()
    let transports: TransportWatch
    let connections: Connections
    let progress = Progress()
    let delivery: Delivery
    let gestures: GesturePublication
    let touches: TouchPublication
    let surfaces: SurfacePublication
    let questions: QuestionPublication
    let requestRates: RequestRates
    let notifier: ControlNotifier

    /// - Throws: What the poller throws; all transports are closed then.
    init(
        _ transports: [any Transport], _ limits: Limits, _ access: Access, _ poller: any DescriptorPoller,
        _ closer: (any DescriptorCloser)?, _ receive: @escaping (LogLine) -> Void
    ) throws {
        rules = UserRules(access, limits)
        log = ServerLog(rules: rules, receive: receive)
        self.transports = try TransportWatch(transports, poller, time, log)
        connections = Connections(self.transports, poller, closer, time, log)
        delivery = Delivery(connections, progress, rules, log)
        gestures = GesturePublication(connections, progress, delivery, time)
        touches = TouchPublication(connections, progress, delivery, time)
        surfaces = SurfacePublication(connections, progress, delivery, touches)
        questions = QuestionPublication(connections, delivery)
        requestRates = RequestRates(connections, rules, log)
        notifier = ControlNotifier(connections, gestures, touches)
    }
}
