// The checked attachments of all connections.

import Configuration
import GestureWire

/// The own regions and recognizers of all connections.
final class ConnectionAttachments {
    /// Those of connections that have attached something once, in the order in which they did so first: no number of a
    /// gesture comes a second time.
    private(set) var all: [Attachment] = []
    private var lastRevision = 0

    subscript(connection: Int) -> Attachment {
        all.first { $0.connection == connection } ?? Attachment(connection: connection)
    }

    /// Adds what a connection asks for, and returns its names.
    ///
    /// - Parameters:
    ///   - connections: Those of the same user, this one among them.
    ///   - surfaces: The surfaces that are there.
    func attach(
        _ request: AttachRequest, for connection: Int, ofUserWith connections: [Int], configuration: Configuration,
        surfaces: [SurfaceDescription]
    ) throws(RequestError) -> AttachedNames {
        var attachment = self[connection]
        let (limits, all) = (Limits(), connections.map { self[$0].rules })
        try Self.checkRoom(
            for: request.regions.count, "regions", beside: attachment.rules.regions.count,
            limits.regionsPerPeer, all.reduce(0) { $0 + $1.regions.count }, limits.regionsPerUser)
        try Self.checkRoom(
            for: request.recognizers.count, "recognizers", beside: attachment.rules.recognizerCount,
            limits.recognizersPerPeer, all.reduce(0) { $0 + $1.recognizerCount }, limits.recognizersPerUser)
        let relations = request.recognizers.reduce(0) { $0 + Self.relationCount(of: $1) }
        try Self.checkRoom(
            for: relations, "relations", beside: attachment.rules.recognizers.reduce(0) { $0 + $1.relationCount },
            limits.relationsPerPeer)
        let new: AttachedRules
        do throws(AttachmentError) {
            new = try configuration.attached(
                regions: request.regions, recognizers: request.recognizers, beside: attachment.rules,
                surfaces: surfaces.map(\.name),
                withPixels: Self.withPixels(surfaces))
        } catch {
            throw RequestError(error)
        }
        try Self.checkMeaning(of: new, beside: attachment.rules)
        try checkAreFree(new.decided)
        let reached = Set(new.surfaces(among: surfaces.map(\.name), beside: attachment.rules, configuration))
        attachment.rules = attachment.rules.adding(new)
        for recognizer in request.recognizers {
            guard let name = recognizer.nameOfElement, !new.decided.contains(name) else { continue }
            attachment.definitions[name] = recognizer
        }
        store(attachment)
        return AttachedNames(
            regions: new.regions.map(\.name), recognizers: request.recognizers.compactMap(\.nameOfElement),
            surfaces: surfaces.filter { reached.contains($0.name) }
                .map { AttachedSurface(name: $0.name, unit: $0.unit) },
            decided: new.decided.isEmpty ? nil : new.decided)
    }

    /// Refuses more than a connection, or all connections of a user, may have.
    private static func checkRoom(
        for new: Int, _ key: String, beside ofConnection: Int, _ perConnection: Int, _ ofUser: Int = 0,
        _ perUser: Int = .max
    ) throws(RequestError) {
        let isTooMuchForOne = ofConnection + new > perConnection
        guard new > 0, isTooMuchForOne || ofUser + new > perUser else { return }
        throw RequestError(
            code: .limitReached,
            message: isTooMuchForOne
                ? "a connection can have \(perConnection) \(key) at most" : "a user can have \(perUser) \(key) at most",
            path: key == "regions" ? "params.regions" : "params.recognizers",
            hint: (isTooMuchForOne
                ? "it has \(ofConnection) already: " : "there are \(ofUser) already, of all connections together: ")
                + "`detach` those that are not needed")
    }

    /// Refuses to decide what another connection decides.
    private func checkAreFree(_ names: [String]) throws(RequestError) {
        guard let name = names.first(where: { name in all.contains { $0.rules.decided.contains(name) } }) else {
            return
        }
        throw RequestError(
            code: .limitReached, message: "another client decides for the configured recognizer `\(name)`",
            path: "params.recognizers", hint: "one at a time can; attach a recognizer with a name of your own")
    }

    /// The number of names in a recognizer's lists of relations.
    private static func relationCount(of recognizer: WireValue) -> Int {
        guard case .object(let members) = recognizer else { return 0 }
        return members.reduce(0) { sum, member in
            guard case .list(let names) = member.value,
                ["requireToFail", "simultaneousWith", "blocks", "then"].contains(member.name)
            else { return sum }
            return sum + names.count
        }
    }

    /// Refuses names of configured elements that the connection's attachments already refer to: the references would
    /// change their meaning.
    private static func checkMeaning(of new: AttachedRules, beside present: AttachedRules) throws(RequestError) {
        let regions = Set(present.regions.map(\.parent) + present.recognizers.map(\.region))
        let recognizers = Set(present.recognizers.flatMap { $0.requireToFail + $0.simultaneousWith })
        for (list, names, referred) in [
            ("regions", new.regions.map(\.name), regions),
            ("recognizers", new.recognizers.map(\.name), recognizers),
        ] {
            guard let index = names.firstIndex(where: { referred.contains($0) }) else { continue }
            throw RequestError(
                code: .invalidParameters,
                message: "what is attached already refers to the configured `\(names[index])`",
                path: "params.\(list)[\(index)].name", hint: "choose another name, or attach this one first")
        }
    }

    /// Changes regions and recognizers of a connection; nothing changes when anything is wrong.
    ///
    /// - Parameter surfaces: The surfaces that are there; looked up for lengths in pixels only.
    func update(
        _ request: UpdateRequest, for connection: Int, configuration: Configuration,
        surfaces: @autoclosure () -> [SurfaceDescription]
    ) throws(RequestError) {
        var attachment = self[connection]
        do throws(AttachmentError) {
            attachment.rules = try configuration.updated(
                regions: request.regions, of: attachment.rules, withPixels: Self.withPixels(surfaces()))
            if !request.recognizers.isEmpty {
                (attachment.rules, attachment.definitions) = try configuration.updated(
                    recognizers: request.recognizers, definitions: attachment.definitions, of: attachment.rules,
                    withPixels: Self.withPixels(surfaces()))
            }
        } catch {
            throw RequestError(error)
        }
        if !request.recognizers.isEmpty {
            try Self.checkRoom(
                for: attachment.rules.recognizers.reduce(0) { $0 + $1.relationCount }, "relations", beside: 0,
                Limits().relationsPerPeer)
            // What is said of it last counts.
            for case .object(let members) in request.recognizers where members.contains(where: { $0.name == "enabled" })
            {
                WireValue.object(members).nameOfElement.map { attachment.switches[$0] = nil }
            }
            return store(attachment)
        }
        guard let index = all.firstIndex(where: { $0.connection == connection }) else { return }
        lastRevision += 1
        attachment.placement = lastRevision
        all[index] = attachment
    }

    private static func withPixels(_ surfaces: [SurfaceDescription]) -> Set<String> {
        Set(surfaces.filter { $0.unit == .pixels }.map(\.name))
    }

    func detach(_ request: DetachRequest, for connection: Int) throws(RequestError) {
        var attachment = self[connection]
        if request == DetachRequest() {
            (attachment.rules, attachment.switches) = (AttachedRules(regions: [], recognizers: []), [:])
            attachment.definitions = [:]
            return store(attachment)
        }
        try Self.check(request.regions ?? [], "regions", among: attachment.rules.regions.map(\.name))
        try Self.check(
            request.recognizers ?? [], "recognizers",
            among: attachment.rules.recognizers.map(\.name) + attachment.rules.decided)
        attachment.rules = attachment.rules.removing(
            regions: request.regions ?? [], recognizers: request.recognizers ?? [])
        let left = Set(attachment.rules.recognizers.map(\.name))
        attachment.switches = attachment.switches.filter { left.contains($0.key) }
        attachment.definitions = attachment.definitions.filter { left.contains($0.key) }
        store(attachment)
    }

    /// Switches an own recognizer; false when the connection has none of this name.
    func setEnabled(_ recognizer: String, _ isEnabled: Bool, for connection: Int) -> Bool {
        var attachment = self[connection]
        guard attachment.rules.recognizers.contains(where: { $0.name == recognizer }) else {
            return false
        }
        attachment.switches[recognizer] = isEnabled
        store(attachment)
        return true
    }

    func remove(_ connection: Int) { all.removeAll { $0.connection == connection } }

    private func store(_ changed: Attachment) {
        var attachment = changed
        lastRevision += 1
        attachment.revision = lastRevision
        if let index = all.firstIndex(where: { $0.connection == attachment.connection }) {
            all[index] = attachment
        } else {
            all.append(attachment)
        }
    }

    private static func check(_ names: [String], _ list: String, among own: [String]) throws(RequestError) {
        guard let index = names.firstIndex(where: { !own.contains($0) }) else { return }
        throw RequestError(
            code: .invalidParameters, message: "nothing of this name is attached", path: "params.\(list)[\(index)]",
            hint: hint(
                forUnknown: names[index], among: own, all: "this connection has", none: "this connection has none"))
    }
}

extension AttachedRules {
    /// The number of recognizers that the connection has, or decides.
    fileprivate var recognizerCount: Int { recognizers.count + decided.count }
}

extension WireValue {
    /// The name that an element of a request has.
    var nameOfElement: String? {
        guard case .object(let members) = self,
            case .text(let name)? = members.first(where: { $0.name == "name" })?.value
        else { return nil }
        return name
    }
}

extension RequestError {
    /// Says what is wrong with what was to be attached.
    fileprivate init(_ error: AttachmentError) {
        let first = error.problems.first
        self.init(
            code: .invalidParameters, message: first?.message ?? "not usable", path: first?.path ?? "params",
            hint: first?.hint ?? "gestured-protocol(7) and gestured.yaml(5) explain the keys",
            problems: error.problems.map(\.description))
    }
}
