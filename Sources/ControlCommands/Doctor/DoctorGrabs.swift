// Grabbed devices, and the processes that have them open.

import Evdev
import Glibc
import Linux

/// Whether another process has grabbed a device (EVIOCGRAB), so that gestured receives nothing of it.
struct GrabFacts: Equatable, Sendable {
    let path: String
    let outcome: GrabTrial
    /// The processes that have a grabbed device open, as `weston (pid 812)`, but for gestured, this one and the manager
    /// of the seat.
    var openers: [String] = []
    /// Whether the manager of the seat (logind, seatd) has it open, which opens devices for the session's compositor.
    var isOpenForSession = false
    /// Whether all processes could be looked at.
    var isComplete = true

    /// Tries to grab a device and lets go of it at once; nil for what is no event device of the kernel.
    ///
    /// Call it only while the device is not in use, as far as gestured knows.
    static func look(at path: String) -> GrabFacts? {
        // A path is the daemon's word; nothing else is opened with the rights of the user that runs this.
        let prefix = "/dev/input/event"
        guard path.hasPrefix(prefix), Int32(path.dropFirst(prefix.count)) != nil else { return nil }
        var facts = GrabFacts(path: path, outcome: settled({ GrabTrial(path: path) }))
        if facts.outcome == .grabbed {
            let (processes, isComplete) = openers(of: path)
            facts.setOpeners(processes)
            facts.isComplete = isComplete
        }
        return facts
    }

    /// The outcome of trying, up to a second later where something touches the device at first.
    ///
    /// A finger that has just followed the request to touch the screen is lifted by then.
    static func settled(_ attempt: () -> GrabTrial, pause: () -> Void = { usleep(50_000) }) -> GrabTrial {
        for _ in 1...20 {
            let outcome = attempt()
            guard outcome == .touched else { return outcome }
            pause()
        }
        return attempt()
    }

    struct Opener: Equatable {
        let name: String
        let identifier: pid_t
    }

    mutating func setOpeners(_ processes: [Opener]) {
        let managers = ["systemd-logind", "elogind", "elogind-daemon", "seatd"]
        let others = processes.filter { process in !managers.contains { $0 == process.name } }
        openers = others.map { "\($0.name) (pid \($0.identifier))" }
        isOpenForSession = others.count < processes.count
    }

    /// The processes that have a device open, but for gestured and this one, and whether all could be looked at.
    static func openers(of path: String) -> (processes: [Opener], isComplete: Bool) {
        var device = stat()
        guard stat(path, &device) == 0, let entries = Folder.names(in: "/proc") else { return ([], false) }
        var (found, isComplete) = ([Opener](), true)
        for process in entries.compactMap({ pid_t($0) }).sorted() where process != getpid() {
            guard let descriptors = Folder.names(in: "/proc/\(process)/fd") else {
                // A process that has just ended is not missing.
                if access("/proc/\(process)", F_OK) == 0 { isComplete = false }
                continue
            }
            guard descriptors.contains(where: { isOpen(device, as: "/proc/\(process)/fd/\($0)") }) else { continue }
            let name = programName(of: process)
            if name != "gestured" { found.append(Opener(name: name, identifier: process)) }
        }
        return (found, isComplete)
    }

    private static func isOpen(_ device: stat, as descriptor: String) -> Bool {
        // Only devices are asked what they are: a file of a server that does not answer would not answer this either.
        guard let file = Folder.target(ofLink: descriptor), file.hasPrefix("/dev/") else { return false }
        var information = stat()
        return stat(descriptor, &information) == 0 && information.st_mode & S_IFMT == S_IFCHR
            && information.st_rdev == device.st_rdev
    }

    /// The name of a process, at most 15 bytes; empty when it has just ended.
    private static func programName(of process: pid_t) -> String {
        guard let file = Descriptor(open("/proc/\(process)/comm", O_RDONLY | O_CLOEXEC)) else { return "" }
        return String(decoding: file.readToEnd(limit: 64).bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}

extension GrabFacts {
    fileprivate var advice: String {
        let words =
            if !openers.isEmpty {
                "one of these has it open and has grabbed it: \(openers.joined(separator: ", ")); stop it, or "
                    + "configure it not to grab the panel"
            } else if isOpenForSession {
                "only the seat manager has it open, for the compositor of a session: configure that not to grab "
                    + "the panel"
            } else {
                "no visible process has it open"
            }
        return isComplete ? words : words + "; to see all processes: sudo gesturectl doctor"
    }
}

extension DoctorFacts {
    /// A finding for each device that another process has grabbed.
    var grabFindings: [Finding] {
        grabs.filter { $0.outcome == .grabbed }.map { grab in
            Finding(
                "touches", .problem,
                "another process has grabbed \(grab.path) (EVIOCGRAB), so it alone receives the panel's events",
                advice: grab.advice)
        }
    }

    /// Advice for a panel without events; nil when `grabFindings` contain it.
    var silenceAdvice: String? {
        let outcomes = grabs.map(\.outcome)
        if outcomes.contains(.grabbed) { return nil }
        if outcomes.contains(.touched) {
            return "something touches the panel, so doctor did not test whether another program has grabbed "
                + "it: lift every finger, wipe it, and run doctor again"
        }
        let asleep = "the panel is asleep or its cable is loose: see `dmesg`"
        // Only gestured receives something from a panel that gestured-output has grabbed.
        if outcomes.isEmpty, hasInterceptedDevice { return "did you touch it? If so, \(asleep)" }
        let question = "did you touch it? If so: does `sudo gesturectl record` print lines then? If not, "
        if !outcomes.isEmpty, outcomes.allSatisfy({ $0 == .free }) {
            return question + asleep + " (no program has grabbed it)"
        }
        let failures = outcomes.compactMap { if case .failed(let error) = $0 { error } else { nil } }
        if failures.contains(where: \.isPermission) {
            return question + "`sudo gesturectl doctor` finds out whether another program has grabbed it, or " + asleep
        }
        return question + asleep + failures.map { "; cannot tell whether it is grabbed: \($0.failure)" }.joined()
    }
}
