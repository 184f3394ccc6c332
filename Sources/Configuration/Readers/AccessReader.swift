// Reader of one entry of `access`.

import GestureWire

struct AccessReader {
    /// More are refused.
    static let maximumCount = 256
    /// The keys of which an entry has exactly one.
    private static let subjects = ["user", "group", "session"]
    /// What `allow` may have, in words.
    static let capabilities = "\(Capability.allCases.map(\.rawValue).joined(separator: ", ")), or a list of these"

    let diagnostics: Diagnostics

    /// The rule of one entry; nil when something about it is wrong, which is then reported.
    func read(_ element: Element) -> AccessRule? {
        let what = "access is granted by a mapping such as { group: kiosk, allow: [gestures, touches] }"
        guard let mapping = MappingReader(element, what, keysOf: .access, diagnostics) else { return nil }
        let (subject, allow) = (subject(of: mapping), allow(of: mapping))
        guard let subject, let allow else { return nil }
        return AccessRule(subject, allow: allow)
    }

    private func subject(of mapping: MappingReader) -> AccessRule.Subject? {
        let given = Self.subjects.filter { mapping[$0] != nil }
        if given.count > 1, let second = mapping[given[1]] {
            diagnostics.report(
                "\(quoted(given[0])) and \(quoted(given[1])) exclude each other", at: second.place,
                hint: "write \(given.count == 2 ? "two" : "three") entries: their grants add up")
            return nil
        }
        switch given.first {
        case "user": return name("user", of: mapping).map(AccessRule.Subject.user)
        case "group": return name("group", of: mapping).map(AccessRule.Subject.group)
        case "session": return session(of: mapping)
        default:
            diagnostics.report("an entry of `access` needs a `user`, a `group` or a `session`", at: mapping.place)
            return nil
        }
    }

    private func session(of mapping: MappingReader) -> AccessRule.Subject? {
        guard let (text, place) = mapping.text("session") else { return nil }
        if text == "active" { return .activeSession }
        diagnostics.report(
            "`session` must be `active`, not \(quoted(text))", at: place,
            hint: "it means the user whose session is at the screen and not locked")
        return nil
    }

    /// A name or a number that a user or group can have.
    private func name(_ key: String, of mapping: MappingReader) -> String? {
        guard let (text, place) = mapping.text(key) else { return nil }
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        // The largest number stands for no user.
        let isValid = isNumber ? UInt32(text).map { $0 < .max } ?? false : Self.isName(text)
        guard isValid else {
            diagnostics.report(
                "\(quoted(key)) must be a name or a number that the system knows, not \(quoted(text))", at: place)
            return nil
        }
        return text
    }

    /// Directories have names with blanks and backslashes, but none with what separates fields and paths.
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && NameRule.allows(text) && text.utf8.first != UInt8(ascii: "-")
            && text.utf8.allSatisfy { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }
    }

    private func allow(of mapping: MappingReader) -> Set<Capability>? {
        guard mapping.needs("allow", "an entry of `access` needs `allow`", hint: Self.capabilities),
            let element = mapping["allow"]
        else { return nil }
        let names: [(name: String, option: Set<Capability>)] = Capability.allCases.map { ($0.rawValue, [$0]) }
        return element.options(names, "`allow` must be \(Self.capabilities)", diagnostics)
    }
}
