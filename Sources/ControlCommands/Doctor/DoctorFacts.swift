// The facts that the doctor has collected, before any judgement.

import GestureWire

/// Everything that was found out; nil of what could not be, or was not asked.
struct DoctorFacts: Sendable {
    var service = ServiceFacts.notAsked
    var socket = SocketFacts()
    /// The result of connecting; nil when it was not tried.
    var connection: ConnectionFacts?
    var status: StatusReport?
    var recognizers: [RecognizerDescription]?
    /// The daemon's devices; without a daemon those that were looked at here.
    var devices: [DeviceReport]?
    /// The configuration's problems, looked at here, when there is no daemon to ask, or it has refused it.
    var configuration: ConfigurationFacts?
    /// What interception needs, when a surface is to be intercepted.
    var output: OutputFacts?
    /// Whether the user's actions can point and type.
    var hands = HandsFacts.unused
    var actions = ActionsFacts()
    var touches = TouchFacts.notAsked
    /// For panels without events, whether another process has grabbed them.
    var grabs: [GrabFacts] = []
    var decisions: [DecisionReport]?
    /// The way in which the daemon stopped answering; nil when it did not.
    var interruption: String?
}

/// systemd's facts about the service.
enum ServiceFacts: Equatable, Sendable {
    /// Another socket was named than the service has.
    case notAsked
    /// This machine was not started by systemd.
    case noSystemd
    /// systemd gave no answer.
    case noAnswer
    case units(service: UnitFacts, socket: UnitFacts, journal: [String])

    /// Whether a connection would have systemd start again what has just failed.
    var wouldBeStartedAgain: Bool {
        guard case .units(let service, let socket, _) = self else { return false }
        return service.active == "failed" && socket.active == "active"
    }
}

/// The properties of a unit that matter here.
struct UnitFacts: Equatable, Sendable {
    static let properties = "LoadState,ActiveState,Result,ExecMainStatus,UnitFileState,Listen"

    private let values: [Substring: Substring]

    /// Reads what `systemctl show` prints: `Name=value` by lines.
    init(_ text: String) {
        let pairs = text.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1) }
        values = Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { $1 }
    }

    /// `loaded`, `not-found`, `masked`, ….
    var load: String { self["LoadState"] }
    /// `active`, `inactive`, `failed`, `activating`, ….
    var active: String { self["ActiveState"] }
    /// `exit-code`, `signal`, `watchdog`, …; `success` when nothing is wrong.
    var result: String { self["Result"] }
    /// With which status, or by which signal, its process ended last.
    var status: Int { Int(self["ExecMainStatus"]) ?? 0 }
    /// `enabled`, `disabled`, ….
    var file: String { self["UnitFileState"] }
    /// Of a socket, as in `/run/gestured/gestured.sock (Stream)`.
    var path: String { String(self["Listen"].prefix { $0 != " " }) }

    private subscript(name: Substring) -> String { values[name].map { String($0) } ?? "" }
}

/// Facts about the socket's file and the calling user.
struct SocketFacts: Equatable, Sendable {
    enum Kind: Equatable, Sendable { case socket, otherFile, missing, hidden }

    var path = ""
    var kind = Kind.missing
    /// The name of the group that it belongs to.
    var group = ""
    /// Whether that is a group to be in for gestures: neither root's nor its owner's own.
    var isGroupForOthers = true
    var owner = ""
    var user = ""
    /// The user as `access` names it: a number where there is no name.
    var userInAccess: String { user.hasPrefix("uid ") ? String(user.dropFirst(4)) : user }
    /// Whether this process is in that group.
    var isInGroup = false
    /// Whether the system's list of groups has the user in it, which counts from the next login on.
    var isListedInGroup = false
}

enum ConnectionFacts: Equatable, Sendable {
    case greeted(Hello)
    /// The file system does not allow it.
    case forbidden
    /// No process listens.
    case deaf(String)
    /// The daemon refuses connections, with the reason.
    case refused(String)
    /// The connection succeeds, but no greeting arrives.
    case mute(String)
    /// Something else answers.
    case wrong(String)
}

/// The configuration that would count.
struct ConfigurationFacts: Equatable, Sendable {
    var name: String
    var problems: [String]
    /// Whether the calling user may not read it.
    var isForbidden = false
}

enum TouchFacts: Equatable, Sendable {
    case notAsked
    /// The user was not asked to touch the screen.
    case notWaited
    /// The numbers observed in a time; frames and touches are nil for clients that may not see touches.
    case waited(seconds: Double, frames: Int?, touches: Int?, recognized: [String], leftOut: [String: Int])
}
