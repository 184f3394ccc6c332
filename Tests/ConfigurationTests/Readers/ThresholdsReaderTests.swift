// Tests of `thresholds`, and of the thresholds that a surface gets.

import Configuration
import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct ThresholdsReaderTests {
    private func rule(_ yaml: String) throws -> ThresholdsRule {
        try Configuration(yaml: "thresholds: \(yaml)", file: "file").thresholds
    }

    private func thresholds(_ yaml: String, diagonal inches: Double, isSizeKnown: Bool = true) throws -> Thresholds {
        // Sides and diagonal have the ratio 3:4:5.
        let size = Size(width: inches * 0.8 * 163, height: inches * 0.6 * 163)
        return try Configuration(yaml: "thresholds: \(yaml)", file: "file")
            .thresholds(for: Surface(name: "panel", size: size, deviceToSurface: .identity), isSizeKnown: isSizeKnown)
    }

    /// The profile of the shipped configuration: UIKit's, but for two numbers.
    private func shipped(scaledBy factor: Double = 1) -> Thresholds {
        var thresholds = Thresholds.standard.scaled(by: factor)
        thresholds.landingInterval = Thresholds.shipped.landingInterval
        thresholds.swipeMaximumOppositeMovement = Thresholds.shipped.swipeMaximumOppositeMovement
        return thresholds
    }

    @Test("Without the section, or with an empty one, the profile is the shipped one, scaled only for large surfaces")
    func standard() throws {
        #expect(try rule("{}") == Configuration.standard.thresholds)
        #expect(try thresholds("{}", diagonal: 10) == shipped())
        #expect(try thresholds("{}", diagonal: 15.9) == shipped())
        #expect(try thresholds("{}", diagonal: 55.1) == shipped(scaledBy: 1.5))
        #expect(try abs(thresholds("{}", diagonal: 35.5).panHysteresis - 12.5) < 1e-9)
        #expect(try thresholds("{ scale: auto }", diagonal: 60) == shipped(scaledBy: 1.5))
    }

    @Test("What is not UIKit's can be set back to it, and holds for no attached recognizer")
    func uikit() throws {
        let exact = try thresholds("{ landingInterval: 0, swipeMaximumOppositeMovement: 0 }", diagonal: 10)
        #expect(exact == .standard)
        #expect(try thresholds("{}", diagonal: 10).forAttachments == .standard)
        let own = try thresholds("{ scale: 2, panHysteresis: 7, landingInterval: 0.3 }", diagonal: 10).forAttachments
        #expect(own.landingInterval == 0 && own.panHysteresis == 7 && own.pinchHysteresis == 20)
    }

    @Test("A guessed size scales nothing automatically")
    func assumed() throws {
        #expect(try thresholds("{}", diagonal: 60, isSizeKnown: false) == shipped())
        #expect(
            try thresholds("{ scale: 2 }", diagonal: 10, isSizeKnown: false) == shipped(scaledBy: 2))
    }

    @Test("A given scale applies to every surface")
    func scale() throws {
        #expect(try rule("{ scale: 1.3 }").scale == .factor(1.3))
        #expect(try thresholds("{ scale: 1.3 }", diagonal: 60) == shipped(scaledBy: 1.3))
        #expect(try thresholds("{ scale: 1 }", diagonal: 60) == shipped())
    }

    @Test("Given numbers are not scaled")
    func numbers() throws {
        let made = try thresholds(
            "{ scale: 2, panHysteresis: 1in, landingInterval: 80ms, rotationHysteresis: 90 }", diagonal: 10)
        #expect(made.panHysteresis == 163)
        #expect(made.landingInterval == 0.08)
        #expect(made.rotationHysteresis == .pi / 2)
        #expect(made.pinchHysteresis == 20)
    }

    @Test("Every number of a profile has a key, and the key sets it")
    func completeness() throws {
        let fields = Mirror(reflecting: Thresholds.standard).children.compactMap(\.label)
        #expect(fields.sorted() == ThresholdsRule.properties.map(\.key).sorted())
        for property in ThresholdsRule.properties {
            let made = try thresholds("{ \(property.key): 7 }", diagonal: 10)
            #expect(property.value(of: made)?.description == "7")
            #expect(property.documentation.hasSuffix("."))
            for child in Mirror(reflecting: made).children {
                let isSet = child.value as? Double != field(child.label, of: shipped())
                #expect(isSet == (child.label == property.key), "\(property.key), \(child.label ?? "")")
            }
        }
    }

    private func field(_ label: String?, of thresholds: Thresholds) -> Double? {
        Mirror(reflecting: thresholds).children.first { $0.label == label }?.value as? Double
    }

    @Test(
        "A scale is a number from 0.1 to 10, or auto",
        arguments: ["0", "-1", "0.05", "11", "nan", "150%", "Auto", "\"1\"", "~", "[1]"])
    func noScale(value: String) {
        let shown = ["\"1\"": "`1`", "~": "nothing", "[1]": "a list of 1"][value] ?? "`\(value)`"
        #expect(
            messages(of: "thresholds: { scale: \(value) }") == [
                "1:22 `scale` must be auto or a number from 0.1 to 10, not \(shown)"
            ])
    }

    @Test(
        "An invalid profile is refused with all problems at once",
        arguments: rows(
            """
            { panHysteresis: 2s, landingIntervall: 1 } → `panHysteresis` must be a length from 0 to 10000 points, \
            such as \
            10 or 1.5mm, not `2s` | unknown key `landingIntervall` (did you mean `landingInterval`?)
            { sequenceInterval: -1 } → `sequenceInterval` must be a time from 0 to 60 seconds, such as 0.5 or 500ms, \
            not `-1`
            { edgeWidth: {} } → `edgeWidth` must be a length from 0 to 10000 points, such as 10 or 1.5mm, not a mapping
            large → `thresholds` must be a mapping such as { scale: 1.3, panHysteresis: 2mm }, not `large`…
            """))
    func refused(row: Row) { row.expect(refusal("thresholds: " + row.text)) }
}
