// Tests of recordings as pictures.

import Configuration
import Diagnosis
import Foundation
import GestureDaemon
import GestureWire
import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct PlotTests {
    private let twoFingerTap = RecognizerRule(
        name: "two-finger-tap", type: .tap, properties: ["numberOfTouchesRequired": .count(2)])
    private let doubleTap = RecognizerRule(
        name: "double-tap", type: .tap, properties: ["numberOfTapsRequired": .count(2)])
    private let tap = RecognizerRule(name: "tap", type: .tap)

    private func plot(
        _ name: String, _ recognizers: [RecognizerRule] = Configuration.standard.recognizers,
        shown: [Glob] = [Glob("*")], sequences: Set<Int>? = nil, prepare: EnginePreparation? = nil
    ) throws -> SVGFile {
        try SVGFile(
            Plot(
                of: RecordingCatalogue.recording(name), configuration: Configuration(recognizers: recognizers),
                recognizers: shown, sequences: sequences, prepare: prepare))
    }

    private func plot(_ signals: [Signal], _ recognizers: [RecognizerRule]) throws -> SVGFile {
        try SVGFile(
            Plot(
                of: Fixtures.recording(signals),
                configuration: Configuration(surfaces: Fixtures.inPoints, recognizers: recognizers)))
    }

    @Test(
        "Every recording is drawn as well-formed XML without scripts, links or styles",
        arguments: ["ed-atmel-mxt-2f-touch", "ed-atmel-mxt-1f-fasttaps", "mh-tablet-three-touches", "made-phone"])
    func wellFormed(name: String) throws {
        let picture = try plot(name)
        let tags = Set(picture.elements.map(\.tag))
        let known: Set = ["svg", "g", "defs", "pattern", "title", "rect", "path", "circle", "polyline", "text", "use"]
        #expect(tags.isSubset(of: known), "\(tags.subtracting(known))")
        let attributes = picture.elements.flatMap(\.attributes)
        #expect(attributes.allSatisfy { !$0.key.hasPrefix("on") && $0.key != "style" })
        #expect(attributes.filter { $0.key.hasSuffix("href") }.allSatisfy { $0.value.hasPrefix("#plot-") })
        #expect(attributes.allSatisfy { !$0.value.contains("://") })
    }

    @Test("The picture, its sequences, panels, touches and lanes have titles")
    func titles() throws {
        let picture = try plot("ed-atmel-mxt-2f-touch", [twoFingerTap])
        let titles = picture.all("title").map(\.text)
        #expect(titles.first?.hasSuffix(": one sequence of touches") == true)
        for prefix in [
            "Legend", "Sequence 1: touches 1 and 2, 0.824 s from 0.000: nothing was recognized",
            "The panel with the trails of touch 1 and touch 2", "touch 1, lifted", "Time from 0.000 to ",
            "touch 2: landed at 0.055, lifted at 0.810", "two-finger-tap: failed at 0.750: still down after 0.750 s",
        ] {
            #expect(titles.contains { $0.hasPrefix(prefix) }, "\(prefix)")
        }
    }

    @Test("The outline has the panel's proportions, a finger the place on it where it landed")
    func proportions() throws {
        let picture = try plot(
            [.slot(0), .id(1), .x(500), .y(250), .report(0), .x(1500), .report(50_000), .id(-1), .report(90_000)],
            [tap])
        let outline = try picture.outline()
        let ratio = outline.number("width") / outline.number("height")
        #expect(abs(ratio - 1999.0 / 999) < 0.01)
        let scale = outline.number("width") / 1999
        let signs = picture.all("use", in: "touch 1, lifted")
        #expect(signs.map { $0.attributes["href"] } == ["#plot-landed", "#plot-lifted"])
        for (sign, place) in zip(signs, [500.0, 1500.0]) {
            let (x, y) = (sign.number("x") - outline.number("x"), sign.number("y") - outline.number("y"))
            #expect(abs(x - place * scale) < 0.2)
            #expect(abs(y - 250 * scale) < 0.2)
        }
        let number = try #require(picture.all("text", in: "The panel").first)
        #expect(number.text == "1")
    }

    @Test("Lanes have the outcomes of the explanation, word for word", arguments: [0, 1])
    func words(case number: Int) throws {
        let name = ["ed-atmel-mxt-2f-touch", "mh-tablet-two-finger-drag"][number]
        let picture = try plot(name)
        let explained = try Fixtures.explanation(RecordingCatalogue.recording(name), .standard)
        let outcomes = explained.suffix(Configuration.standard.recognizers.count)
        #expect(outcomes.contains { $0.contains("failed at") })
        for (outcome, rule) in zip(outcomes, Configuration.standard.recognizers) {
            let words = outcome.dropFirst(2 + rule.name.count).drop { $0 == " " }
            #expect(picture.text(in: "\(rule.name): ") == "\(rule.name) \(words)")
        }
    }

    @Test("A lane shows possible, waiting and recognized by its shapes, a failure by a cross with its reason")
    func shapes() throws {
        let waits: EnginePreparation = { engine, _ in
            let recognizers = engine.root.gestureRecognizers
            for tap in recognizers where tap.name == "tap" {
                for other in recognizers where other.name == "double-tap" { tap.require(toFail: other) }
            }
        }
        let picture = try plot("ed-isdv4e6-single-tap-center", [tap, doubleTap], prepare: waits)
        #expect(picture.signs(in: "tap: ") == ["recognized"] && picture.signs(in: "double-tap: ") == ["failed"])
        #expect(picture.all("path", in: "tap: ").contains { $0.attributes["stroke-dasharray"] != nil })
        #expect(picture.all("g", in: "tap: ").contains { $0.attributes["fill"] == "url(#plot-hatch)" })
        #expect(picture.all("g", in: "double-tap: ").allSatisfy { $0.attributes["fill"] != "url(#plot-hatch)" })
        let reasons = picture.all("use", in: "double-tap: ").compactMap(\.titles.last)
        #expect(reasons.count == 1 && reasons[0].hasSuffix(": failed: no other tap within 0.350 s"))
        let hatched = try #require(picture.all("rect", in: "tap: ").first)
        let mark = try #require(picture.all("use", in: "tap: ").first)
        let right = hatched.number("x") + hatched.number("width")
        #expect(abs(right - mark.number("x")) < 0.2)
    }

    @Test("A continuous gesture is a bar with notches for its changes, to where it ended")
    func continuous() throws {
        let picture = try plot("ed-atmel-mxt-2f-touch")
        #expect(picture.signs(in: "two-finger-pan: ") == ["ended"])
        #expect(picture.all("path", in: "two-finger-pan: ").contains { $0.attributes["d"]?.contains("v5M") == true })
        let bar = try #require(picture.all("rect", in: "two-finger-pan: ").first)
        let end = try #require(picture.all("use", in: "two-finger-pan: ").first)
        let right = bar.number("x") + bar.number("width")
        #expect(abs(right - end.number("x")) < 0.2)
    }

    @Test("A finger that is down when the recording is over is lost, and so is its gesture")
    func lost() throws {
        let picture = try plot(
            [.slot(0), .id(1), .x(500), .y(250), .report(0), .x(600), .report(50_000), .x(700), .report(90_000)],
            [RecognizerRule(name: "pan", type: .pan)])
        #expect(picture.signs(in: "touch 1, lost") == ["landed", "lost"])
        #expect(picture.signs(in: "pan: ") == ["cancelled"])
        #expect(picture.text(in: "pan: ").hasSuffix("cancelled at 0.090: a touch was lost"))
    }

    @Test("Regions are drawn where they are, with their names, and touches say in which they landed")
    func regions() throws {
        let frame = RegionFrame(
            x: .fraction(0.5), y: .fraction(0), width: .fraction(0.25), height: .fraction(1))
        let configuration = Configuration(
            surfaces: Fixtures.inPoints, regions: [RegionRule(name: "volume", frame: frame)], recognizers: [tap])
        let recording = Fixtures.recording(
            [.slot(0), .id(1), .x(1100), .y(250), .report(0), .id(-1), .report(50_000)])
        let picture = try SVGFile(Plot(of: recording, configuration: configuration))
        let outline = try picture.outline()
        let region = try #require(picture.all("rect", in: "region volume").first)
        let (left, middle) = (region.number("x"), outline.number("x") + outline.number("width") / 2)
        #expect(abs(left - middle) < 0.2)
        let quarter = outline.number("width") / 4
        #expect(abs(region.number("width") - quarter) < 0.2)
        #expect(picture.text(in: "region volume") == "volume")
        #expect(picture.text(in: "Sequence 1").contains(", landed in volume "))
    }

    @Test("Names from outside are text, whatever is in them")
    func escaping() throws {
        let hostile = "</text><script>alert('\"&amp;')</script>]]>\u{1b}[31m\u{0}\u{202e}\u{FFFE}\u{7f}"
        let rules = [RecognizerRule(name: hostile, type: .tap), tap]
        let frame = RegionFrame(x: .fraction(0), y: .fraction(0), width: .fraction(0.5), height: .fraction(0.5))
        let configuration = Configuration(
            surfaces: [SurfaceRule(name: hostile, settings: SurfaceSettings(size: Size(width: 200, height: 100)))],
            regions: [RegionRule(name: hostile, frame: frame)], recognizers: rules)
        let plot = try Plot(
            of: Fixtures.recording([.slot(0), .id(1), .x(10), .y(10), .report(0), .id(-1), .report(50_000)]),
            configuration: configuration)
        let picture = try SVGFile(plot)
        #expect(picture.all("script").isEmpty && !plot.picture.contains("<script"))
        #expect(plot.picture.unicodeScalars.allSatisfy { !$0.isUnsafe || $0 == "\n" })
        #expect(picture.text().contains("</text><script>alert('\"&amp;')</script>]]>\\u{1b}[31m\\u{0}\\u{202e}"))
        #expect(picture.all("title").contains { $0.text.hasPrefix("region </text><script>") })
    }

    @Test("Only recognizers and sequences that are selected are drawn")
    func selects() throws {
        let picture = try plot("ed-atmel-mxt-1f-fasttaps", shown: [Glob("ta*")], sequences: [2, 9])
        let titles = picture.all("title").map(\.text)
        #expect(titles.filter { $0.hasPrefix("Sequence ") }.map { $0.prefix(11) } == ["Sequence 2:", "Sequence 9:"])
        #expect(titles.count { $0.hasPrefix("tap: ") } == 2 && !titles.contains { $0.hasPrefix("pan: ") })
        #expect(!picture.text().contains("left out"))
    }

    @Test("Without a touch the panel is drawn with a sentence")
    func empty() throws {
        let picture = try plot([.report(0)], [tap])
        #expect(picture.text().contains("No finger touched it."))
        #expect(try picture.outline().number("width") > 100)
    }
}
