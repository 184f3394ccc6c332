// Facts about the service and the socket, from systemd and the file system.

import GestureClient
import GestureWire
import Glibc

extension ServiceFacts {
    /// Asks systemd, and the journal where the service has failed.
    ///
    /// - Parameter path: The socket that is meant: another than the service's is nothing that systemd knows of.
    static func ask(ofSocket path: String) -> ServiceFacts {
        var information = stat()
        // As sd_booted(3) does it.
        guard lstat("/run/systemd/system", &information) == 0 else { return .noSystemd }
        guard let service = unit("gestured.service"), let socket = unit("gestured.socket") else { return .noAnswer }
        guard path == (socket.path.isEmpty ? defaultSocketPath : socket.path) else { return .notAsked }
        guard service.active == "failed" || service.active == "activating" else {
            return .units(service: service, socket: socket, journal: [])
        }
        let lines = output("journalctl --unit=gestured.service --priority=warning --lines=3 --output=cat --quiet") ?? ""
        return .units(
            service: service, socket: socket, journal: lines.split(separator: "\n").suffix(3).map { String($0) })
    }

    /// Returns systemd's facts about a unit; nil when it does not answer.
    static func unit(_ name: String) -> UnitFacts? {
        output("systemctl show --property=\(UnitFacts.properties) \(name)").map { UnitFacts($0) }
    }

    /// Returns the output of a command, at most 64 KiB, within some seconds; nil when it failed.
    private static func output(_ command: String) -> String? {
        guard let pipe = popen("LC_ALL=C SYSTEMD_PAGER= timeout 10 \(command) 2>/dev/null </dev/null", "re") else {
            return nil
        }
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = fread(buffer.baseAddress, 1, buffer.count, pipe)
        }
        return pclose(pipe) == 0 ? String(decoding: bytes, as: UTF8.self) : nil
    }
}

extension SocketFacts {
    /// Returns facts about the socket and the calling user.
    static func look(at path: String) -> SocketFacts {
        var facts = SocketFacts()
        facts.path = path
        let user = geteuid()
        let account = getpwuid(user)
        facts.user = account.map { String(cString: $0.pointee.pw_name) } ?? "uid \(user)"
        var information = stat()
        guard stat(path, &information) == 0 else {
            facts.kind = errno == EACCES ? .hidden : .missing
            return facts
        }
        facts.kind = information.st_mode & S_IFMT == S_IFSOCK ? .socket : .otherFile
        let group = information.st_gid
        let owner = getpwuid(information.st_uid)
        facts.owner = owner.map { String(cString: $0.pointee.pw_name) } ?? "uid \(information.st_uid)"
        let isOwnersGroup = owner.map { $0.pointee.pw_gid == group } ?? false
        facts.isInGroup = getegid() == group || Self.groups.contains(group)
        facts.isGroupForOthers = group != 0 && !isOwnersGroup
        // The entry and its members are the C library's until the next question.
        guard let entry = getgrgid(group) else {
            facts.group = "gid \(group)"
            return facts
        }
        facts.group = String(cString: entry.pointee.gr_name)
        if facts.group == Self.serviceGroup { facts.isGroupForOthers = true }
        var member = entry.pointee.gr_mem
        while let name = member?.pointee {
            if String(cString: name) == facts.user { facts.isListedInGroup = true }
            member = member?.successor()
        }
        return facts
    }

    static let serviceGroup = "gestures"

    private static var groups: [gid_t] {
        let count = getgroups(0, nil)
        guard count > 0 else { return [] }
        var groups = [gid_t](repeating: 0, count: Int(count))
        let read = getgroups(count, &groups)
        return Array(groups.prefix(Int(max(0, read))))
    }
}

extension ConnectionFacts {
    /// Connects, and says what came of it.
    ///
    /// - Parameter patience: How long anything may take, in seconds; systemd may have to start gestured for the
    ///   greeting.
    static func make(_ path: String, patience: Double = 10) -> (ConnectionFacts, GestureConnection?) {
        do {
            let connection = try GestureConnection(path: path, patience: patience)
            return (.greeted(connection.hello), connection)
        } catch let error as ConnectionError {
            let reason = error.errorNumber == 0 ? "\(error)" : String(cString: strerror(error.errorNumber))
            return switch error.code {
            case .permission: (.forbidden, nil)
            case .unreachable where error.errorNumber == ETIMEDOUT, .disconnected where error.errorNumber == ETIMEDOUT:
                (.mute("says nothing"), nil)
            case .unreachable: (.deaf(reason), nil)
            case .refused: (.refused(error.context), nil)
            case .disconnected: (.mute("closes the connection without a greeting"), nil)
            case .protocolViolation: (.wrong("\(error)"), nil)
            }
        } catch {
            return (.refused("\(error)"), nil)
        }
    }
}
