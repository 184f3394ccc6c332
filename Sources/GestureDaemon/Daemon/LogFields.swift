// Journal fields of log lines: device, client, and whose fault a problem is.

import Configuration
import Evdev
import Linux
public import Logging
import Server
import ServiceManager
import Touch

/// The names of the journal's fields, which are keys of a line's metadata.
enum LogField {
    static let blame = "GESTURED_BLAME"
    static let device = "GESTURED_DEVICE"
    static let surface = "GESTURED_SURFACE"
    static let user = "GESTURED_PEER_UID"
    static let owner = "GESTURED_PEER_OWNER"
    /// The owner field for unknown users.
    static let unknownOwner = "unknown"
    static let process = "GESTURED_PEER_PID"
    static let configuration = "GESTURED_CONFIGURATION"
}

/// The party at fault.
enum Blame: String {
    case kernel, device, machine, client, user, configuration, gestured
}

extension Logger.Metadata {
    /// Returns metadata for the party at fault, and the device, surface, configuration or user concerned.
    static func about(
        _ blame: Blame? = nil, device: String? = nil, surface: String? = nil, configuration: String? = nil,
        user: UInt32? = nil
    ) -> Logger.Metadata {
        var fields: Logger.Metadata = [:]
        if let blame { fields[LogField.blame] = "\(blame.rawValue)" }
        if let device { fields[LogField.device] = "\(device)" }
        if let surface { fields[LogField.surface] = "\(surface)" }
        if let configuration { fields[LogField.configuration] = "\(configuration)" }
        if let user { fields[LogField.user] = "\(user)" }
        return fields
    }
}

extension DeviceDefect {
    /// The party at fault, as a field.
    var blame: Blame {
        switch fault {
        case .kernel: .kernel
        case .device: .device
        case .machine: .machine
        }
    }
}

extension Blame {
    /// The party at fault for an error that ends a program.
    fileprivate init(_ error: any Error) {
        self =
            switch error {
            case is ConfigurationError: .configuration
            case let error as EvdevError where error.isPermission: .user
            case let error as EvdevError where error.isUnresponsive: .device
            case let error as EvdevError where error.code == .monitor: .machine
            case let error as SocketError where error.code == .systemCall && !error.isPermission: .machine
            case is SystemError: .machine
            // A wrong name or argument, a missing right, another daemon.
            default: .user
            }
    }
}

extension LogLine {
    /// The fields of the server's line.
    ///
    /// A warning about a client is the client's fault; without a client the machine's, which has no free descriptors.
    var metadata: Logger.Metadata {
        var fields: Logger.Metadata = [:]
        if let user { fields[LogField.user] = "\(user)" }
        if let owner, owner != user {
            fields[LogField.owner] = "\(owner == Server.unknownOwner ? LogField.unknownOwner : "\(owner)")"
        }
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
    /// The journal's fields for an error that ends the program.
    public static func journalFields(of error: any Error) -> [(name: String, value: String)] {
        [(LogField.blame, Blame(error).rawValue)]
    }

    /// The log of a program that is the daemon: to the journal with priorities and fields where that reads standard
    /// error, else to standard error as words.
    ///
    ///     let logger = Logger(label: "gestured") { _ in Daemon.logHandler(level: .info) }
    ///
    /// - Parameter level: Messages below this level are not written.
    public static func logHandler(level: Logger.Level) -> any LogHandler { JournalLogHandler(level: level) }
}
