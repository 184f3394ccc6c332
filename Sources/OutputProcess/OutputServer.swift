// The output process: one connection, from gestured, whose frames it writes to clones.

internal import CLinux
internal import Evdev
internal import Glibc
internal import Interception
public import Linux
internal import Touch

/// Grabs panels, makes their clones, and writes to them what gestured lets through.
///
/// One thread, one connection. It trusts gestured with touches, which is its task, and with nothing else: a panel is
/// opened and judged here, and `FrameCheck` lets contacts through and no key. When gestured closes the connection, sends
/// what is no request, or does not read a touched panel for a second, the clones' contacts are cancelled, and the panels
/// are everybody's again.
public final class OutputServer {
    private let listener: Descriptor
    /// The user whose connection is accepted, beside root.
    private let user: UInt32
    private let log: (String) -> Void
    private var connection: Descriptor?
    private var panels: [UInt16: GrabbedPanel] = [:]
    private var isSilent: [UInt16: Int] = [:]
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: OutputRequest.maximumLength + 1, alignment: 8)
    /// How long five fingers rest until the panels are let go; nil for never.
    private let panicHold: Double?
    private var isBanned = false

    /// The time between two looks at a touched panel, in milliseconds.
    private static let interval: Int32 = 250
    /// The number of looks in a row at which events wait and gestured says nothing, until it counts as stuck.
    private static let patience = 3

    /// - Parameter listener: A listening sequenced-packet socket.
    public init(listener: consuming Descriptor, user: UInt32, panicHold: Double?, log: @escaping (String) -> Void) {
        self.listener = listener
        (self.user, self.panicHold, self.log) = (user, panicHold, log)
    }

    deinit { buffer.deallocate() }

    /// Works until `shouldStop` says so, which is asked after each wait.
    public func run(while shouldGoOn: () -> Bool) {
        while shouldGoOn() { turn() }
        releaseAll("the output process ends")
    }

    private func turn() {
        let source = connection.number ?? listener.number
        var waits = [pollfd(fd: source, events: Int16(POLLIN), revents: 0)]
        let ordered = panels.keys.sorted()
        // A panel that nobody touches wakes nobody: its first event starts the looks.
        let isTouched = panels.values.contains { !$0.clone.isEmpty } || !isSilent.isEmpty
        if !isTouched {
            for number in ordered {
                if let panel = panels[number] {
                    waits.append(pollfd(fd: panel.descriptor, events: Int16(POLLIN), revents: 0))
                }
            }
        }
        let count = poll(&waits, nfds_t(waits.count), isTouched ? Self.interval : -1)
        if count < 0 { return }
        if isTouched, count == 0 || lastLook + Int64(Self.interval) * 1000 <= now { look() }
        for (index, number) in ordered.enumerated() where !isTouched && waits[index + 1].revents != 0 {
            isSilent[number] = 0
            lastLook = now
        }
        guard waits[0].revents != 0 else { return }
        if connection == nil { accept() } else { receive() }
    }

    private var lastLook: Int64 = 0
    private var now: Int64 { KernelClock.monotonic.microseconds }

    /// Looks whether gestured reads what the panels say, and whether somebody holds five fingers still.
    private func look() {
        lastLook = now
        for (number, panel) in panels {
            var wait = pollfd(fd: panel.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&wait, 1, 0)
            let isWaiting = wait.revents & Int16(POLLIN) != 0
            isSilent[number] = isWaiting ? (isSilent[number] ?? 0) + 1 : panel.clone.isEmpty ? nil : 0
            if let looks = isSilent[number], looks >= Self.patience {
                releaseAll("gestured does not read it")
                connection = nil
                return
            }
            if let panicHold, panel.isHeldStill(for: panicHold, at: Timestamp(microseconds: now)) {
                isBanned = true
                return releaseAll("five fingers were held still for \(Int(panicHold)) s; restart the service")
            }
        }
    }

    private func accept() {
        guard let descriptor = Descriptor(linux_accept(listener.number)) else { return }
        var peer = linux_peer_credentials()
        guard linux_peer_credentials(descriptor.number, &peer) == 0, peer.uid == user || peer.uid == 0 else {
            return log("refused a connection of the user \(peer.uid)")
        }
        connection = consume descriptor
    }

    private func receive() {
        guard let descriptor = connection.number else { return }
        let length = SystemCall.uninterrupted {
            recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
        }
        if length < 0, errno == EAGAIN { return }
        guard length > 0, let request = OutputRequest(UnsafeRawBufferPointer(rebasing: buffer[..<length])) else {
            if length > 0 { log("was sent \(length) bytes that are no request") }
            return disconnect()
        }
        switch request {
        case .intercept(let number, let path): intercept(number, path)
        case .frames(let number, let events): write(events, number)
        case .release(let number): release(number, "gestured releases it")
        }
    }

    private func disconnect() {
        releaseAll("gestured has closed the connection")
        connection = nil
    }

    private func intercept(_ number: UInt16, _ path: String) {
        guard panels[number] == nil else { return disconnect() }
        guard !isBanned else { return reply(.released(panel: number, reason: "five fingers were held still")) }
        do throws(InterceptionFault) {
            let panel = try GrabbedPanel(path: path)
            let bytes = OutputReply.intercepted(panel: number).bytes
            guard let descriptor = connection.number,
                linux_send_descriptor(descriptor, bytes, bytes.count, panel.descriptor) == 0
            else { return disconnect() }
            panels[number] = panel
            log("\(path) is intercepted; its clone is \(panel.clone.name)")
        } catch {
            reply(.released(panel: number, reason: "\(error)"))
        }
    }

    private func write(_ events: [OutputEvent], _ number: UInt16) {
        // Frames of a panel that was released may be under way.
        guard let panel = panels[number] else { return }
        do throws(FrameFault) {
            let failure = try panel.clone.write(events)
            if failure != 0 { release(number, "write to its clone: \(String(cString: strerror(failure)))") }
            if !panel.clone.isEmpty, isSilent[number] == nil { isSilent[number] = 0 }
        } catch {
            log("was sent a frame that is none: \(error)")
            disconnect()
        }
    }

    private func release(_ number: UInt16, _ reason: String) {
        guard let panel = panels.removeValue(forKey: number) else { return }
        isSilent[number] = nil
        log("\(panel.path) is everybody's again: \(reason)")
        reply(.released(panel: number, reason: reason))
    }

    private func releaseAll(_ reason: String) {
        for number in panels.keys.sorted() { release(number, reason) }
        isSilent = [:]
    }

    private func reply(_ reply: OutputReply) {
        guard let descriptor = connection.number else { return }
        let bytes = reply.bytes
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
}
