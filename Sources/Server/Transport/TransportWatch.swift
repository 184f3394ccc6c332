// The transports in the poller, and their pauses while no client can be accepted.
//
//     watched ── a client waits ─► accepted
//        ▲   └── the kernel has no room, or too many refused clients are not closed yet ─► paused
//        └── a second has passed, or a client has left ─────────────────────────────────────┘

final class TransportWatch {
    private struct Entry {
        let transport: any Transport
        /// Whether it is not watched, because no client can be accepted.
        var isPaused = false
        /// Whether that was logged, and no client was accepted since.
        var hasWarned = false
    }

    private var entries: [Entry]
    private weak var poller: (any DescriptorPoller)?
    private let time: ServerTime
    private let log: ServerLog

    /// - Throws: What the poller throws; all transports are closed then.
    init(_ transports: [any Transport], _ poller: any DescriptorPoller, _ time: ServerTime, _ log: ServerLog) throws {
        (entries, self.poller, self.time, self.log) = (transports.map { Entry(transport: $0) }, poller, time, log)
        var watched: [Int32] = []
        do {
            for transport in transports {
                try poller.watch(transport.descriptor, readable: true, writable: false)
                watched.append(transport.descriptor)
            }
        } catch {
            for descriptor in watched { poller.unwatch(descriptor) }
            for transport in transports { transport.close() }
            throw error
        }
        for transport in transports {
            let note = transport.isPassed ? ", which systemd has opened" : ""
            log.write(.notice, "listening on \(transport.address)" + note)
        }
    }

    var isPaused: Bool { entries.contains(where: \.isPaused) }

    func index(of descriptor: Int32) -> Int? { entries.firstIndex { $0.transport.descriptor == descriptor } }

    /// Accepts one waiting client; nil if there is none, or none can be accepted.
    ///
    /// - Parameter isShutDown: Whether the transport accepts no connections any more, as another process that has its
    ///   descriptor has shut it down.
    func accept(from index: Int, isShutDown: Bool) -> Acceptance? {
        if entries[index].isPaused { return nil }
        let acceptance = entries[index].transport.accept()
        switch acceptance {
        case .client, .unusable: entries[index].hasWarned = false
        case .aborted: break
        case .nobody: if isShutDown { pause(index, because: "it was shut down") }
        case .failed(let reason): pause(index, because: reason)
        }
        return acceptance
    }

    /// Pauses a transport.
    ///
    /// Without a free descriptor it would stay readable, and the poller would never sleep; the same is true after
    /// another process has shut it down, which is reported as long as it is watched at all.
    func pause(_ index: Int, because reason: String? = nil) {
        if entries[index].isPaused { return }
        poller?.unwatch(entries[index].transport.descriptor)
        entries[index].isPaused = true
        time.tryAgainLater()
        guard let reason, !entries[index].hasWarned else { return }
        entries[index].hasWarned = true
        log.write(.warning, "cannot accept connections (\(reason)); trying again every second")
    }

    /// Watches paused transports again: the poller is level-triggered and reports waiting clients at once.
    func resume() {
        for index in entries.indices where entries[index].isPaused {
            let descriptor = entries[index].transport.descriptor
            entries[index].isPaused = (try? poller?.watch(descriptor, readable: true, writable: false)) == nil
            if entries[index].isPaused { time.tryAgainLater() }
        }
    }

    /// Closes the transports.
    ///
    /// - Parameter closer: Closes their descriptors: clients that were not accepted may have sent others.
    func close(by closer: (any DescriptorCloser)?) {
        for entry in entries {
            let transport = entry.transport
            if !entry.isPaused { poller?.unwatch(transport.descriptor) }
            let failure = if let closer { transport.close { closer.close($0, as: 0) } } else { transport.close() }
            if let failure { log.write(.warning, "\(failure)") }
            log.write(.notice, "no longer listening on \(transport.address)")
        }
        entries = []
    }
}
