// Protocols by which the server asks the daemon: inventory and control.

public import GestureWire

/// The present surfaces, recognizers and regions, for `list` and for snapshots.
public protocol Inventory: AnyObject {
    /// The surfaces of all devices in use.
    var surfaces: [SurfaceDescription] { get }

    /// Every input device, used or not.
    var devices: [DeviceReport] { get }

    /// Every recognizer that notifications for a connection can name.
    ///
    /// The connection's own come first, then the configured ones whose names it does not use.
    func recognizers(seenBy connection: Int) -> [RecognizerDescription]

    /// Every region that notifications for a connection can name.
    ///
    /// The connection's own come first, then the configured ones whose names it does not use.
    func regions(seenBy connection: Int) -> [RegionDescription]

    /// Returns the last outcome of every recognizer that a connection sees, on every surface.
    ///
    /// - Parameter start: Decisions about touches before it are omitted.
    func decisions(after start: TouchMark, seenBy connection: Int) -> [DecisionReport]
}

/// Carries out what changes the daemon; the server asks for peers that may do so.
///
/// The server never calls it from within `publish`, so that the caller of `publish` does not change during the call.
/// All of these functions may publish.
public protocol Control: AnyObject {
    /// Turns a surface; ``Server/publishSurfaces()`` is called before it returns.
    ///
    /// - Throws: Why not: there is no such surface, for one.
    func rotate(_ surface: String, to rotation: QuarterTurn) throws(RequestError) -> SurfaceDescription

    /// Reloads the configuration.
    ///
    /// - Parameter completion: Called once, with what has changed or why nothing has: now, or later on the same queue.
    func reload(_ completion: @escaping (Result<ReloadReport, RequestError>) -> Void)

    /// Gives a connection regions and recognizers of its own.
    ///
    /// - Throws: Why not; then nothing has changed.
    func attach(_ request: AttachRequest, for connection: Int) throws(RequestError) -> AttachedNames

    /// Changes regions of a connection's own, for touches that begin from then on.
    ///
    /// - Throws: Why not; then nothing has changed.
    func update(_ request: UpdateRequest, for connection: Int) throws(RequestError) -> UpdateReport

    /// Takes some of them away; gestures that they have begun are published as cancelled before it returns.
    ///
    /// - Throws: Why not; then nothing has changed.
    func detach(_ request: DetachRequest, for connection: Int) throws(RequestError)

    /// Answers a question that the connection was asked; nothing happens if it is not open any more.
    func answer(_ question: Int, _ yes: Bool, for connection: Int)

    /// Applies a decision about an attempt of a recognizer that the connection decides.
    ///
    /// - Returns: Whether the attempt was over, so that nothing has changed.
    /// - Throws: Why not: there was never such an attempt, or the state cannot follow.
    func recognize(_ request: RecognizeRequest, for connection: Int) throws(RequestError) -> RecognizeReport

    /// The names of a connection's own recognizers.
    func ownRecognizers(of connection: Int) -> Set<String>

    /// Enables or disables a recognizer by the name that a connection uses: one of its own, or a configured one.
    ///
    /// - Parameter mayControl: Whether the connection may switch what is configured.
    /// - Throws: Why not.
    func setEnabled(_ recognizer: String, _ isEnabled: Bool, for connection: Int, mayControl: Bool)
        throws(RequestError)

    /// Makes a configured region private, or no longer, for touches that begin from then on.
    ///
    /// - Throws: Why not; then nothing has changed.
    func setPrivate(_ region: String, _ isPrivate: Bool) throws(RequestError)

    /// Keeps the fingers that are down, or if there are none the next ones, from applications until all have lifted.
    ///
    /// - Parameter surface: The surface; nil for all that are intercepted.
    /// - Throws: Why not: applications read the touchscreen itself, for one.
    func swallow(_ surface: String?) throws(RequestError)

    /// A connection has ended: its attachments are removed.
    func connectionEnded(_ connection: Int)

    /// Called when the demand of subscriptions has changed; see ``Server/wants(recognizer:surface:own:)``.
    func demandChanged()

    /// Does at once what ``demandChanged()`` has made necessary, if that is not done yet.
    ///
    /// Called after each request, so that its user is charged for it, and never while something is published.
    func meetDemand()

    /// The daemon's part of `status`.
    ///
    /// The server fills in peers, subscriptions, notifications, merged, lagged and connections.
    var status: StatusReport { get }
}
