// The output process: one connection, from gestured, for which it grabs panels and makes their clones.

import CLinux
import Glibc
import Interception
public import Linux
public import Logging
public import ServiceManager
import Touch

/// Grabs panels, makes their clones, passes both to gestured, and watches over that.
///
/// One thread, one connection. It trusts gestured with touches, which is its task, and with nothing else: a panel is
/// opened and judged here, and the clone declares contacts and no key. When gestured closes the connection, sends what
/// is no request, or does not read a touched panel for a second, the clones' contacts are cancelled, and the panels are
/// everybody's again.
///
/// ```
///   asleep: no wake-ups ───────────────a finger lands (SIGIO)───────────► watched: looks by `Silence`
///          ▲                                                                  │  │
///          └── nothing is down, nothing waits, the clone has no contact ──────┘  └─ stuck, or five fingers
///                                                                                   held still: released
/// ```
public final class OutputServer {
    /// A panel that gestured has asked for.
    private struct Interception {
        let number: UInt16
        let panel: GrabbedPanel
        /// Seconds for which five fingers rest until the panels are let go; nil for never.
        let panicHold: Double?
        /// The time from which on it is an error when the clone's node cannot be read.
        let ripe: Timestamp
        /// While the panel is touched, or something waits for gestured.
        var silence: Silence?
    }

    private let listener: Descriptor
    /// Readable when the process is to end, and when a panel that is asleep sends something.
    private let stop: Descriptor, signals: Descriptor
    /// The user whose connection is accepted, beside root.
    private let user: UInt32
    private let log: (Logger.Level, String) -> Void
    private let notifier: ServiceNotifier
    /// Microseconds between two notifications of systemd's watchdog; nil without a watchdog.
    private let heartbeat: Int64?
    private var nextHeartbeat: Timestamp?
    private var connection: Descriptor?
    private var interceptions: [Interception] = []
    /// Clones whose contacts were cancelled, until applications have read that: the kernel drops it with the device.
    private var retired: [(clone: Clone, until: Timestamp)] = []
    /// Whether five fingers have been held still during this connection.
    private var isBanned = false

    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: OutputRequest.maximumLength + 1, alignment: 8)
    private var waits: [pollfd] = []

    /// Microseconds for which a clone stays after its contacts were cancelled.
    private static let farewell: Int64 = 100_000
    /// Microseconds after which udev has let this process read a clone's node.
    private static let ripening: Int64 = 10_000_000
    /// The longest panic hold, in milliseconds.
    private static let longestHold: UInt32 = 60_000

    /// - Parameters:
    ///   - listener: A listening sequenced-packet socket.
    ///   - watchdog: The service manager's watchdog in microseconds; nil if there is none.
    public init(
        listener: consuming Descriptor, user: UInt32, notifier: ServiceNotifier, watchdog: Int64?,
        log: @escaping (Logger.Level, String) -> Void
    ) throws(SystemError) {
        self.listener = listener
        stop = try Descriptor("signalfd", linux_signal_descriptor([SIGTERM, SIGINT], 2))
        signals = try Descriptor("signalfd", linux_signal_descriptor([SIGIO], 1))
        (self.user, self.log, self.notifier) = (user, log, notifier)
        heartbeat = watchdog.map { $0 / 2 }
        nextHeartbeat = heartbeat.map { Self.now.after($0) }
    }

    deinit { buffer.deallocate() }

    private static var now: Timestamp { Timestamp(microseconds: KernelClock.monotonic.microseconds) }

    /// Works until SIGTERM or SIGINT.
    ///
    /// - Throws: `SystemError` when it cannot wait; all panels are released.
    public func run() throws(SystemError) {
        defer {
            releaseAll("gestured-output ends")
            if !retired.isEmpty { usleep(UInt32(Self.farewell)) }
        }
        repeat { try wait() } while waits[0].revents == 0
    }

    // MARK: - Waiting

    /// Waits for something to do, and does it: one message at a time, so that looks are on time whatever gestured
    /// sends.
    private func wait() throws(SystemError) {
        waits.removeAll(keepingCapacity: true)
        wait(for: stop.number)
        wait(for: connection.number ?? listener.number)
        wait(for: signals.number)
        var deadline = nextHeartbeat
        for each in interceptions {
            if let look = each.silence?.nextLook {
                deadline = deadline.map { min($0, look) } ?? look
            } else {
                // For its removal only: poll(2) would not say what gestured has read before this process had a turn.
                wait(for: each.panel.descriptor, events: 0)
            }
        }
        for each in retired { deadline = deadline.map { min($0, each.until) } ?? each.until }
        let timeout = deadline.map { max(0, $0.microseconds &- Self.now.microseconds) } ?? -1
        do throws(SystemError) {
            try SystemError.check("ppoll", linux_poll(&waits, waits.count, timeout))
        } catch {
            guard error.errno == EINTR else { throw error }
            for index in waits.indices { waits[index].revents = 0 }
        }
        let time = Self.now
        if !retired.isEmpty { retired.removeAll { $0.until <= time } }
        wakePanels(at: time)
        if let heartbeat, let due = nextHeartbeat, due <= time {
            nextHeartbeat = time.after(notifier.isAlive() == .busy ? Self.farewell : heartbeat)
        }
        let present = connection.number
        look(at: time)
        guard waits[1].revents != 0, connection.number == present else { return }
        if connection == nil { return accept() }
        // What gestured has sent before it gave up is late: nobody touches there any more.
        if waits[1].revents & Int16(POLLHUP) != 0 { return disconnect("gestured has closed the connection") }
        receive()
    }

    private func wait(for descriptor: Int32, events: Int32 = POLLIN) {
        waits.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
    }

    /// Begins to watch panels that were removed, and all when one has sent something: a signal does not say which.
    private func wakePanels(at time: Timestamp) {
        let isSignalled = waits[2].revents != 0
        if isSignalled { _ = read(signals.number, buffer.baseAddress, buffer.count) }
        var position = 3
        for index in interceptions.indices where interceptions[index].silence == nil {
            if waits[position].revents != 0 || isSignalled { watch(index, at: time) }
            position += 1
        }
    }

    private func watch(_ index: Int, at time: Timestamp) {
        interceptions[index].panel.sendsSignals = false
        interceptions[index].silence = Silence(at: time)
    }

    /// Looks whether gestured reads what the panels say, and whether somebody holds five fingers still.
    private func look(at time: Timestamp) {
        var index = 0
        while index < interceptions.count {
            let (number, panel) = (interceptions[index].number, interceptions[index].panel)
            guard var silence = interceptions[index].silence, silence.nextLook <= time else {
                index += 1
                continue
            }
            let look = panel.look()
            if look.isGone {
                release(number, "it was removed")
                continue
            }
            if silence.look(isWaiting: look.isBehind, at: time) { return disconnect("gestured does not read it") }
            if let hold = interceptions[index].panicHold, look.isTouched, panel.secondsHeldStill(at: time) >= hold {
                isBanned = true
                return releaseAll(ReleaseReason.heldStill)
            }
            if !look.isCloneKnown, interceptions[index].ripe <= time {
                let reason = String(cString: strerror(panel.clone.failure))
                let path = panel.clone.path
                release(number, "its clone \(path) cannot be read (\(reason)): udev's rules are not in force")
                continue
            }
            // A finger that lands before the kernel sends signals must be noticed, too.
            panel.sendsSignals = !look.isTouched && !look.isBehind && look.isCloneKnown
            let isAsleep = panel.sendsSignals && !panel.isTouched
            if !isAsleep { panel.sendsSignals = false }
            interceptions[index].silence = isAsleep ? nil : silence
            index += 1
        }
    }

    // MARK: - The connection

    private func accept() {
        guard let descriptor = Descriptor(linux_accept(listener.number)) else { return }
        var peer = linux_peer_credentials()
        guard linux_peer_credentials(descriptor.number, &peer) == 0, peer.uid == user || peer.uid == 0 else {
            return log(.warning, "refused a connection of the user \(peer.uid)")
        }
        connection = consume descriptor
    }

    private func receive() {
        guard let descriptor = connection.number else { return }
        let length = SystemCall.uninterrupted {
            recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
        }
        if length < 0, errno == EAGAIN { return }
        guard length > 0 else { return disconnect("gestured has closed the connection") }
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<length])
        switch OutputRequest(bytes) {
        case .intercept(let number, let panicHold, let path): intercept(number, path, panicHold: panicHold)
        case .release(let number): release(number, "gestured releases it")
        case nil: violate("\(length) bytes that are no request")
        }
    }

    private func violate(_ what: String) {
        log(.warning, "was sent \(what)")
        disconnect("gestured does not keep to the protocol")
    }

    private func disconnect(_ reason: String) {
        releaseAll(reason)
        connection = nil
        isBanned = false
    }

    private func reply(_ reply: OutputReply) {
        guard let descriptor = connection.number else { return }
        let bytes = reply.bytes
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }

    // MARK: - Panels

    private func intercept(_ number: UInt16, _ path: String, panicHold: UInt32) {
        guard !interceptions.contains(where: { $0.number == number }) else {
            return violate("the number of a panel a second time")
        }
        guard !isBanned else { return reply(.released(panel: number, reason: ReleaseReason.heldStill)) }
        do {
            let panel = try GrabbedPanel(path: path)
            let bytes = OutputReply.intercepted(panel: number, clone: panel.clone.name).bytes
            guard let descriptor = connection.number,
                linux_send_descriptors(descriptor, bytes, bytes.count, panel.descriptors) == 0
            else { return disconnect("gestured does not take what it asks for") }
            let hold = panicHold == 0 ? nil : Double(min(panicHold, Self.longestHold)) / 1000
            let ripe = Self.now.after(Self.ripening)
            interceptions.append(Interception(number: number, panel: panel, panicHold: hold, ripe: ripe))
            // Until the first look, which lets it sleep.
            watch(interceptions.count - 1, at: Self.now)
            log(.info, "\(path) is intercepted; its clone is \(panel.clone.name)")
        } catch {
            reply(.released(panel: number, reason: "\(error)"))
        }
    }

    private func release(_ number: UInt16, _ reason: String) {
        guard let index = interceptions.firstIndex(where: { $0.number == number }) else { return }
        let path = giveBack(interceptions.remove(at: index).panel)
        log(.info, "\(path) is no longer intercepted: \(reason)")
        reply(.released(panel: number, reason: reason))
    }

    /// Ends an interception; at the end of this, its clone is gone, or retired.
    private func giveBack(_ panel: consuming GrabbedPanel) -> String {
        if panel.giveBack() {
            retired.append((panel.clone, Self.now.after(Self.farewell)))
        }
        return panel.path
    }

    private func releaseAll(_ reason: String) {
        while let last = interceptions.last { release(last.number, reason) }
    }
}

extension Timestamp {
    fileprivate func after(_ microseconds: Int64) -> Timestamp {
        Timestamp(microseconds: self.microseconds &+ microseconds)
    }
}
