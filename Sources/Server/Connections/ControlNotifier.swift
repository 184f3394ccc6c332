// Notifications of the control about connections and their demand.

import GestureWire

final class ControlNotifier {
    private let connections: Connections
    private let gestures: GesturePublication
    private let touches: TouchPublication
    /// The control that carries out changes of the daemon; see ``Server/use(_:_:)``.
    unowned var control: (any Control)?
    private var isNotifying = false

    init(_ connections: Connections, _ gestures: GesturePublication, _ touches: TouchPublication) {
        (self.connections, self.gestures, self.touches) = (connections, gestures, touches)
    }

    /// The control, or an error for clients.
    func presentControl() throws(RequestError) -> any Control {
        guard let control else {
            throw RequestError(
                code: .internalError, message: "the server has no daemon to control",
                hint: "report this as a defect of gestured")
        }
        return control
    }

    /// Reports closed connections and changed demand.
    ///
    /// Not from within a publication: its caller is in the middle of an event.
    func notify() {
        if isNotifying { return }
        isNotifying = true
        defer { isNotifying = false }
        while connections.demand.isUnknown {
            if let connection = connections.demand.takeEnded() {
                control?.connectionEnded(connection)
            } else if connections.demand.takeChange() {
                connections.sort()
                gestures.updateRates()
                touches.forgetUnwanted()
                control?.demandChanged()
            }
        }
    }
}
