// Scenarios in text: what a device sends, and what comes of it.

import Foundation
import Testing
import Touch
import TouchTesting

/// A block of a file in `Tests/Fixtures/contacts`, whose README describes its lines.
struct ContactScenario: CustomTestStringConvertible, Sendable {
    let testDescription: String
    private let fields: [String: [String]]

    /// The scenarios of these files.
    static func all(_ files: String...) throws -> [ContactScenario] {
        try files.flatMap { file in
            let url = RecordingCatalogue.folder.appending(path: "../contacts/\(file).txt")
            return try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n\n")
                .filter { !$0.hasPrefix("#") }.map(ContactScenario.init)
        }
    }

    private init(_ block: String) {
        let lines = block.split(separator: "\n")
        testDescription = lines.first.map(String.init) ?? ""
        var fields: [String: [String]] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: " ", maxSplits: 1)
            fields[String(parts[0]), default: []].append(parts.count > 1 ? String(parts[1]) : "")
        }
        self.fields = fields
    }

    private func words(_ key: String) -> [String] {
        (fields[key] ?? []).flatMap { $0.split(separator: " ") }.map(String.init)
    }

    private func frames(_ key: String) -> [String]? {
        fields[key]?.flatMap { $0.components(separatedBy: " | ") }.filter { $0 != "nothing" }
    }

    private var devices: [String] {
        fields["on"] == nil ? [fields["rules"] == nil ? "slots" : "reporting"] : words("on")
    }

    private static func makeDevice(_ name: String) -> DeviceDescription {
        switch name {
        case "slots": return .touchscreen()
        case "reporting": return .reporting()
        case "constant-distance": return .reporting(distance: Axis(minimum: 3, maximum: 3))
        case "single-touch": return .singleTouch()
        case "pressure-only": return .singleTouch(buttons: [])
        case "list", "numbered-list": return .list()
        case "list-with-resolution": return .list(resolution: 4)
        case "list-without-numbers": return .list(hasNumbers: false)
        case "sizeless":
            var device = DeviceDescription.touchscreen()
            device.codes[EventType.absolute]?.remove(AbsoluteAxis.touchMajor)
            return device
        default:
            Issue.record("unknown device \(name)")
            return .touchscreen()
        }
    }

    private func makeRules() -> ContactRules {
        var rules = ContactRules()
        let switches: [String: WritableKeyPath<ContactRules, Bool>] = [
            "ignoresUnplaced": \.ignoresUnplaced, "ignoresAligned": \.ignoresAligned, "ignoresPalms": \.ignoresPalms,
            "ignoresEdgeNoise": \.ignoresEdgeNoise, "yieldsToPen": \.yieldsToPen, "joinsFlicks": \.joinsFlicks,
            "ignoresRows": \.ignoresRows, "ignoresHovering": \.ignoresHovering,
        ]
        for word in words("rules") {
            let parts = word.split(separator: "=")
            let (name, value) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : "on")
            switch name {
            case "minimumAge": rules.minimumAge = Double(value) ?? .nan
            case "maximumAge": rules.maximumAge = Double(value)
            case "silence": rules.silence = Double(value)
            case "leftoverAfter": rules.leftoverAfter = Double(value)
            case "palmSize" where value == "maximum": rules.palmSize = .maximum
            case "palmSize": rules.palmSize = .millimetres((Double(value) ?? .nan) * PointUnit.millimetres)
            case "deadZone":
                let sides = value.split(separator: ",").compactMap { Double($0) }
                rules.deadZones = [
                    .init(origin: Point(x: sides[0], y: sides[1]), size: Size(width: sides[2], height: sides[3]))
                ]
            default:
                if let path = switches[name] {
                    rules[keyPath: path] = value == "on"
                } else {
                    Issue.record("unknown rule \(word)")
                }
            }
        }
        return rules
    }

    private func checkLines() {
        #expect(Set(fields.keys).isSubset(of: ["on", "rules", "<", ">", ">>", "=", "without"]))
        #expect(fields["<"] != nil && (fields[">"] != nil || fields[">>"] != nil))
    }

    /// Plays it on each device as a panel, whose frames have touches.
    func checkTouches() {
        checkLines()
        for device in devices {
            let panel = Panel(Self.makeDevice(device), rules: makeRules())
            panel.play(words("<"))
            if let frames = frames(">") { #expect(panel.words == frames, "\(device)") }
            if let end = frames(">>") { #expect(panel.words.suffix(end.count) == end, "\(device)") }
            let counts = fields["="]?.first ?? (fields[">"] == nil ? "anything" : "nothing")
            if counts != "anything" { #expect(panel.counts == (counts == "nothing" ? "" : counts), "\(device)") }
        }
        guard fields["without"] != nil else { return }
        let plain = Panel()
        plain.play(words("<"))
        #expect(plain.notes.flatMap(\.began) == words("without").compactMap { Int($0) })
        #expect(plain.notes.flatMap(\.cancelled) == [])
    }

    /// Plays it on a device without slots, whose frames have slots.
    func checkSlots() {
        checkLines()
        let protocols = [
            "single-touch": ContactProtocol.singleTouch, "pressure-only": .singleTouch,
            "numbered-list": .trackedContacts,
        ]
        for device in devices {
            var panel = SlotStory(protocols[device] ?? .anonymousContacts, Self.makeDevice(device))
            var script = ScriptWords(words("<"))
            var signals: [Signal] = []
            while let word = script.next() {
                if let signal = script.signal(word) { signals.append(signal) } else { Issue.record("unknown \(word)") }
            }
            panel.send(signals)
            #expect(panel.frames == frames(">") && panel.audit.faults == [])
        }
    }
}

/// The words of a script.
private struct ScriptWords {
    private var words: ArraySlice<String>

    init(_ words: [String]) { self.words = words[...] }

    mutating func next() -> String? { words.popFirst() }

    mutating func number() -> Int64 {
        let word = words.popFirst() ?? ""
        if let number = Int64(word) { return number }
        Issue.record("no number: \(word)")
        return 0
    }

    mutating func value() -> Int32 { Int32(clamping: number()) }

    /// The event that a word begins; nil for a step.
    mutating func signal(_ word: String) -> Signal? {
        switch word {
        case "slot": .slot(value())
        case "id": .id(value())
        case "x": .x(value())
        case "y": .y(value())
        case "tool": .tool(value())
        case "major", "size": .major(value())
        case "pressure": .pressure(value())
        case "distance": .distance(value())
        case "button": .button(value())
        case "pen": .pen(value() == 1)
        case "rubber": .rubber(value() == 1)
        case "singleX": .singleX(value())
        case "singleY": .singleY(value())
        case "dropped": .dropped
        case "end": .endOfContact
        case "axis": .axis(UInt16(value()), value())
        case "other": .other(type: UInt16(value()), code: UInt16(value()), value: value())
        default: word.hasPrefix("@") ? Int64(word.dropFirst()).map { Signal.report($0) } : nil
        }
    }

    /// A contact, as in `7,10,20`.
    mutating func contact() -> SlotState { Self.contact(next() ?? "") }

    /// Contacts by slot, as in `0:7,10,20`.
    mutating func contacts() -> [Int: SlotState] {
        var contacts: [Int: SlotState] = [:]
        while let word = words.first, word.contains(":") {
            let parts = word.split(separator: ":").map(String.init)
            contacts[Int(parts[0]) ?? -1] = Self.contact(parts[1])
            words.removeFirst()
        }
        return contacts
    }

    private static func contact(_ text: String) -> SlotState {
        let parts = text.split(separator: ",").map { Int32($0) }
        guard parts.count == 3, let id = parts[0] else {
            Issue.record("no contact: \(text)")
            return .initial
        }
        return SlotState(trackingID: id, x: parts[1], y: parts[2])
    }
}

extension Panel {
    /// Sends the events of a script, and takes its steps.
    fileprivate func play(_ words: [String]) {
        var script = ScriptWords(words)
        var signals: [Signal] = []
        while let word = script.next() {
            if let signal = script.signal(word) {
                signals.append(signal)
            } else {
                send(signals)
                signals = []
                perform(word, &script)
            }
        }
        send(signals)
    }

    private func perform(_ step: String, _ script: inout ScriptWords) {
        switch step {
        case "advance": advance(to: script.number())
        case "near": setPen(isNear: true, at: script.number())
        case "far": setPen(isNear: false, at: script.number())
        case "suspend": passOver(at: script.number())
        case "sleep":
            let time = Timestamp(microseconds: script.number())
            process(InputEvent(time: time, type: EventType.synchronization, code: 0, value: 1))
        case "remove": cancelAll(at: script.number())
        case "open":
            let slot = Int(script.number())
            adopt(script.contact(), currentSlot: slot)
        case "lost":
            let time = script.number()
            resynchronize(at: time, script.contacts())
        case "deadline":
            let due = script.next() ?? ""
            #expect(assembler.nextDeadline.map { "\($0.microseconds)" } ?? "none" == due)
        case "empty": #expect(assembler.isEmpty)
        default: Issue.record("unknown word \(step)")
        }
    }
}

extension Panel {
    /// Opens the device, whose first slot has this contact and whose others are empty.
    @discardableResult
    func adopt(_ contact: SlotState, currentSlot: Int = 0) -> Panel {
        assembler.adopt(currentSlot: currentSlot) { $0 == 0 ? contact : .initial }
        return self
    }
}
