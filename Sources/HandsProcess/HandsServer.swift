// The process that points and types for whom it may: a loop that waits, checks, and writes.

import CLinux
import Glibc
import Hands
public import Linux
public import Logging
import ServiceManager
import Touch

/// Serves programs of the user whose session is at the screen, and of root.
///
/// When the session changes or is locked, when a client goes, sends what is no request, or holds something for half a
/// minute without a word, what it holds is released.
///
/// ```
///   accept ─► may the user? ── not yet ─► waits, unheard ─┐
///               │ yes   ▲                                 │ the session changed
///               │       └─────────────────────────────────┘
///               └─► ready: open, frames ─► check, write
///                     └── the session changed, a fault, gone, silent ─► release, closed
/// ```
public final class HandsServer {
    private final class Client {
        let socket: Int32
        let user: UInt32
        var hands: ClientHands
        /// Whether it may point and type, and has been told.
        var isReady = false
        /// Why it waits, as it has been told.
        var obstacle: String?

        init(_ socket: Int32, user: UInt32, at time: Timestamp) {
            (self.socket, self.user, hands) = (socket, user, ClientHands(at: time))
        }

        /// What it has passed and nobody has received may be a socket that lingers.
        deinit { linux_close_interrupted(socket) }
    }

    private let listener: Descriptor
    private let stop: Descriptor
    private let log: (Logger.Level, String) -> Void
    private let others: Set<UInt32>
    private var clients: [Client] = []
    private var devices: [HandsDevice: VirtualDevice] = [:]
    private var seat: SeatMonitor?
    /// The kernel's word of which virtual terminal is at the screen, which comes before logind's; nil without terminals.
    private let terminal = Descriptor(Glibc.open("/sys/class/tty/tty0/active", O_RDONLY | O_CLOEXEC))
    private var occupant = SeatOccupant.asked
    /// When the bus is tried again; nil while it is there.
    private var retry: Timestamp?
    private var pause = HandsServer.shortPause
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: HandsRequest.maximumLength + 1, alignment: 8)

    /// Further clients that are ready, or wait, are refused.
    private static let mostClients = 16
    /// Further clients of a user that wait are refused.
    private static let mostWaiting = 4
    /// Further devices are refused.
    private static let mostDevices = 64
    /// Seconds until the bus is tried again: at first, and at most.
    private static let (shortPause, longPause) = (5.0, 600.0)

    /// - Parameters:
    ///   - listener: A listening sequenced-packet socket.
    ///   - others: The users that may point and type whoever is at the screen; root is always one.
    public init(
        listener: consuming Descriptor, others: Set<UInt32>, log: @escaping (Logger.Level, String) -> Void
    ) throws(SystemError) {
        self.listener = listener
        stop = try Descriptor("signalfd", linux_signal_descriptor([SIGTERM, SIGINT], 2))
        (self.others, self.log) = (others.union([0]), log)
    }

    deinit { buffer.deallocate() }

    private static var now: Timestamp { Timestamp(microseconds: KernelClock.monotonic.microseconds) }

    /// Works until SIGTERM or SIGINT.
    ///
    /// - Throws: `SystemError` when it cannot wait.
    public func run() throws(SystemError) {
        connect(at: Self.now)
        followTerminal()
        while try !wait() {}
        for client in clients { end(client, refusing: "gestured-hands ends") }
    }

    // MARK: - Waiting

    /// Waits for something to do, and does it.
    ///
    /// - Returns: Whether it is to end.
    private func wait() throws(SystemError) -> Bool {
        var waits = [stop.number, listener.number].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let events = Int16(POLLIN) | (seat?.isWriting == true ? Int16(POLLOUT) : 0)
        waits.append(pollfd(fd: seat?.descriptor ?? -1, events: events, revents: 0))
        waits.append(pollfd(fd: terminal.number ?? -1, events: Int16(POLLPRI), revents: 0))
        waits += clients.map { pollfd(fd: $0.socket, events: isHeard($0) ? Int16(POLLIN) : 0, revents: 0) }
        let deadlines = clients.map(\.hands.deadline) + [retry, seat?.deadline.map { Timestamp(microseconds: $0) }]
        let timeout = deadlines.compactMap(\.self).min().map { max(0, $0.microseconds &- Self.now.microseconds) }
        try SystemError.check(
            "ppoll", SystemCall.uninterrupted { linux_poll(&waits, waits.count, timeout ?? -1) })
        if waits[0].revents != 0 { return true }
        let time = Self.now
        let present = clients
        if waits[3].revents != 0 {
            followTerminal()
            seat?.ask()
        }
        if let seat { listen(to: seat, at: time) }
        if let retry, retry <= time { connect(at: time) }
        for (client, wait) in zip(present, waits[4...]) {
            if wait.revents != 0, isConnected(client) {
                if isHeard(client) {
                    receive(from: client, at: time)
                } else if wait.revents & Int16(POLLHUP | POLLERR) != 0 {
                    end(client, refusing: nil)
                }
            }
            if let deadline = client.hands.deadline, deadline <= time {
                end(client, refusing: "it held keys or buttons for \(Int(ClientHands.patience)) s, and sent nothing")
            }
        }
        if waits[1].revents != 0 { accept(at: time) }
        return false
    }

    /// Of a program that only its session allows, nothing is read until logind has said whose session it is.
    private func isHeard(_ client: Client) -> Bool {
        client.isReady && (occupant != .asked || others.contains(client.user))
    }

    private func isConnected(_ client: Client) -> Bool { clients.contains { $0 === client } }

    // MARK: - The session at the screen

    private func connect(at time: Timestamp) {
        retry = nil
        do {
            seat = try SeatMonitor()
        } catch {
            lose("\(error)", at: time)
        }
    }

    private func lose(_ reason: String, at time: Timestamp) {
        (seat, retry) = (nil, time.adding(seconds: pause))
        pause = min(2 * pause, Self.longPause)
        occupy(.unknown(reason))
    }

    private func listen(to seat: SeatMonitor, at time: Timestamp) {
        do {
            for occupant in try seat.process() { occupy(present(occupant)) }
            if seat.isReady { pause = Self.shortPause }
        } catch {
            lose("\(error)", at: time)
        }
    }

    /// Reads the number of the terminal at the screen: the kernel wakes who has read it when it is another.
    ///
    /// - Returns: The number; nil without terminals.
    @discardableResult
    private func followTerminal() -> UInt32? {
        guard let number = terminal.number else { return nil }
        let length = pread(number, buffer.baseAddress, 16, 0)
        guard length > 0 else { return nil }
        let text = String(decoding: UnsafeRawBufferPointer(rebasing: buffer[..<length]), as: UTF8.self)
        return text.hasPrefix("tty") ? UInt32(text.dropFirst(3).prefix { $0.isNumber }) : nil
    }

    /// The occupant, if logind's answer is of the terminal that is at the screen: it may come from before a switch, of which
    /// logind's next signal tells.
    private func present(_ occupant: SeatOccupant) -> SeatOccupant {
        guard occupant.user != nil, let seat, seat.terminal != 0, let shown = followTerminal() else { return occupant }
        if shown == seat.terminal { return occupant }
        seat.reportAgain()
        return .asked
    }

    /// Ends the clients that may not point and type any more; those that may now are ready.
    private func occupy(_ occupant: SeatOccupant) {
        self.occupant = occupant
        for client in clients where !others.contains(client.user) {
            if !client.isReady {
                admit(client)
            } else if occupant == .asked {
                // Until logind has answered, nothing happens for it, and it is not sent away.
                release(client)
            } else if let refusal = refusal(of: client.user) {
                end(client, refusing: refusal)
            }
        }
    }

    /// Tells a client that it is ready, or why it waits.
    private func admit(_ client: Client) {
        guard let refusal = refusal(of: client.user) else {
            let count = clients.count(where: \.isReady)
            guard count < Self.mostClients else { return end(client, refusing: "too many programs") }
            client.isReady = true
            return send(.ready, to: client)
        }
        guard occupant != .asked, refusal != client.obstacle else { return }
        client.obstacle = refusal
        send(.waiting(refusal), to: client)
    }

    /// Why a user may not point and type now; nil if they may.
    private func refusal(of user: UInt32) -> String? {
        if others.contains(user) || occupant.user == user { return nil }
        return switch occupant {
        case .user(let other): "the session of user \(other) is at the screen, not one of user \(user)"
        case .locked: "the session at the screen is locked"
        case .greeter: "a login screen is at the screen"
        case .nobody, .asked: "no session is at the screen"
        case .unknown(let reason): "logind does not say whose session is at the screen: \(reason)"
        }
    }

    // MARK: - Clients

    private func accept(at time: Timestamp) {
        let socket = linux_accept(listener.number)
        guard socket >= 0 else { return }
        var peer = linux_peer_credentials()
        let isKnown = linux_peer_credentials(socket, &peer) == 0
        let client = Client(socket, user: peer.uid, at: time)
        guard isKnown else { return }
        if refusal(of: peer.uid) != nil {
            let waiting = clients.filter { !$0.isReady }
            guard waiting.count(where: { $0.user == peer.uid }) < Self.mostWaiting else {
                return send(.refused("too many programs"), to: client)
            }
            // Whoever comes last may be the one at the screen.
            if waiting.count == Self.mostClients { end(waiting[0], refusing: "too many programs wait") }
        }
        clients.append(client)
        admit(client)
    }

    /// A client that does not read what it is told is one that is gone.
    private func send(_ reply: HandsReply, to client: Client) {
        let bytes = reply.bytes
        let count = Glibc.send(client.socket, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        if count < 0 { shutdown(client.socket, Int32(SHUT_RDWR)) }
    }

    private func receive(from client: Client, at time: Timestamp) {
        guard !hasDescriptors(client) else { return refuse(client, "a descriptor") }
        let length = SystemCall.uninterrupted {
            recv(client.socket, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
        }
        if length < 0, errno == EAGAIN { return }
        guard length > 0 else { return end(client, refusing: nil) }
        switch HandsRequest(UnsafeRawBufferPointer(rebasing: buffer[..<length])) {
        case .open(let number, let device): open(number, device, for: client, at: time)
        case .frames(let number, let events): write(events, number, of: client, at: time)
        case nil: refuse(client, "\(length) bytes that are no request")
        }
    }

    /// Whether a descriptor came with the next datagram: to receive that would close it, which may take as long as its
    /// owner likes.
    private func hasDescriptors(_ client: Client) -> Bool {
        var bytes = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
        return withUnsafeMutablePointer(to: &bytes) { bytes in
            var message = msghdr()
            (message.msg_iov, message.msg_iovlen) = (bytes, 1)
            _ = SystemCall.uninterrupted { recvmsg(client.socket, &message, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) }
            return message.msg_flags & Int32(MSG_CTRUNC) != 0
        }
    }

    private func refuse(_ client: Client, _ what: String) {
        log(.warning, "was sent what it refuses by a program of user \(client.user): \(what)")
        end(client, refusing: what)
    }

    private func open(_ number: UInt8, _ device: HandsDevice, for client: Client, at time: Timestamp) {
        guard client.hands.open(number, device, at: time) else { return refuse(client, "too many devices or requests") }
        if devices[device] == nil {
            guard devices.count < Self.mostDevices else { return refuse(client, "too many surfaces") }
            do {
                devices[device] = try VirtualDevice(device)
                log(.info, "has made the device \"\(device.name)\"")
            } catch {
                log(.error, "cannot make the device \"\(device.name)\": \(error)")
                return end(client, refusing: "\(error)")
            }
        }
        send(.opened(number), to: client)
    }

    private func write(_ events: [OutputEvent], _ number: UInt8, of client: Client, at time: Timestamp) {
        do throws(HandsFault) {
            let (device, taken) = try client.hands.take(events, for: number, at: time) { device, key in
                clients.contains { $0 !== client && $0.hands.holds(key, of: device) }
            }
            let failure = devices[device]?.write(taken) ?? ENODEV
            if failure != 0 { end(client, refusing: "write: \(String(cString: strerror(failure)))") }
        } catch {
            refuse(client, error.words)
        }
    }

    private func release(_ client: Client) {
        for (device, events) in client.hands.releaseAll() { _ = devices[device]?.write(events) }
    }

    /// Releases what a client holds, and disconnects it.
    private func end(_ client: Client, refusing reason: String?) {
        release(client)
        if let reason { send(.refused(reason), to: client) }
        clients.removeAll { $0 === client }
        // A device that nobody has opened goes.
        devices = devices.filter { device, _ in clients.contains { $0.hands.devices.values.contains(device) } }
    }
}
