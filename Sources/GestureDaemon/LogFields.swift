// Whose fault is it, and whom is it about? What log lines say to programs, besides their words.

public import Logging
internal import Server
internal import ServiceManager
internal import Touch

/// The names of the journal's fields, which are keys of a line's metadata.
enum LogField {
    static let blame = "GESTURED_BLAME"
    static let device = "GESTURED_DEVICE"
    static let surface = "GESTURED_SURFACE"
    static let user = "GESTURED_PEER_UID"
    static let process = "GESTURED_PEER_PID"
}

/// Whose fault something is.
enum Blame: String {
    case kernel, device, machine, client, user, configuration, gestured
}

extension Logger.Metadata {
    /// Who is to blame, and which device or surface it is about, where there is one.
    static func about(_ blame: Blame? = nil, device: String? = nil, surface: String? = nil) -> Logger.Metadata {
        var fields: Logger.Metadata = [:]
        if let blame { fields[LogField.blame] = "\(blame.rawValue)" }
        if let device { fields[LogField.device] = "\(device)" }
        if let surface { fields[LogField.surface] = "\(surface)" }
        return fields
    }
}

extension DeviceDefect {
    /// The field for whose it is.
    var fault: Blame {
        switch blame {
        case "kernel bug": .kernel
        case "device defect": .device
        default: .machine
        }
    }
}

extension LogLine {
    /// The fields of the server's line.
    ///
    /// What it warns of is its client's fault; without one, the machine's, which has no descriptors left.
    var metadata: Logger.Metadata {
        var fields: Logger.Metadata = [:]
        if let user { fields[LogField.user] = "\(user)" }
        if let process { fields[LogField.process] = "\(process)" }
        switch level {
        case .warning: fields[LogField.blame] = "\(user == nil ? Blame.machine.rawValue : Blame.client.rawValue)"
        case .error: fields[LogField.blame] = "\(Blame.gestured.rawValue)"
        case .debug, .info, .notice: break
        }
        return fields
    }
}

extension Daemon {
    /// The log of a program that is the daemon: to the journal with priorities and fields where that reads standard
    /// error, else to standard error as words.
    ///
    ///     let logger = Logger(label: "gestured") { _ in Daemon.logHandler(level: .info) }
    ///
    /// - Parameter level: Messages below this level are not written.
    public static func logHandler(level: Logger.Level) -> any LogHandler { JournalLogHandler(level: level) }
}
