// Tests that every key sets its recognizer's property.

import Configuration
import Gestures
import Testing
import Touch

@Suite struct RecognizerPropertiesTests {
    /// The recognizer of a type with all its own properties.
    private func made<Recognizer>(_ type: RecognizerType, _ keys: String) throws -> Recognizer {
        for property in type.ownProperties { #expect(keys.contains("\(property.key): "), "\(property.key)") }
        let made = try recognizer("type: \(type.rawValue), \(keys)").makeRecognizer()
        #expect(made.name == "a")
        return try #require(made as? Recognizer)
    }

    @Test("A tap and a long press have every property")
    func taps() throws {
        let tap: TapGestureRecognizer = try made(
            .tap,
            "numberOfTapsRequired: 2, numberOfTouchesRequired: 3, maximumTapDuration: 0.6, "
                + "maximumIntervalBetweenSuccessiveTaps: 400ms, allowableMovement: 25.4mm")
        #expect([tap.numberOfTapsRequired, tap.numberOfTouchesRequired] == [2, 3])
        let lengths = [tap.maximumTapDuration, tap.maximumIntervalBetweenSuccessiveTaps, tap.allowableMovement]
        #expect(lengths == [0.6, 0.4, 163])
        let press: LongPressGestureRecognizer = try made(
            .longPress,
            "minimumPressDuration: 1s, numberOfTapsRequired: 1, numberOfTouchesRequired: 2, allowableMovement: 12.5")
        #expect([press.numberOfTapsRequired, press.numberOfTouchesRequired] == [1, 2])
        #expect([press.minimumPressDuration, press.allowableMovement] == [1, 12.5])
    }

    @Test("A swipe and a tickle have every property")
    func swipe() throws {
        let swipe: SwipeGestureRecognizer = try made(
            .swipe,
            "direction: [left, up], numberOfTouchesRequired: 4, maximumDuration: 0.25, minimumPrimaryMovement: 60, "
                + "maximumSecondaryMovement: 70, maximumOppositeMovement: 5pt")
        #expect(swipe.direction == [.left, .up] && swipe.numberOfTouchesRequired == 4 && swipe.maximumDuration == 0.25)
        let movements = [
            swipe.minimumPrimaryMovement, swipe.maximumSecondaryMovement, swipe.maximumOppositeMovement,
        ]
        #expect(movements == [60, 70, 5])
        let tickle: TickleGestureRecognizer = try made(.tickle, "tickleDistance: 0.5in, numberOfTicklesRequired: 5")
        #expect(tickle.tickleDistance == 81.5 && tickle.numberOfTicklesRequired == 5)
    }

    @Test("Pans and a transform have every property")
    func pans() throws {
        let pan: PanGestureRecognizer = try made(
            .pan, "minimumNumberOfTouches: 2, maximumNumberOfTouches: 3, hysteresis: 0")
        #expect(pan.minimumNumberOfTouches == 2 && pan.maximumNumberOfTouches == 3 && pan.hysteresis == 0)
        let edge: ScreenEdgePanGestureRecognizer = try made(
            .screenEdgePan, "edges: [top, right], edgeWidth: 2in, hysteresis: 3")
        #expect(edge.edges == [.top, .right] && edge.edgeWidth == 326 && edge.hysteresis == 3)
        let transform: TransformGestureRecognizer = try made(
            .transform,
            "minimumNumberOfTouches: 2, maximumNumberOfTouches: 4, hysteresis: 1, pinchHysteresis: 2, "
                + "rotationHysteresis: 90")
        #expect(transform.minimumNumberOfTouches == 2 && transform.maximumNumberOfTouches == 4)
        let hystereses = [transform.hysteresis, transform.pinchHysteresis, transform.rotationHysteresis]
        #expect(hystereses == [1, 2, .pi / 2])
    }

    @Test("A pinch and a rotation have every property: degrees in the file, radians inside")
    func hystereses() throws {
        let pinch: PinchGestureRecognizer = try made(.pinch, "hysteresis: 1in")
        let rotation: RotationGestureRecognizer = try made(.rotation, "hysteresis: 180")
        #expect(pinch.hysteresis == 163 && rotation.hysteresis == .pi)
    }

    @Test("A stroke has every property; a checkmark and an incremental pinch have only the common ones")
    func strokes() throws {
        let stroke: StrokeGestureRecognizer = try made(
            .stroke,
            "minimumScore: 0.7, minimumMargin: 0, minimumLength: 1in, rotationInvariant: true, "
                + "templates: [{ name: v, points: [[0, 0], [5, 10], [10, 0]] }]")
        let points = [Point(x: 0, y: 0), Point(x: 5, y: 10), Point(x: 10, y: 0)]
        #expect(stroke.templates == [try StrokeTemplate(name: "v", points: points)])
        #expect([stroke.minimumScore, stroke.minimumMargin, stroke.minimumLength] == [0.7, 0, 163])
        #expect(stroke.isRotationInvariant)
        #expect(try recognizer("type: checkmark").makeRecognizer() is CheckmarkGestureRecognizer)
        #expect(try recognizer("type: incrementalPinch").makeRecognizer() is IncrementalPinchGestureRecognizer)
    }

    @Test("All types have every common property", arguments: RecognizerType.allCases)
    func common(type: RecognizerType) throws {
        let made = try rule(
            of: type,
            "enabled: false, cancelsTouchesInView: false, delaysTouchesBegan: true, delaysTouchesEnded: false, "
                + "intercepts: recognized, smoothing: { minimumCutoff: 2, beta: 0 }, "
        ).makeRecognizer()
        let flags = [made.isEnabled, made.cancelsTouchesInView, made.delaysTouchesBegan, made.delaysTouchesEnded]
        #expect(flags == [false, false, true, false])
        #expect(made.intercepts == .recognized && made.smoothing == Smoothing(minimumCutoff: 2, beta: 0))
        #expect(made.typeName == type.rawValue)
    }

    /// A rule of the type with these keys, each with a comma, and the required properties of the type.
    private func rule(of type: RecognizerType, _ keys: String = "") throws -> RecognizerRule {
        let required: [RecognizerType: String] = [
            .screenEdgePan: ", edges: left", .stroke: ", templates: [{ name: down, points: [[0, 0], [0, 1]] }]",
        ]
        return try recognizer("\(keys)type: \(type.rawValue)\(required[type] ?? "")")
    }

    @Test("Absent properties keep the recognizer's values", arguments: RecognizerType.allCases)
    func defaults(type: RecognizerType) throws {
        let rule = try rule(of: type)
        let required = type.properties.filter(\.isRequired)
        #expect(
            rule == RecognizerRule(name: "a", type: type, properties: rule.properties)
                && Set(rule.properties.keys) == Set(required.map(\.key)))
        let made = rule.makeRecognizer()
        #expect(made.name == "a")
        for property in type.properties {
            #expect(property.value(of: made) != nil)
            #expect(property.documentation.hasSuffix("."))
            if property.isRequired { continue }
            #expect(property.value(of: made) == property.value(of: type.makeRecognizer(name: "")))
        }
    }

    @Test("The defaults come from the given profile")
    func profile() throws {
        let large = Thresholds.standard.scaled(by: 1.5)
        let pan = try recognizer("type: pan").makeRecognizer(thresholds: large)
        #expect((pan as? PanGestureRecognizer)?.hysteresis == 15)
        for type in RecognizerType.allCases {
            #expect(type.makeRecognizer(name: "", thresholds: large).thresholds == large)
        }
        let exact = try recognizer("type: pan, hysteresis: 7").makeRecognizer(thresholds: large)
        #expect((exact as? PanGestureRecognizer)?.hysteresis == 7)
    }

    @Test("Values are printed as a file has them")
    func printed() throws {
        let rotation = RecognizerType.rotation
        #expect(rotation.properties.last?.value(of: rotation.makeRecognizer(name: ""))?.description == "10")
        let template = try StrokeTemplate(name: "down", points: [Point(x: 0, y: 0), Point(x: 0, y: 1)])
        let values: [PropertyValue] = [
            .seconds(0.35), .points(10), .count(3), .count(.max), .directions(.up), .directions([.up, .left]),
            .directions([]), .edges(.bottom), .edges([.right, .top]), .number(0.125), .flag(false),
            .word("possible"), .smoothing(nil), .smoothing(Smoothing()), .templates([template]),
        ]
        #expect(
            values.map(\.description) == [
                "0.35", "10", "3", "no limit", "up", "[left, up]", "[]", "bottom", "[right, top]", "0.125", "false",
                "possible", "false", "{ minimumCutoff: 1, beta: 0.1 }", "[down]",
            ])
    }
}
