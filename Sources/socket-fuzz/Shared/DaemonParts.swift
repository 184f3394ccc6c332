// Server, control and panel of a daemon, without its thread, clock and devices.

import Configuration
import GestureWire
import Glibc
import Logging
import ServiceManager
import Touch

@testable import GestureDaemon
@testable import Server

/// The parts of a daemon on a private socket, which work only when they are called.
final class DaemonParts {
    /// The folder of the socket and perhaps of a configuration; removed when the process exits.
    static let folder: String = {
        var template = Array("/tmp/gestured-fuzz-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { fatalError("mkdtemp") }
        let path = template.withUnsafeBufferPointer { $0.baseAddress.map(String.init(cString:)) ?? "" }
        atexit { DaemonParts.removeFolder() }
        return path
    }()

    private static func removeFolder() {
        unlink(folder + "/gestured.yaml")
        rmdir(folder)
    }

    private static let quiet = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }

    let meter = RequestMeter()
    let inventory: DaemonInventory
    let control: DaemonControl
    let server: Server
    let listeners: NotingListeners
    let panel: FuzzedPanel
    private let poller: Poller
    private let path = DaemonParts.folder + "/gestured.sock"

    /// - Parameter choice: The configuration of a reload; nil if a reload is refused.
    init(_ configuration: Configuration, choice: ConfigurationChoice?) {
        poller = Poller(meter)
        var options = Daemon.Options(configuration: configuration, socketPath: path)
        options.configurationChoice = choice
        if let choice { options.configurationName = choice.name }
        do {
            server = try Server(transports: [try ListeningSocket(path: path)], poller: poller) { _ in }
        } catch {
            fatalError("\(error)")
        }
        poller.server = server
        let (attachments, counters) = (ConnectionAttachments(), GestureCounters())
        listeners = NotingListeners(
            ServerListeners(server: server, attachments: attachments, counters: counters, logger: Self.quiet))
        panel = FuzzedPanel(SurfaceFactory(configuration: configuration), listeners: listeners)
        inventory = DaemonInventory(input: panel, attachments: attachments)
        control = DaemonControl(
            options, server: server, input: panel, inventory: inventory, attachments: attachments, counters: counters,
            logger: Self.quiet, life: ServiceLife(ServiceNotifier(path: nil), watchdog: nil, at: .zero))
        server.use(inventory, control)
        control.grantAccess()
        server.parts.time.clock = meter.look
    }

    /// A new client; nil when connecting is impossible.
    func connect() -> FuzzedClient? { FuzzedClient(path, requestBytes: server.parts.rules.limits.requestBytes) }

    /// Runs the event loop until nothing is ready; returns false when that does not end.
    func settle() -> Bool {
        for _ in 0..<10_000 {
            if control.isDemandOutdated { meter.measure { control.meetDemand() } }
            if control.deadline != nil { meter.measure { control.exchangeIfDue() } }
            let time = panel.time.microseconds
            if let due = server.nextDeadline, due <= time { server.advance(to: time) }
            if !poller.turn(), !control.isDemandOutdated { return true }
        }
        return false
    }

    /// Stops as a daemon does; returns whether no descriptor is still watched.
    func close() -> Bool {
        panel.close(at: panel.time)
        server.close()
        return poller.isEmpty
    }
}
