// Tests of recognizers that a client decides, in a whole daemon: what it is sent, and what its decisions do.

import Configuration
import GestureWire
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

private let custom = #"{"name":"it","type":"custom"}"#
private let (one, two) = (Fixtures.taps((300, 200)), Fixtures.taps((300, 200), (300, 200)))

/// A client in short: `attempt 1.2 ended (300.0, 200.0)?`, `reset 1 failed: …`, `it recognized`, `{}`.
private struct Deciding {
    let panel: ListenedPanel
    let client: ListenedPanel.Client

    init(_ panel: ListenedPanel, _ capabilities: Set<Capability> = [.gestures, .touches, .attach, .control]) throws {
        self.panel = panel
        client = try panel.connect(capabilities)
    }

    @discardableResult
    func request(_ method: String, _ params: String = "{}") -> [String] {
        client.forget()
        panel.request(method, params, by: client)
        return words()
    }

    func attach(_ recognizers: String = custom) -> [String] { request("attach", #"{"recognizers":[\#(recognizers)]}"#) }

    @discardableResult
    func recognize(_ attempt: Int, _ rest: String = "", as name: String = "it") -> [String] {
        request("recognize", #"{"recognizer":"\#(name)","attempt":\#(attempt)\#(rest)}"#)
    }

    func play(until end: Int) -> [String] {
        panel.play(until: end)
        return words()
    }

    func words() -> [String] {
        defer { client.forget() }
        return client.lines.map { line in
            let bytes = Array(line.replacing("\"time\":T", with: "\"time\":1.0").utf8)
            return switch try? ServerMessage.decode(bytes) {
            case .gesture(let gesture): "\(gesture.notification.recognizer) \(gesture.notification.state)"
            case .attempt(let touches):
                "attempt \(touches.attempt).\(touches.change) "
                    + touches.touches.map {
                        "\($0.phase) (\($0.location.x), \($0.location.y))"
                    }.joined(separator: ", ") + (touches.mustAnswer ? "?" : "")
            case .reset(let end): "reset \(end.attempt) \(end.outcome)" + (end.reason.isEmpty ? "" : ": \(end.reason)")
            case .error(_, let error):
                "\(error.code) \(error.data?.path ?? ""): \(error.message); \(error.data?.hint ?? "")"
            case .response: String(line.dropFirst(#"{"jsonrpc":"2.0","id":1,"result":"#.count).dropLast())
            default: line
            }
        }
    }
}

@Suite struct AttemptTests {
    private func panel(
        _ recording: Recording = one, _ recognizers: [RecognizerRule] = [], isDisguised: Bool = false
    ) throws -> ListenedPanel {
        try ListenedPanel(
            recording, Configuration(surfaces: Fixtures.inPoints, recognizers: recognizers), isDisguised: isDisguised)
    }

    @Test("A client receives the touches of its recognizer, decides, and is told the end; no subscription is needed")
    func decides() throws {
        let deciding = try Deciding(panel())
        _ = deciding.attach()
        #expect(deciding.play(until: 600) == ["attempt 1.1 began (300.0, 200.0)", "attempt 1.2 ended (300.0, 200.0)"])
        #expect(deciding.recognize(1, #","state":"recognized""#) == ["reset 1 recognized", "{}"])
        #expect(deciding.recognize(1, #","state":"recognized""#) == [#"{"over":true}"#])
        #expect(deciding.recognize(2)[0].hasPrefix("-32602 params.attempt: no such attempt"))
    }

    @Test("Its gesture has its values, with places of the region as places of the surface")
    func values() throws {
        let deciding = try Deciding(panel())
        let frame = #"{"x":100,"y":50,"width":400,"height":300}"#
        deciding.request(
            "attach",
            #"{"regions":[{"name":"r","frame":\#(frame)}],"recognizers":[{"name":"it","type":"custom","region":"r"}]}"#)
        deciding.request("subscribe")
        #expect(deciding.play(until: 510).first == "attempt 1.1 began (200.0, 150.0)")
        deciding.client.forget()
        deciding.panel.request(
            "recognize",
            #"{"recognizer":"it","attempt":1,"state":"began","values":{"where":{"x":1,"y":2},"count":3}}"#,
            by: deciding.client)
        #expect(deciding.client.lines[0].contains(#""count":3,"where":{"x":101.0,"y":52.0}"#))
    }

    @Test("A state that cannot follow is refused with those that can, and another recognizer's attempt")
    func illegal() throws {
        let deciding = try Deciding(panel())
        _ = deciding.attach()
        _ = deciding.play(until: 510)
        let refusal = deciding.recognize(1, #","state":"changed""#)
        #expect(
            refusal == [
                "-32602 params.state: possible cannot become changed; one of began, recognized and failed"
            ])
        #expect(deciding.recognize(1, as: "other")[0].hasPrefix("-32602 params.recognizer: the attempt is another"))
        #expect(deciding.recognize(1, #","state":"began""#) == ["{}"])
        let ended = deciding.recognize(1, #","state":"began""#)
        #expect(ended[0].hasSuffix("began cannot become began; one of changed, ended and cancelled"))
    }

    @Test("A client that does not answer delays others by its time, and learns why it has failed")
    func silent() throws {
        let deciding = try Deciding(panel())
        _ = deciding.attach(custom + #",{"name":"waits","type":"tap","requireToFail":["it"]}"#)
        deciding.request("subscribe")
        #expect(
            deciding.play(until: 590) == [
                "attempt 1.1 began (300.0, 200.0)?", "attempt 1.2 ended (300.0, 200.0)?",
            ])
        #expect(
            deciding.play(until: 700) == [
                "reset 1 failed: its client did not decide within 0.100 s", "waits recognized",
            ])
    }

    /// What a client may do instead of deciding in time.
    enum Manner: CaseIterable {
        case silent, late, twice, old, illegal, floods

        /// Does it with an attempt, 5 ms times `step` after its first touch.
        fileprivate func act(_ deciding: Deciding, on attempt: Int, step: Int) {
            switch self {
            case .silent: break
            case .late: if step == 22 { deciding.recognize(attempt, #","state":"recognized""#) }
            case .twice: for _ in 0..<2 { deciding.recognize(attempt, #","state":"failed""#) }
            case .old: deciding.recognize(attempt - 1, #","change":99,"state":"failed""#)
            case .illegal: deciding.recognize(attempt, #","state":"changed""#)
            case .floods: for _ in 0..<50 { deciding.recognize(attempt, #","change":0"#) }
            }
        }
    }

    /// The lines of the gestures that others get of two drags, and how long each gesture of `waits` waited.
    private func gestures(beside manner: Manner?) throws -> (beside: [String], waits: [Double]) {
        let signals = (0..<60 as Range<Int32>).flatMap { frame -> [Signal] in
            let x = 100 + frame % 30 * 10
            let place: [Signal] = frame % 30 == 29 ? [.id(-1)] : [.x(x), .y(100)]
            return [.slot(0)] + (frame % 30 == 0 ? [.id(frame / 30 + 1)] : []) + place
                + [.report(Int64(frame) * 10_000 + (frame < 30 ? 0 : 400_000))]
        }
        let panel = try panel(
            Fixtures.recording(signals),
            [
                RecognizerRule(name: "it", type: .custom, simultaneousWith: ["beside", "waits"]),
                RecognizerRule(name: "beside", type: .pan),
                RecognizerRule(name: "waits", type: .pan, requireToFail: ["it"], simultaneousWith: ["beside"]),
            ])
        let (deciding, other) = (try Deciding(panel), try panel.connect([.gestures]))
        if manner != nil { _ = deciding.attach() }
        panel.request("subscribe", #"{"states":["began","changed","ended","cancelled"]}"#, by: other)
        other.forget()
        var (landings, step) = ([Double](), 0)
        for end in stride(from: 5, to: 2000, by: 5) {
            panel.play(until: end)
            let sent = String(decoding: deciding.client.received, as: UTF8.self)
            for match in sent.matches(of: /"time":([0-9.]+),"touches":\[\{"id":[0-9]+,"phase":"began"/) {
                landings.append(try #require(Double(match.1)))
                step = 0
            }
            deciding.client.forget()
            if !landings.isEmpty { manner?.act(deciding, on: landings.count, step: step) }
            step += 1
        }
        let began = other.received.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
            .filter { $0.contains(#""recognizer":"waits""#) && $0.contains(#""state":"began""#) }
            .compactMap { $0.firstMatch(of: /"time":([0-9.]+)/).flatMap { Double($0.1) } }
        return (
            other.lines.filter { $0.contains(#""recognizer":"beside""#) }.map {
                $0.replacing(/"(seq|gesture)":[0-9]+/, with: "")
            }, zip(began, landings).map { $0 - $1 }
        )
    }

    @Test("Whatever its client does, others get the same gestures, and those that wait do so for its time at most")
    func hostile() throws {
        let alone = try gestures(beside: nil).beside
        #expect(alone.count > 40)
        for manner in Manner.allCases {
            let (beside, waits) = try gestures(beside: manner)
            #expect(beside == alone, "\(manner)")
            #expect(waits.count == 2 && waits.allSatisfy { $0 < 0.1001 }, "\(manner): \(waits)")
            #expect(manner == .twice || waits.allSatisfy { $0 > 0.0999 }, "\(manner): \(waits)")
        }
    }

    @Test("The client of a configured recognizer decides for everybody, one at a time; without one it fails at once")
    func configured() throws {
        let rules = [
            RecognizerRule(name: "it", type: .custom), RecognizerRule(name: "waits", type: .tap, requireToFail: ["it"]),
        ]
        let panel = try panel(two, rules)
        let (deciding, other) = (try Deciding(panel), try Deciding(panel))
        other.request("subscribe")
        #expect(other.play(until: 600) == ["waits recognized"])
        #expect(deciding.attach()[0].contains(#""recognizers":["it"]"#))
        #expect(other.attach()[0].hasPrefix("-32000 params.recognizers: another client decides for"))
        _ = deciding.play(until: 1550)
        #expect(deciding.recognize(1, #","state":"recognized""#) == ["reset 1 recognized", "{}"])
        #expect(other.words() == ["it recognized"])
        #expect(deciding.request("detach", #"{"recognizers":["it"]}"#) == ["{}"])
        #expect(other.attach()[0].contains(#""recognizers":["it"]"#))
    }

    @Test("Own recognizers of another client that wait for it learn at once what it decides, and that it is gone")
    func waitingElsewhere() throws {
        let ends: [(Deciding) -> Void] = [
            { $0.recognize(1, #","state":"failed""#) }, { $0.request("detach") }, { $0.panel.disconnect($0.client) },
        ]
        for end in ends {
            let panel = try panel(one, [RecognizerRule(name: "it", type: .custom)])
            let (deciding, other) = (try Deciding(panel), try Deciding(panel))
            _ = deciding.attach()
            _ = other.attach(#"{"name":"waits","type":"longPress","minimumPressDuration":0,"requireToFail":["it"]}"#)
            other.request("subscribe", #"{"recognizers":["waits"]}"#)
            #expect(deciding.play(until: 510) == ["attempt 1.1 began (300.0, 200.0)?"] && other.words() == [])
            end(deciding)
            #expect(other.words() == ["waits began"])
        }
    }

    @Test("The end of the connection, of the rights and of the recognizer ends the attempt, and others go on")
    func ends() throws {
        let ends: [(Deciding) -> Void] = [
            { $0.panel.disconnect($0.client) }, { $0.request("detach") },
            { $0.panel.allow([.gestures, .attach], to: $0.client) },
            { $0.panel.allow([.gestures, .touches], to: $0.client) },
        ]
        for end in ends {
            let rules = [
                RecognizerRule(name: "it", type: .custom),
                RecognizerRule(name: "waits", type: .tap, requireToFail: ["it"]),
            ]
            let panel = try panel(Fixtures.taps((300, 200)), rules)
            let (deciding, other) = (try Deciding(panel), try Deciding(panel))
            other.request("subscribe", #"{"states":["failed","recognized"]}"#)
            _ = deciding.attach()
            #expect(deciding.play(until: 510) == ["attempt 1.1 began (300.0, 200.0)?"])
            end(deciding)
            #expect(other.words() == ["it failed"])
            #expect(other.play(until: 1000) == ["waits recognized"])
        }
    }

    @Test("A recognizer with `predicted` is told where its touches are expected, in the coordinates of its region")
    func predicted() throws {
        let deciding = try Deciding(panel(try RecordingCatalogue.recording("ed-atmel-mxt-1f-updown")))
        let frame = #"{"x":100,"y":50,"width":4000,"height":3000}"#
        let recognizers = ["", #","predicted":true,"region":"r""#].enumerated().map { index, keys in
            #"{"name":"it\#(index)","type":"custom"\#(keys)}"#
        }
        deciding.request(
            "attach",
            #"{"regions":[{"name":"r","frame":\#(frame)}],"recognizers":[\#(recognizers.joined(separator: ","))]}"#)
        deciding.client.forget()
        deciding.panel.play(until: 2500)
        var moves: [String: [WireTouch]] = [:]
        for line in deciding.client.lines {
            let bytes = Array(line.replacing("\"time\":T", with: "\"time\":1.0").utf8)
            guard case .attempt(let touches)? = try? ServerMessage.decode(bytes) else { continue }
            let touch = try #require(touches.touches.first)
            if touch.phase == .moved { moves[touches.recognizer, default: []].append(touch) }
            if touch.phase == .ended { #expect(touch.predicted.isEmpty) }
        }
        let (plain, predicted) = (moves["it0"] ?? [], moves["it1"] ?? [])
        #expect(plain.count > 20 && plain.map { $0.location.x - 100 } == predicted.map(\.location.x))
        #expect(plain.allSatisfy(\.predicted.isEmpty) && predicted.allSatisfy { $0.predicted.count == 2 })
        // The finger moves down and up.
        let sideways = predicted.flatMap { touch in touch.predicted.map { $0.location.x - touch.location.x } }
        #expect(sideways.allSatisfy { $0.magnitude < 60 })
    }

    @Test("It needs the capability of touches, too")
    func capabilities() throws {
        let deciding = try Deciding(panel(), [.gestures, .attach])
        #expect(deciding.attach()[0].hasPrefix("-32001 method: the capability `touches` is missing"))
        #expect(deciding.recognize(1)[0].hasPrefix("-32001"))
    }

    @Test("The loss of `touches` ends an attempt, and its recognizer fails until it is back")
    func lostTouches() throws {
        let panel = try panel(Fixtures.taps((300, 200), (300, 200), (300, 200)))
        let deciding = try Deciding(panel)
        _ = deciding.attach()
        #expect(deciding.play(until: 510).first?.hasPrefix("attempt 1.1 began") == true)
        panel.allow([.gestures, .attach], to: deciding.client)
        #expect(deciding.words().last == "reset 1 failed: its client is gone")
        #expect(deciding.play(until: 1510) == [])
        panel.allow([.gestures, .touches, .attach], to: deciding.client)
        #expect(deciding.recognize(1, #","state":"recognized""#) == [#"{"over":true}"#])
        #expect(deciding.play(until: 2510).first == "attempt 2.1 began (300.0, 200.0)")
    }

    @Test("An answer to `attach` says which recognizers are configured ones that the connection decides")
    func decided() throws {
        let deciding = try Deciding(panel(one, [RecognizerRule(name: "it", type: .custom)]))
        #expect(deciding.attach().last?.contains(#""decided":["it"]"#) == true)
        #expect(deciding.attach(#"{"name":"own","type":"custom"}"#).last?.contains("decided") == false)
        let another = try Deciding(deciding.panel).attach(#"{"name":"it","type":"custom","answerTimeout":1}"#)
        #expect(another.last?.contains("`it` is a recognizer of this connection, and not the configured one") == true)
    }
}
