// Recording of a live device, until the user interrupts it or the device is removed.

import CLinux
import Evdev
import GestureDaemon
import GestureWire
import Glibc
import Linux
import ServiceManager
import Touch

/// Records a device as evemu text, without a daemon, and what a daemon's clients decide meanwhile.
public struct DeviceRecording: ~Copyable {
    /// The device's name.
    public let name: String
    private let node: EventNode
    /// Its udev properties; nil when udev does not know the node.
    private let udev: UdevProperties?
    private let signals: Descriptor
    /// What clients decide on it; nil when nobody does.
    private var decisions: ClientDecisions?

    /// Opens a device; from now on SIGINT and SIGTERM end the recording and not the program.
    ///
    /// - Throws: `DeviceRecordingError` for a device that may not be read or that is a keyboard; `EvdevError`.
    public init(path: String) throws {
        let node = try Self.open(path)
        let udev = DeviceMonitor.node(at: path)?.udev
        guard !RecordedCodes.isKeyboard(node.device) else {
            throw DeviceRecordingError.keyboard(path: path, name: node.device.name)
        }
        let signals = try Descriptor("signalfd", linux_signal_descriptor([SIGINT, SIGTERM], 2))
        (self.node, self.udev, name) = (node, udev, node.device.name)
        self.signals = signals
        decisions = ClientDecisions(on: path)
    }

    private static func open(_ path: String) throws -> EventNode {
        do throws(EvdevError) {
            return try EventNode(path: path)
        } catch {
            guard error.isPermission else { throw error }
            throw DeviceRecordingError.permission(path: path)
        }
    }

    /// Records until the end.
    ///
    /// - Parameter write: Takes text, whole lines and whole frames, as soon as it is there.
    /// - Returns: Why the device is gone; nil when SIGINT or SIGTERM interrupted the recording.
    public mutating func run(write: ([UInt8]) throws -> Void) throws -> String? {
        let start = MonotonicClock.now
        guard let state = node.settle().state else { return String(cString: strerror(ENODEV)) }
        var recorder = EvemuRecorder(
            node.device, comments: ["Recorded by gesturectl \(serverVersion)"], udev: udev, state: state, at: start)
        try write(recorder.takeBytes())
        var frames = RecordedFrames()
        while true {
            guard try waitForEvents() else {
                // Events before the interruption belong to the recording.
                _ = node.read { if frames.keeps($0) { recorder.take($0) } }
                takeDecisions(&recorder)
                try finish(&recorder, "The recording was interrupted.", write)
                return nil
            }
            switch node.read({ if frames.keeps($0) { recorder.take($0) } }) {
            case .nothing: break
            case .dropped:
                let (state, discarded) = node.settle()
                frames = RecordedFrames()
                // Without a state the device is gone, as the next reading says.
                if let state { recorder.takeLoss(state: state, discarding: discarded, at: MonotonicClock.now) }
            case .gone(let number):
                let reason = String(cString: strerror(number))
                try finish(&recorder, "The device is gone: \(reason).", write)
                return reason
            }
            takeDecisions(&recorder)
            let text = recorder.takeBytes()
            // Within a frame there is none yet.
            if !text.isEmpty { try write(text) }
        }
    }

    private func finish(_ recorder: inout EvemuRecorder, _ reason: String, _ write: ([UInt8]) throws -> Void) throws {
        recorder.finish(because: reason)
        try write(recorder.takeBytes())
    }

    private mutating func takeDecisions(_ recorder: inout EvemuRecorder) {
        if decisions?.read({ recorder.take($0) }) == false { decisions = nil }
    }

    /// Whether there is something to read; false when a signal came.
    private func waitForEvents() throws -> Bool {
        var descriptors = [
            pollfd(fd: node.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signals.number, events: Int16(POLLIN), revents: 0),
            // The kernel passes over -1.
            pollfd(fd: decisions?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        let count = nfds_t(descriptors.count)
        try SystemError.check("poll", SystemCall.uninterrupted { poll(&descriptors, count, -1) })
        return descriptors[1].revents == 0
    }
}

/// Why a device is not recorded.
public enum DeviceRecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The user may not read it.
    case permission(path: String)
    /// It is a keyboard.
    case keyboard(path: String, name: String)

    /// The device, the reason, and advice.
    public var description: String {
        switch self {
        case .permission(let path): "\(path): no permission to read it; run this as root: sudo gesturectl record …"
        case .keyboard(let path, let name):
            "\(path): \"\(name.printable)\" has the keys of a keyboard and is no touchscreen; what is typed is never "
                + "recorded"
        }
    }
}
