// Applications with a clone of the panel, which receive what recognizers leave to them.

import Gestures
import Interception
import Touch

extension SurfacePipeline {
    /// Has a clone of the panel receive what recognizers leave to applications.
    ///
    /// - Parameter takesUnsubscribed: Whether recognizers take touches also while nobody listens to them.
    func intercept(
        to clone: ClonedDevice, takesUnsubscribed: Bool = true, send: @escaping ([OutputEvent]) -> Void
    ) {
        connect(
            InterceptedTouches(to: clone, assembler, layer.engine, takesUnsubscribed: takesUnsubscribed, send: send))
    }

    /// Continues with the clone that an earlier pipeline of the panel had.
    func intercept(_ touches: InterceptedTouches) {
        touches.use(assembler, layer.engine)
        connect(touches)
    }

    private func connect(_ touches: InterceptedTouches) {
        interception = touches
        layer.takesUnsubscribed = touches.takesUnsubscribed
        willProcess = touches.willProcess
        // Recognizers that take touches are needed, whether or not anybody listens.
        demand = nil
        update()
    }

    /// Has own recognizers take touches from applications whose connections may.
    func updateInterception() {
        for own in connectionLayers {
            own.isIntercepting = interception != nil && listeners.mayIntercept(own.connection) && own.canIntercept
        }
        interception?.share(with: connectionLayers.filter(\.isIntercepting).map(\.layer.engine))
    }

    /// Has applications follow what the panel's slots hold now.
    func resynchronizeApplications(at time: Timestamp) {
        guard let interception else { return }
        var values: [UInt16: [Int32]] = [:]
        for code in source.device.axes.keys { values[code] = source.values(of: code) }
        interception.resynchronize(at: time, currentSlot: source.currentSlot) { slot, code in
            guard let values = values[code], slot < values.count else {
                return code == AbsoluteAxis.trackingID ? -1 : 0
            }
            return values[slot]
        }
    }

    /// Applications have the panel itself.
    func stopIntercepting() {
        guard let interception else { return }
        interception.share(with: [])
        layer.engine.applicationObserver = nil
        layer.takesUnsubscribed = true
        (self.interception, willProcess) = (nil, nil)
        (demand, isOutdated) = (nil, true)
    }

    /// Keeps the fingers that are down, or if there are none the next ones, from applications until all have lifted.
    ///
    /// - Returns: Whether the surface is intercepted; otherwise nothing has happened.
    func swallow() -> Bool {
        interception?.swallow()
        return interception != nil
    }
}
