// Requests to the daemon: subscribe, attach, list, status and others.

public import GestureWire

extension GestureConnection {
    /// Subscribes, and returns where things stand; from then on ``next()`` returns the gestures.
    ///
    /// - Parameters:
    ///   - recognizers: Globs of which one must match the recognizer's name.
    ///   - surfaces: Globs of which one must match the surface's name.
    ///   - states: The states to receive.
    ///   - touches: Whether to receive touches, too; needs the capability of that name.
    ///   - maxRate: How many `changed` a second to receive of one gesture, more than 0 and at most 1000; nil for all.
    ///   - coordinates: Those of the places and movements of gestures and touches.
    ///   - locations: Whether to receive the place of each finger of a gesture.
    ///   - predicted: Whether to receive where touches are expected, and with what translation pans would end.
    /// - Throws: ``ConnectionError``, or `ServerError` if the server refuses.
    public func subscribe(
        recognizers: [String] = ["*"], surfaces: [String] = ["*"], states: GestureStates = .standard,
        touches: Bool = false, maxRate: Double? = nil, coordinates: PlaceCoordinates = .surface,
        locations: Bool = false, predicted: Bool = false
    ) throws -> Snapshot {
        try subscribe(
            SubscriptionFilter(
                recognizers: recognizers, surfaces: surfaces, states: states, touches: touches, maxRate: maxRate,
                coordinates: coordinates, locations: locations, predicted: predicted))
    }

    /// Subscribes to the gestures and touches that a filter selects.
    public func subscribe(_ filter: SubscriptionFilter) throws -> Snapshot {
        let snapshot = try result(of: .subscribe(filter), as: Snapshot.self)
        guard snapshot.fits(filter) else { throw ConnectionError.unfitting(path: path) }
        return snapshot
    }

    /// Ends a subscription; what was on its way before may still come.
    ///
    /// - Throws: ``ConnectionError``, or `ServerError` if there is no such subscription.
    public func unsubscribe(_ subscription: Int) throws {
        _ = try answer(to: .unsubscribe(subscription: subscription))
    }

    /// Attaches regions and recognizers to the connection.
    ///
    /// Only this connection receives their gestures, through its subscriptions.
    ///
    /// ``next()`` returns the questions of recognizers that ask; their closures are for ``GestureEvents``.
    ///
    /// They are there on every surface until ``detach(regions:recognizers:)``, or until the connection ends. Needs the
    /// capability `attach`.
    ///
    /// - Returns: Their names, in the same order.
    /// - Throws: ``ConnectionError``, or `ServerError`, whose `data` lists every problem; then nothing is attached.
    @discardableResult
    public func attach(
        regions: [AttachedRegion] = [], recognizers: [AttachedRecognizer] = []
    ) throws -> AttachedNames {
        try attach(Attachments(regions: regions, recognizers: recognizers))
    }

    /// Attaches regions and recognizers to the connection.
    ///
    /// - Throws: ``ConnectionError``, or `ServerError`, whose `data` lists every problem; then nothing is attached.
    @discardableResult
    public func attach(_ attachment: Attachments) throws -> AttachedNames {
        let names = try result(of: .attach(attachment.request), as: AttachedNames.self)
        deciders.add(attachment.recognizers)
        return names
    }

    /// Decides about an attempt of a recognizer of the type `custom`, which ``next()`` has returned as `attempt`.
    ///
    /// - Returns: Whether the attempt was over already, so that nothing has changed.
    /// - Throws: ``ConnectionError``, or `ServerError` if the state cannot follow, or there was no such attempt.
    @discardableResult
    public func recognize(_ decision: RecognizeRequest) throws -> Bool {
        try result(of: .recognize(decision), as: RecognizeReport.self).over ?? false
    }

    /// Updates own regions and recognizers, all in one step, or none if one is refused; gestures in progress continue as
    /// they are.
    ///
    /// - Returns: Warnings about regions that no finger can hit.
    /// - Throws: ``ConnectionError``, or `ServerError`, whose `data` lists every problem; then nothing has changed.
    @discardableResult
    public func update(_ changes: [RegionChange], recognizers: [RecognizerChange] = []) throws -> [String] {
        let request = UpdateRequest(changes, recognizers)
        return try result(of: .update(request), as: UpdateReport.self).warnings ?? []
    }

    /// Updates own regions, all in one step, or none if one is refused.
    ///
    /// - Throws: ``ConnectionError``, or `ServerError`, whose `data` lists every problem; then nothing has changed.
    @discardableResult
    public func update(_ changes: RegionChange...) throws -> [String] {
        try update(changes)
    }

    /// Takes own regions and recognizers away, and with a region what lies in it; their gestures are cancelled.
    ///
    /// Without names it is everything that the connection has attached.
    ///
    /// - Throws: ``ConnectionError``, or `ServerError` for a name that nothing has.
    public func detach(regions: [String]? = nil, recognizers: [String]? = nil) throws {
        _ = try answer(to: .detach(DetachRequest(regions: regions, recognizers: recognizers)))
    }

    /// Answers a question that ``next()`` has returned, asked by a recognizer of the connection's own.
    ///
    /// Until the answer, or for its property `askTimeout`, that recognizer waits, and those that require it to fail;
    /// nothing else does. An answer that is late or repeated has no effect.
    ///
    /// - Throws: ``ConnectionError``, or `ServerError` for a number that this connection was never asked.
    public func answer(_ question: Int, _ yes: Bool) throws {
        _ = try answer(to: .answer(question: question, yes: yes))
    }

    /// Switches a recognizer on or off, as UIKit's `isEnabled`; a gesture of it in progress is cancelled.
    ///
    /// A configured recognizer is enabled or disabled for all clients, until the next reload, which needs the
    /// capability `control`.
    ///
    /// - Throws: ``ConnectionError``, or `ServerError` if there is no such recognizer or it is not allowed.
    public func setEnabled(_ recognizer: String, _ isEnabled: Bool) throws {
        _ = try answer(to: .setEnabled(recognizer: recognizer, isEnabled: isEnabled))
    }

    /// Makes a configured region private, or no longer, for touches that begin from then on; needs `control`.
    ///
    /// The region needs the key `private` in the configuration. It stays so until it is switched again or the daemon
    /// ends, also when this connection has ended.
    ///
    /// - Throws: ``ConnectionError``, or `ServerError` if there is no such region or it is not allowed.
    public func setPrivate(_ region: String, _ isPrivate: Bool) throws {
        _ = try answer(to: .setPrivate(region: region, isPrivate: isPrivate))
    }

    /// Keeps the fingers that are down, or else the next ones, from applications until all have lifted; needs
    /// `control`.
    ///
    /// For the touch that wakes a screen. The surface needs the key `intercept` in the configuration.
    ///
    /// - Parameter surface: The surface; nil for all that are intercepted.
    /// - Throws: ``ConnectionError``, or `ServerError` if there is no such surface, it is not intercepted, or it is not
    ///   allowed.
    public func swallow(_ surface: String? = nil) throws {
        _ = try answer(to: .swallow(surface: surface))
    }

    /// The surfaces of all devices in use.
    public func surfaces() throws -> [SurfaceDescription] {
        try result(of: .list(.surfaces), as: [SurfaceDescription].self)
    }

    /// Every input device, and why it is used or not.
    public func devices() throws -> [DeviceReport] {
        try result(of: .list(.devices), as: [DeviceReport].self)
    }

    /// Returns the last outcome of every configured recognizer on every surface, with its reason; needs the capability
    /// `touches`, too.
    ///
    /// A recognizer that no subscription selects is idle and decides nothing.
    public func decisions() throws -> [DecisionReport] {
        try result(of: .list(.decisions), as: [DecisionReport].self)
    }

    /// The recognizers, own ones included.
    public func recognizers() throws -> [RecognizerDescription] {
        try result(of: .list(.recognizers), as: [RecognizerDescription].self)
    }

    /// The regions of all surfaces, own ones included.
    public func regions() throws -> [RegionDescription] {
        try result(of: .list(.regions), as: [RegionDescription].self)
    }

    /// Returns the daemon's status: inventory, counters and latencies.
    public func status() throws -> StatusReport {
        try result(of: .status, as: StatusReport.self)
    }

    /// Rotates a surface until the next reload; gestures in progress on it are cancelled.
    ///
    /// - Returns: The surface as it is then.
    /// - Throws: ``ConnectionError``, or `ServerError` if there is no such surface or it is not allowed.
    public func rotate(_ surface: String, to rotation: QuarterTurn) throws -> SurfaceDescription {
        try result(of: .rotate(surface: surface, rotation), as: SurfaceDescription.self)
    }

    /// Reloads the configuration, and waits until it is applied: two seconds if fingers stay down.
    ///
    /// - Throws: ``ConnectionError``, or `ServerError` with its problems, after which everything is as before; also if
    ///   it is not allowed.
    public func reload() throws -> ReloadReport {
        try result(of: .reload, as: ReloadReport.self)
    }

    /// The result of any request as the server wrote it: JSON, without what is around it in the answer.
    public func result(of request: Request) throws -> [UInt8] {
        let line = try answer(to: request)
        // The id is one of ours, a number: the first time that this stands there, it is the member of the answer.
        guard let name = line[...].firstPlace(of: "\"result\":".utf8), line.last == UInt8(ascii: "}") else {
            throw unintelligible(line)
        }
        return Array(line[name.upperBound..<(line.count - 1)])
    }

    private func result<Value: Decodable>(of request: Request, as type: Value.Type) throws -> Value {
        let line = try answer(to: request)
        do {
            return try ServerMessage.result(of: line, as: type)
        } catch {
            throw unintelligible(line)
        }
    }
}
