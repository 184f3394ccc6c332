// Exit statuses of programs, and the errors that lead to them.

import ArgumentParser
import Configuration
import Diagnosis
import Evdev
import GestureClient
import GestureDaemon
import GestureWire
import Glibc
import Server
import ServiceManager

/// Exit statuses of both programs, after sysexits(3).
public enum ExitStatus {
    /// Something else went wrong.
    public static let failure: Int32 = 1
    /// The daemon cannot be reached.
    public static let unreachable: Int32 = 69
    /// Another process runs the user's actions.
    public static let alreadyRunning: Int32 = 75
    /// A right is missing.
    public static let permission: Int32 = 77
    /// The configuration is wrong.
    public static let configuration: Int32 = 78

    /// Returns the exit status for the kind of error that ended a program.
    public static func of(_ error: any Error) -> Int32 {
        switch error {
        case let error as ConfigurationError where isPermission(error.systemError ?? 0): permission
        case is ConfigurationError: configuration
        case let error as EvdevError where error.isPermission: permission
        case DeviceRecordingError.permission: permission
        case let error as RecordingFileError where isPermission(error.errno): permission
        case let error as SocketError where error.isPermission: permission
        case is PassedDescriptorError: configuration
        case let error as ConnectionError: status(of: error.code)
        case let error as ServerError: status(of: RequestError.Code(rawValue: error.code))
        default: failure
        }
    }

    private static func status(of code: ConnectionError.Code) -> Int32 {
        switch code {
        case .permission: permission
        case .unreachable, .disconnected, .refused: unreachable
        case .protocolViolation: failure
        }
    }

    private static func status(of code: RequestError.Code?) -> Int32 {
        switch code {
        case .notPermitted: permission
        case .configurationRefused: configuration
        case .invalidParameters: ExitCode.validationFailure.rawValue
        default: failure
        }
    }

    private static func isPermission(_ number: Int32) -> Bool { number == EACCES || number == EPERM }
}
