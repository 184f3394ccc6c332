// The server's state for one connection.

import GestureWire

final class Peer {
    /// For what the poller watches the descriptor.
    struct Interest: Equatable {
        var readable: Bool
        var writable: Bool
    }

    let stream: PeerStream
    /// Its number, from 1 and never used again.
    let connection: Int
    let credentials: PeerCredentials
    /// The user whose limits count: the owner of a subordinate uid, else its own user.
    var owner: UInt32
    /// The capabilities that do not depend on the active session.
    var granted: Set<Capability>
    /// Whether it must not learn the number of touches and gestures, because it may not see all of them at all times.
    ///
    /// It never changes: a gesture in progress keeps its number.
    var isDisguised: Bool
    var capabilities: Set<Capability> { didSet { clearance = Clearance(capabilities) } }
    /// The parts of gestures that these allow; cached, as every notification needs it.
    @exclusivity(unchecked) private(set) var clearance: Clearance
    var lines: RequestLines

    // The marked properties are read or written for every line, on the one queue that uses the server: without run-time
    // exclusivity checks, which were a third of the instructions of a line.
    @exclusivity(unchecked) var outbox: Outbox
    @exclusivity(unchecked) var subscriptions: [Subscription] = []
    /// The number that was given to a subscription last.
    var lastSubscription = 0

    /// The number of the question that it was asked last.
    private(set) var lastQuestion = 0

    /// The names of what it has attached, which hide configured ones.
    var ownRecognizers: Set<String> = []
    /// Gestures in progress that it does not receive, or not any more.
    @exclusivity(unchecked) var hiddenGestures: Set<Int> = []
    /// Touches that it does not receive any more.
    @exclusivity(unchecked) var hiddenTouches: Set<Int> = []
    @exclusivity(unchecked) var underWay = GesturesUnderWay()
    /// Those of them in progress that began in the previous active session.
    var gesturesBeforeSession: Set<Int> = []
    /// The touches as its own regions see them.
    @exclusivity(unchecked) var touchesUnderWay = TouchesUnderWay()

    /// The revision of all demand when it last wanted something else than before.
    var demandRevision = 0

    /// The interest that the poller has now; nil before the first time.
    @exclusivity(unchecked) var interest: Interest?
    /// Whether the kernel had no memory for its lines: to ask again at once would keep the processor busy.
    var isSendingPaused = false
    /// Whether requests may be waiting in `lines`.
    var hasBacklog = false
    /// Whether the peer will send no more; it may still want to listen.
    var hasEndedInput = false
    /// Whether the answer to a `reload` is still to come: nothing else is answered before it.
    var isAwaitingReload = false
    /// Whether its requests wait because its user has sent too many.
    var isWaiting = false
    /// When it asked for something last, as a number of requests; see `RequestRates`.
    var lastTurn = 0
    /// The number of notifications that a disconnecting peer may still miss before the connection is closed without its
    /// last lines; nil for all other peers.
    var missesLeft: Int?
    /// The deadline of a disconnecting peer, in microseconds; nil until the time is known.
    var disconnectDeadline: Int64?
    var isClosed = false

    init(
        _ stream: PeerStream, connection: Int, credentials: PeerCredentials, owner: UInt32, granted: Set<Capability>,
        limits: Limits
    ) {
        self.stream = stream
        self.connection = connection
        self.credentials = credentials
        self.owner = owner
        self.granted = granted
        isDisguised = !granted.contains(.touches)
        capabilities = granted
        clearance = Clearance(granted)
        lines = RequestLines(limit: limits.requestBytes)
        outbox = Outbox(limit: limits.outboxLines, byteLimit: limits.outboxBytes)
    }

    var descriptor: Int32 { stream.descriptor }

    /// Whether it may only read its last lines.
    var isDisconnecting: Bool { missesLeft != nil }

    /// Whether only its last lines are waited for.
    var isLeaving: Bool {
        isDisconnecting || (hasEndedInput && !hasBacklog && !isAwaitingReload && subscriptions.isEmpty)
    }

    /// Whether its requests are carried out: not while an answer is unread or still to come.
    var acceptsRequests: Bool { !isLeaving && !isAwaitingReload && !isWaiting && outbox.writtenLines == 0 }

    var wantedInterest: Interest {
        Interest(
            readable: acceptsRequests && !hasEndedInput && !hasBacklog,
            // A backlog waits for room to answer, which is there at once or when the peer has read.
            writable: !isSendingPaused
                && (!outbox.isEmpty || (hasBacklog && !isLeaving && !isAwaitingReload && !isWaiting)))
    }

    /// Silences subscriptions that lose a capability or a part of what they receive, also for their last snapshot.
    func silenceLastLines(lacking capabilities: Set<Capability>) {
        let seesTheSame = Clearance(capabilities) == clearance
        for index in subscriptions.indices
        where !seesTheSame || !subscriptions[index].needs.allSatisfy(capabilities.contains) {
            subscriptions[index].silence()
        }
    }

    /// Returns whether a configured recognizer's notification is hidden from it: it has a recognizer of that name, or
    /// had one during this gesture.
    func hides(_ notification: GestureNotification) -> Bool {
        if !hiddenGestures.isEmpty, hiddenGestures.contains(notification.gesture) {
            if !notification.state.isUnderWay { hiddenGestures.remove(notification.gesture) }
            return true
        }
        if isExcluded(from: notification) { return true }
        return !ownRecognizers.isEmpty && ownRecognizers.contains(notification.recognizer)
    }

    /// Returns whether a notification is about private touches, which it may not receive.
    func isExcluded(from notification: GestureNotification) -> Bool {
        notification.isPrivate && !clearance.privateTouches
    }

    /// Whether it may decide for recognizers: attach them, and receive their touches.
    var mayDecide: Bool { !isDisconnecting && capabilities.isSuperset(of: [.attach, .touches]) }

    /// Whether its recognizers may take touches from applications.
    var mayIntercept: Bool { !isDisconnecting && capabilities.isSuperset(of: [.attach, .intercept]) }

    /// Returns the number of the next question.
    func nextQuestion() -> Int {
        lastQuestion += 1
        return lastQuestion
    }

    /// Returns whether it was asked this, now or earlier.
    func wasAsked(_ question: Int) -> Bool { question >= 1 && question <= lastQuestion }

    /// Forgets an ended gesture, also for subscriptions that do not receive its end.
    func forget(_ gesture: Int) {
        for index in subscriptions.indices { subscriptions[index].forget(gesture) }
    }

    /// Returns whether it receives the locations of a gesture: always for its own recognizers.
    func seesPlaces(of notification: GestureNotification) -> Bool {
        clearance.locations || ownRecognizers.contains(notification.recognizer)
    }

    /// Returns whether one of its subscriptions selects a recognizer, configured or attached.
    func wants(recognizer: String, surface: String) -> Bool {
        !isDisconnecting
            && subscriptions.indices.contains {
                !subscriptions[$0].filter.states.isEmpty
                    && subscriptions[$0].matches(recognizer: recognizer, surface: surface)
            }
    }

    func wantsTouches(of surface: String, predicted: Bool = false) -> Bool {
        !isDisconnecting
            && subscriptions.indices.contains {
                (subscriptions[$0].filter.predicted || !predicted) && subscriptions[$0].wantsTouches(of: surface)
            }
    }
}
