// The daemon's assembly and life: socket, devices, readiness, until a signal.

import CLinux
public import Configuration
import Dispatch
import Evdev
import Glibc
import Linux
public import Logging
import Server
import ServiceManager
import Touch

/// The whole daemon: one thread, one queue, one socket, all touchscreens.
///
///     let options = Daemon.Options(configuration: .standard, socketPath: "/tmp/gestured.sock")
///     try Daemon(options, logger: Logger(label: "gestured")).run()
///
/// With a custom recognizer, whose gestures are published like the others:
///
///     var options = Daemon.Options(configuration: .standard, socketPath: "/tmp/gestured.sock")
///     options.prepare = { engine, surface in
///         engine.root.addGestureRecognizer(CheckmarkGestureRecognizer(name: "checkmark"))
///     }
///     try Daemon(options, logger: Logger(label: "gestured")).run()
///
/// `@unchecked Sendable`: after `init`, everything happens on the event loop's queue.
public final class Daemon: @unchecked Sendable {
    /// The source of touches.
    public enum Input: Sendable {
        /// The machine's touchscreens, as they are added and removed.
        case touchscreens
        /// These device nodes, without asking udev.
        case devices(paths: [String])
        /// Recordings at their recorded pace, one after the other, once or again and again; at least one.
        ///
        /// A second passes between the end of one, which cancels its touches and gestures in progress, and the next.
        case recordings([NamedRecording], isLooping: Bool)
    }

    /// The options of a daemon.
    public struct Options: Sendable {
        /// Surfaces and recognizers.
        public var configuration: Configuration
        /// The path of the socket.
        public var socketPath: String
        /// A Unix stream socket that listens already, as systemd passes it; the daemon closes it, at the latest
        /// when it is released itself or could not be made.
        ///
        /// Nothing is created, changed or removed at its path then, nor at `socketPath`.
        public var passedSocket: Int32?
        /// The source of touches.
        public var input = Input.touchscreens
        /// Adds custom recognizers to the engine of each surface, published like the configured ones.
        ///
        /// Called again when the surface is rotated and when the configuration is reloaded: the surface gets a new
        /// engine then. A `decisionObserver` that it sets receives every decision, and so does the daemon, for the last
        /// outcomes that `gesturectl doctor` shows; one that is set later replaces both.
        public var prepare: EnginePreparation?
        /// The name of the configuration in `systemctl status`.
        public var configurationName = "standard"
        /// The files of the configuration, for reloads; nil refuses reloads.
        public var configurationChoice: ConfigurationChoice?
        /// Whether SIGTERM and SIGINT stop the daemon and SIGHUP reloads its configuration; they are then blocked in
        /// the thread that makes it and in those that this thread starts, because the event loop receives them.
        ///
        /// For programs that are the daemon. When the terminal that it runs in goes, it stops.
        public var stopsOnSignals = false
        var serviceNotifier = ServiceNotifier()
        var watchdogInterval = Watchdog.interval

        /// Options for a daemon that reads the machine's touchscreens.
        public init(configuration: Configuration, socketPath: String) {
            self.configuration = configuration
            self.socketPath = socketPath
        }
    }

    private let options: Options
    /// Nil once the server has it.
    private var passedSocket: Descriptor?
    private let logger: Logger
    private let life: ServiceLife
    private let loop: EventLoop
    private let timer: DeadlineTimer
    /// Readable when a signal came; nil when signals are not ours.
    private let signals: Descriptor?
    private let stopRequest: Descriptor
    private var isReady = false
    // In the order in which `start()` makes them. They live as long as the daemon; the server has weak and unowned
    // references to the others.
    private var poller: ServerPoller?
    private var closer: ClosingThread?
    private var server: Server?
    private var input: (any TouchInput)?
    private var inventory: DaemonInventory?
    private var control: DaemonControl?

    /// Prepares a daemon; `run()` starts it.
    ///
    /// - Throws: an error whose description says what to do.
    public init(_ options: Options, logger: Logger) throws {
        self.options = options
        // First, because it is closed when the rest fails.
        passedSocket = options.passedSocket.map { Descriptor(owning: $0) }
        self.logger = logger
        life = ServiceLife(
            options.serviceNotifier, watchdog: options.watchdogInterval, at: MonotonicClock.now)
        loop = try EventLoop()
        timer = try DeadlineTimer()
        let handled = [SIGTERM, SIGINT, SIGHUP]
        signals =
            options.stopsOnSignals
            ? try Descriptor("signalfd", linux_signal_descriptor(handled, Int32(handled.count))) : nil
        stopRequest = try Descriptor("eventfd", eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC)))
    }

    /// Makes `run()` return soon; may be called from any thread, also before `run()`.
    public func stop() {
        eventfd_write(stopRequest.number, 1)
    }

    /// Works until `stop()`, SIGTERM or SIGINT, or until a recording that does not loop is over.
    ///
    /// It listens first, looks up the names of `access`, opens the devices, and then notifies the service manager that
    /// it is ready. At the end every gesture in progress is cancelled, clients receive that, and the socket is removed
    /// unless it was passed.
    ///
    /// - Throws: an error whose description says what to do.
    public func run() throws {
        defer { loop.queue.sync { finish() } }
        try loop.queue.sync { try start() }
        try loop.run()
    }

    private func start() throws {
        if let signals = signals.number { try loop.watch(signals, handler: self) }
        try loop.watch(stopRequest.number, handler: self)
        try loop.watch(timer.descriptor, handler: self)
        let server = try makeServer()
        self.server = server
        let (attachments, counters) = (ConnectionAttachments(), GestureCounters())
        let listeners = ServerListeners(server: server, attachments: attachments, counters: counters, logger: logger)
        let (input, openDevices) = try makeInput(server, listeners)
        self.input = input
        let inventory = DaemonInventory(input: input, attachments: attachments)
        self.inventory = inventory
        let control = DaemonControl(
            options, server: server, input: input, inventory: inventory, attachments: attachments, counters: counters,
            logger: logger, life: life, seat: SeatWatch(loop: loop, logger: logger))
        self.control = control
        server.use(inventory, control)
        control.grantAccess()
        // Nothing reads devices during the look-up of names, which may take seconds.
        openDevices()
        armTimer(control, server)
        // Called by `run()` only, until `finish()`. What the closure keeps need not be counted for each batch.
        loop.afterBatch = { [unowned self, control, server] in armTimer(control, server) }
        isReady = true
        life.describe = { [unowned self] clients in status(", \(clients)") }
        life.reportFailure = { [logger] reason in
            logger.error("cannot tell the service manager that gestured is ready (\(reason)), so it may stop gestured")
        }
        life.ready(at: MonotonicClock.now)
        logger.notice("ready: \(status())")
        if input.surfaces.isEmpty {
            logger.notice("waiting for a touchscreen; `gesturectl devices` says why the others are not used")
        }
    }

    private func makeServer() throws -> Server {
        let poller = ServerPoller(loop: loop) { [unowned self] descriptor, readiness in
            // Whatever many peers ask for, fingers wait for one of them at most.
            self.input?.advance(to: MonotonicClock.now)
            self.server?.ready(
                descriptor, readable: readiness.readable, writable: readiness.writable, hangup: readiness.hangup)
        }
        let closer = try ClosingThread(loop: loop) { [unowned self] in self.server?.didClose($0) }
        (self.poller, self.closer) = (poller, closer)
        let socket =
            if let passed = passedSocket.take()?.release() {
                try ListeningSocket(passed: passed)
            } else {
                try ListeningSocket(path: options.socketPath)
            }
        let server = try Server(transports: [socket], poller: poller, closer: closer) { [logger] line in
            let level = Logger.Level(rawValue: line.level.rawValue) ?? .error
            logger.log(level: level, "\(line.message)", metadata: line.metadata)
        }
        let users = UserFiles()
        server.findOwner = { users.owner(of: $0) }
        server.limitRequests { MonotonicClock.now.microseconds }
        return server
    }

    /// Returns the input, and a function that opens its devices.
    private func makeInput(
        _ server: Server, _ listeners: any Listeners
    ) throws -> (any TouchInput, openDevices: () -> Void) {
        let factory = SurfaceFactory(configuration: options.configuration, prepare: options.prepare)
        if case .recordings(let recordings, let isLooping) = options.input {
            let replay = try LiveReplay(
                recordings, isLooping: isLooping, factory: factory, now: MonotonicClock.now, logger: logger,
                didEnd: { [loop, logger] in
                    logger.notice("the recording is over")
                    loop.stop()
                },
                listeners: listeners)
            replay.didChange = { [unowned server] in server.publishSurfaces() }
            return (replay, {})
        }
        var monitor: DeviceMonitor?
        if case .touchscreens = options.input { monitor = try DeviceMonitor() }
        let touchscreens = try Touchscreens(
            monitor: monitor, factory: factory, loop: loop, logger: logger, listeners: listeners)
        touchscreens.isWorking = { [life] in life.isWorking(at: MonotonicClock.now) }
        let openDevices = { [options, unowned server, life] in
            touchscreens.scan()
            if case .devices(let paths) = options.input {
                for path in paths { touchscreens.add(DeviceNode(path: path)) }
            }
            touchscreens.didChange = { [unowned server, life] in
                server.publishSurfaces()
                life.changed()
            }
        }
        return (touchscreens, openDevices)
    }

    /// Sets the timer to whatever is due next; a configuration that waits gets its turn as soon as fingers let it.
    private func armTimer(_ control: DaemonControl, _ server: Server) {
        var first: Timestamp?
        func include(_ deadline: Timestamp?) {
            if let deadline { first = min(first ?? deadline, deadline) }
        }
        control.meetDemand()
        if control.deadline != nil { control.exchangeIfDue() }
        include(control.deadline)
        include(control.seat?.nextDeadline)
        life.update(clients: server.peerCount)
        include(server.nextDeadline.map(Timestamp.init(microseconds:)))
        include(input?.nextDeadline)
        include(life.nextDeadline)
        timer.arm(first)
    }

    private func finish() {
        life.stopping(at: MonotonicClock.now)
        control?.seat?.close()
        input?.close(at: MonotonicClock.now)
        server?.close()
        loop.unwatchAll()
        // Its threads continue alone. When a process ends, the kernel closes sockets without lingering.
        closer = nil
        if isReady { logger.notice("stopped") }
    }

    private func status(_ clients: String = "") -> String {
        let count = input?.surfaces.count ?? 0
        let name = control?.name ?? options.configurationName
        return "\(count) touchscreen\(count == 1 ? "" : "s")\(clients), configuration \(name)"
            + (control?.wasRefused == true ? " as it was before it got problems" : "")
    }
}

extension Daemon: ReadinessHandler {
    /// `SI_KERNEL`, which the headers hide from Swift.
    private static let sentByKernel: Int32 = 0x80

    func ready(_ descriptor: Int32, _ readiness: Readiness) {
        if descriptor == timer.descriptor {
            // The time first: what the kernel stamps from now on is not older than the deadlines that fire.
            let now = MonotonicClock.now
            timer.acknowledge()
            input?.advance(to: now)
            control?.seat?.advance(to: now)
            server?.advance(to: now.microseconds)
            life.advance(to: now)
        } else if descriptor == stopRequest.number {
            loop.stop()
        } else if descriptor == signals.number {
            var information = signalfd_siginfo()
            guard read(descriptor, &information, MemoryLayout.size(ofValue: information)) > 0 else { return }
            // The kernel itself sends it when the terminal is gone.
            if information.ssi_signo == UInt32(SIGHUP), information.ssi_code != Self.sentByKernel {
                control?.reload { _ in }
                return
            }
            logger.notice("stopping on signal \(information.ssi_signo)")
            loop.stop()
        }
    }
}
