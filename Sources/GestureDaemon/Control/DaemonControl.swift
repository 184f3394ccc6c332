// Changes of the running daemon: rotation of a surface, and reload of the configuration.
//
// A surface is rotated at once. A configuration is read and checked; it is applied as soon as that interrupts no
// gesture, at the latest after two seconds.
//
//     reload ─► problems: answered, nothing changes
//            ─► waiting ── no finger is down and no recognizer waits ─► applied: answered
//                  │  └─── two seconds have passed ─────────────────────► gestures are cancelled, applied: answered
//                  └ another reload: its configuration waits instead, with the deadline of the first; both are answered

import Configuration
import GestureWire
import Logging
import Server
import ServiceManager
import Touch

/// Turns surfaces and exchanges the configuration of a daemon that runs.
///
/// Works on the event loop's queue only.
final class DaemonControl: Control {
    private struct Waiting {
        var configuration: Configuration
        var name: String
        let deadline: Timestamp
        var completions: [(Result<ReloadReport, RequestError>) -> Void] = []
    }

    private(set) var configuration: Configuration
    private(set) var name: String
    /// Whether the last reload was refused, so that the file is not what counts.
    private(set) var wasRefused = false
    /// The files as they were when they were last read, also when that was refused; nil when the program that embeds
    /// the daemon has made the configuration.
    private(set) var choice: ConfigurationChoice?
    private let prepare: EnginePreparation?
    let server: Server
    let input: any TouchInput
    let inventory: DaemonInventory
    let attachments: ConnectionAttachments
    let counters: GestureCounters
    let logger: Logger
    /// Receives what the service manager should know.
    let life: ServiceLife
    private var waiting: Waiting?
    /// Whether a surface lies, or a recognizer is switched, otherwise than the configuration says.
    var differsFromConfiguration = false
    /// Whether surfaces are to look what is wanted of them.
    var isDemandOutdated = false
    let start = MonotonicClock.now
    /// The input's clock; tests that play a recording have one of their own.
    var clock: () -> Timestamp = { MonotonicClock.now }
    /// The watch on the active session, which the configuration may depend on; nil for none.
    let seat: SeatWatch?

    /// The time, in seconds, that fingers may delay a new configuration.
    private static let patience = 2.0
    private static let maximumReportedProblems = 100

    init(
        _ options: Daemon.Options, server: Server, input: any TouchInput, inventory: DaemonInventory,
        attachments: ConnectionAttachments, counters: GestureCounters, logger: Logger, life: ServiceLife,
        seat: SeatWatch? = nil
    ) {
        configuration = options.configuration
        name = options.configurationName
        choice = options.configurationChoice
        prepare = options.prepare
        (self.server, self.input, self.inventory) = (server, input, inventory)
        (self.attachments, self.counters) = (attachments, counters)
        (self.logger, self.life) = (logger, life)
        self.seat = seat
        seat?.didChange = { [unowned self] in use($0) }
    }

    // MARK: - Rotation

    func rotate(_ surface: String, to rotation: QuarterTurn) throws(RequestError) -> SurfaceDescription {
        let present = inventory.surfaces
        guard let before = present.first(where: { $0.name == surface }) else {
            throw unknownSurface(surface, among: present.map(\.name))
        }
        guard before.rotation != Double(rotation.rawValue) else { return before }
        let now = clock()
        // Movements up to now belong to the old surface.
        input.advance(to: now)
        guard input.rotate(surface, to: Rotation(rawValue: rotation.rawValue) ?? .none, at: now) else {
            throw RequestError(
                code: .invalidParameters, message: "the surface cannot have this rotation", path: "params.rotation",
                hint: "with it, the axes, calibration and size of the device yield no surface; nothing has changed")
        }
        differsFromConfiguration = true
        server.publishSurfaces()
        defer { input.advance(to: now) }
        return inventory.surfaces.first { $0.name == surface } ?? before
    }

    // MARK: - Reload

    func reload(_ completion: @escaping (Result<ReloadReport, RequestError>) -> Void) {
        life.reloading(at: MonotonicClock.now)
        do throws(RequestError) {
            let (configuration, name) = try read()
            let deadline = waiting?.deadline ?? clock().adding(seconds: Self.patience)
            var next = Waiting(configuration: configuration, name: name, deadline: deadline)
            next.completions = (waiting?.completions ?? []) + [completion]
            waiting = next
            wasRefused = false
            exchangeIfDue()
        } catch {
            wasRefused = true
            if waiting == nil { life.ready(at: MonotonicClock.now) }
            completion(.failure(error))
        }
    }

    /// The time when `exchangeIfDue()` is due at the latest; nil while nothing waits.
    var deadline: Timestamp? { waiting?.deadline }

    /// Applies the waiting configuration, if nothing delays it any more.
    func exchangeIfDue() {
        guard let waiting else { return }
        let now = clock()
        // Movements up to now follow the old rules.
        input.advance(to: now)
        guard isPresent(waiting.configuration) || input.isAtRest || waiting.deadline <= now else { return }
        self.waiting = nil
        let report = exchange(waiting, at: now)
        logger.notice("configuration reloaded: \(report.summary)", metadata: .about(configuration: name))
        life.ready(at: MonotonicClock.now)
        for completion in waiting.completions { completion(.success(report)) }
    }

    /// Returns whether a configuration is already in effect, so that it interrupts nothing.
    private func isPresent(_ configuration: Configuration) -> Bool {
        // Surfaces do not depend on `access` and `limits`.
        var same = configuration
        let present = self.configuration
        (same.access, same.limits) = (present.access, present.limits)
        return !differsFromConfiguration && same == self.configuration
    }

    private func exchange(_ waiting: Waiting, at now: Timestamp) -> ReloadReport {
        let difference = ConfigurationDifference(from: configuration, to: waiting.configuration)
        let isPresent = isPresent(waiting.configuration)
        let isSame = isPresent && waiting.configuration == configuration
        let cancelledBefore = counters.cancelled
        differsFromConfiguration = false
        configuration = waiting.configuration
        name = waiting.name
        grantAccess()
        if !isPresent {
            var factory = SurfaceFactory(configuration: configuration, prepare: prepare)
            factory.privateRegions = input.factory.privateRegions
            input.reconfigure(factory, at: now)
        }
        let cancelled = counters.cancelled - cancelledBefore
        // A reload without changes costs subscribers nothing.
        if !isSame { server.publishReloaded() }
        input.advance(to: now)
        return ReloadReport(
            configuration: name, surfaces: configuration.surfaces.count, regions: configuration.regions.count,
            recognizers: configuration.recognizers.count, added: difference.added, removed: difference.removed,
            changed: difference.changed, cancelled: cancelled)
    }

    private func read() throws(RequestError) -> (Configuration, name: String) {
        guard let choice = choice?.again else {
            throw RequestError(
                code: .configurationRefused, message: "the configuration does not come from a file",
                hint: "the program that embeds gestured makes it")
        }
        self.choice = choice
        do throws(ConfigurationError) {
            return (try choice.load(), choice.name)
        } catch {
            let problems = error.problems.map(\.summary)
            // With several files, the message names the choice, as not every file has problems.
            let name = error.files.count == 1 ? error.file : choice.name
            let metadata = Logger.Metadata.about(.configuration, configuration: choice.name)
            logger.warning("\(name) cannot be used; the previous configuration still applies", metadata: metadata)
            for problem in problems.prefix(Self.maximumReportedProblems) {
                logger.warning("\(problem)", metadata: metadata)
            }
            let count = problems.count == 1 ? "a problem" : "\(problems.count) problems"
            throw RequestError(
                code: .configurationRefused, message: "\(name) has \(count); the previous configuration still applies",
                hint: "`\(ConfigurationChoice.checkCommand(for: choice.name))` shows each with its line",
                problems: Array(problems.prefix(Self.maximumReportedProblems)))
        }
    }
}
