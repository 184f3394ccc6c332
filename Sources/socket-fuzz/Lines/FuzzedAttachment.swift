// Arbitrary attachments, read as by the daemon, built into an engine and touched.

import Configuration
import GestureWire
import Touch
import TouchTesting

@testable import GestureDaemon
@testable import Gestures

/// One connection's requests to attach, update and detach, and random fingers on the result.
final class FuzzedAttachment {
    /// Violations; empty when all is well.
    private(set) var faults: [String] = []

    private static let configuration: Configuration = {
        let text = """
            surfaces: [{ name: panel, pixels: 2000 x 1000 }]
            regions:
            - { name: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }
            - { name: inner, parent: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }
            recognizers: [{ name: tap, type: tap, region: left }, { name: pan, type: pan }]
            """
        do { return try Configuration(yaml: text, file: "file") } catch { fatalError("\(error)") }
    }()
    private static let panel = SurfaceDescription(
        name: "panel", device: "device", unit: .pixels, width: 2000, height: 1000)

    private let surface = Surface(
        name: "panel", size: Size(width: 1000, height: 500), deviceToSurface: .identity,
        pixels: Size(width: 2000, height: 1000))
    private let engine: GestureEngine
    private let layer: AttachedPopulation
    private let proxy = TapGestureRecognizer(name: "tap")
    private var attachments = ConnectionAttachments()
    private let table = TouchTable()
    private var fingers: [Touch] = []
    private var time = Timestamp.zero
    private let lifecycle = GestureLifecycle()

    private init() {
        engine = GestureEngine(size: surface.size)
        layer = AttachedPopulation(engine, of: surface, configuration: Self.configuration)
        engine.observer = lifecycle
        engine.root.addGestureRecognizer(proxy)
    }

    /// One request, and a few fingers.
    convenience init(_ request: AttachRequest) {
        self.init()
        attach(request)
        for (x, y) in [(100.0, 100.0), (700, 300)] {
            land(x, y)
            for step in 1...4 { move(x + Double(step * step) * 6, y + Double(step) * 2) }
        }
        finish()
    }

    /// Four regions, one request, and a few fingers.
    convenience init(_ request: UpdateRequest) {
        self.init()
        let sides = ["x", "y", "width", "height"].map { WireValue.Member(name: $0, value: .integer(200)) }
        let regions = ["a", "b", "c", "r0"].map { name in
            WireValue.object([.init(name: "frame", value: .object(sides)), .init(name: "name", value: .text(name))])
        }
        attach(AttachRequest(regions: regions))
        update(request)
        land(150, 150)
        finish()
    }

    /// The choices of the bytes, again and again.
    convenience init(_ bytes: [UInt8]) {
        self.init()
        var reader = ByteReader(bytes.dropFirst())
        while !reader.isEmpty, faults.isEmpty { step(&reader) }
        finish()
    }

    private func step(_ reader: inout ByteReader) {
        let operation = reader.next()
        switch operation & 7 {
        case 0:
            var chosen = ChosenAttachment(reader)
            attach(chosen.next())
            reader = chosen.rest
        case 1: detach(reader.next())
        case 2: land(Double(reader.next()) * 4, Double(reader.next()) * 2)
        case 3, 4: move(Double(reader.next()) * 4, Double(reader.next()) * 2)
        case 5: lift(isCancelled: operation & 8 != 0)
        case 6: wait(seconds: Double(reader.next()) / 100)
        default:
            guard operation & 8 != 0 else {
                layer.recognizers.values.min { $0.name < $1.name }?.isEnabled.toggle()
                break
            }
            var chosen = ChosenAttachment(reader)
            update(chosen.nextUpdate())
            reader = chosen.rest
        }
        let violations = engine.verifyInvariants()
        require(violations.isEmpty, violations.joined(separator: "; "))
    }

    // MARK: - Requests

    private func attach(_ request: AttachRequest) {
        do throws(RequestError) {
            let names = try attachments.attach(
                request, for: 1, ofUserWith: [1], configuration: Self.configuration, surfaces: [Self.panel])
            require(
                names.regions.count == request.regions.count && names.recognizers.count == request.recognizers.count,
                "not everything was attached")
        } catch {
            require(error.problems.count <= 100, "\(error.problems.count) problems")
            require(error.path.hasPrefix("params.re"), "a refusal without a place: \(error)")
            require(error.problems.allSatisfy { $0.utf8.count < 4096 }, "a long problem")
        }
        follow()
    }

    private func update(_ request: UpdateRequest) {
        let before = attachments[1].rules
        do throws(RequestError) {
            try attachments.update(request, for: 1, configuration: Self.configuration, surfaces: [Self.panel])
            let rules = attachments[1].rules
            require(rules.recognizers == before.recognizers, "an update has changed recognizers")
            let isSame = rules.regions.map(\.name).sorted() == before.regions.map(\.name).sorted()
            require(isSame, "an update has changed which regions there are")
            layer.place(by: rules)
        } catch {
            require(attachments[1].rules == before, "a refused update has changed something")
            require(error.problems.count <= 100, "\(error.problems.count) problems")
            require(error.path.hasPrefix("params.regions"), "a refusal without a place: \(error)")
        }
    }

    private func detach(_ choice: UInt8) {
        let rules = attachments[1].rules
        var request = DetachRequest()
        if choice & 1 != 0 { request.regions = rules.regions.prefix(Int(choice >> 4)).map(\.name) }
        if choice & 2 != 0 { request.recognizers = rules.recognizers.suffix(Int(choice >> 4)).map(\.name) }
        do throws(RequestError) {
            try attachments.detach(request, for: 1)
        } catch {
            faults.append("what is attached cannot be detached: \(error)")
        }
        follow()
    }

    private func follow() {
        let rules = attachments[1].rules
        layer.update(to: rules) { $0 == "tap" ? proxy : nil }
        require(rules.regions.count <= 64 && rules.recognizers.count <= 64, "too much is attached")
        // This is the only surface.
        let isHere = layer.regions.count == rules.regions.count && layer.recognizers.count == rules.recognizers.count
        require(isHere, "something is attached and not there")
    }

    // MARK: - Fingers

    private func deliver() {
        table.deliver(at: time) { frame in
            engine.advance(to: frame.time)
            engine.process(frame)
        }
    }

    private func land(_ x: Double, _ y: Double) {
        time = time.adding(seconds: 0.01)
        guard fingers.count < 10, let touch = table.begin(at: Point(x: x, y: y), time: time) else { return }
        fingers.append(touch)
        deliver()
    }

    private func move(_ x: Double, _ y: Double) {
        time = time.adding(seconds: 0.008)
        guard let last = fingers.last else { return }
        table.move(last, to: Point(x: x, y: y), time: time)
        deliver()
    }

    private func lift(isCancelled: Bool) {
        time = time.adding(seconds: 0.02)
        guard !fingers.isEmpty else { return }
        let touch = fingers.removeFirst()
        if isCancelled { table.cancel(touch, time: time) } else { table.end(touch, time: time) }
        deliver()
    }

    private func wait(seconds: Double) {
        time = time.adding(seconds: seconds)
        engine.advance(to: time)
    }

    private func finish() {
        while !fingers.isEmpty { lift(isCancelled: false) }
        wait(seconds: 100)
        require(engine.nextDeadline == nil, "something waits for ever")
        engine.cancelAll(because: "the device is gone", at: time)
        layer.update(to: AttachedRules()) { _ in nil }
        require(!lifecycle.isOpen, "a gesture is left open")
        require(layer.isEmpty, "something is left")
        faults += lifecycle.faults
    }

    private func require(_ holds: Bool, _ fault: @autoclosure () -> String) {
        if !holds { faults.append(fault()) }
    }
}
