// Tests that every key sets its recognizer's property.

import Configuration
import Gestures
import Testing
import Touch

@Suite struct RecognizerPropertiesTests {
    @Test("A tap has every property")
    func tap() throws {
        let made = try recognizer(
            "type: tap", "enabled: false", "numberOfTapsRequired: 2", "numberOfTouchesRequired: 3",
            "maximumTapDuration: 0.6", "maximumIntervalBetweenSuccessiveTaps: 400ms", "allowableMovement: 25.4mm"
        ).makeRecognizer()
        let tap = try #require(made as? TapGestureRecognizer)
        #expect(tap.name == "a")
        #expect(!tap.isEnabled)
        #expect(tap.numberOfTapsRequired == 2)
        #expect(tap.numberOfTouchesRequired == 3)
        #expect(tap.maximumTapDuration == 0.6)
        #expect(tap.maximumIntervalBetweenSuccessiveTaps == 0.4)
        #expect(tap.allowableMovement == 163)
    }

    @Test("A long press has every property")
    func longPress() throws {
        let made = try recognizer(
            "type: longPress", "enabled: false", "minimumPressDuration: 1s", "numberOfTapsRequired: 1",
            "numberOfTouchesRequired: 2", "allowableMovement: 12.5"
        ).makeRecognizer()
        let press = try #require(made as? LongPressGestureRecognizer)
        #expect(!press.isEnabled)
        #expect(press.minimumPressDuration == 1)
        #expect(press.numberOfTapsRequired == 1)
        #expect(press.numberOfTouchesRequired == 2)
        #expect(press.allowableMovement == 12.5)
    }

    @Test("A swipe has every property")
    func swipe() throws {
        let made = try recognizer(
            "type: swipe", "enabled: false", "direction: [left, up]", "numberOfTouchesRequired: 4",
            "maximumDuration: 0.25", "minimumPrimaryMovement: 60", "maximumSecondaryMovement: 70",
            "maximumOppositeMovement: 5pt"
        ).makeRecognizer()
        let swipe = try #require(made as? SwipeGestureRecognizer)
        #expect(!swipe.isEnabled)
        #expect(swipe.direction == [.left, .up])
        #expect(swipe.numberOfTouchesRequired == 4)
        #expect(swipe.maximumDuration == 0.25)
        #expect(swipe.minimumPrimaryMovement == 60)
        #expect(swipe.maximumSecondaryMovement == 70)
        #expect(swipe.maximumOppositeMovement == 5)
    }

    @Test("A pan has every property")
    func pan() throws {
        let made = try recognizer(
            "type: pan", "enabled: false", "minimumNumberOfTouches: 2", "maximumNumberOfTouches: 3", "hysteresis: 0"
        ).makeRecognizer()
        let pan = try #require(made as? PanGestureRecognizer)
        #expect(!pan.isEnabled)
        #expect(pan.minimumNumberOfTouches == 2)
        #expect(pan.maximumNumberOfTouches == 3)
        #expect(pan.hysteresis == 0)
    }

    @Test("A pinch has every property")
    func pinch() throws {
        let made = try recognizer("type: pinch", "enabled: false", "hysteresis: 1in").makeRecognizer()
        let pinch = try #require(made as? PinchGestureRecognizer)
        #expect(!pinch.isEnabled)
        #expect(pinch.hysteresis == 163)
    }

    @Test("A rotation has every property: degrees in the file, radians inside")
    func rotation() throws {
        let made = try recognizer("type: rotation", "enabled: false", "hysteresis: 180").makeRecognizer()
        let rotation = try #require(made as? RotationGestureRecognizer)
        #expect(!rotation.isEnabled)
        #expect(rotation.hysteresis == .pi)
    }

    @Test("A pan from an edge has every property")
    func screenEdgePan() throws {
        let made = try recognizer("type: screenEdgePan", "edges: [top, right]", "edgeWidth: 2in", "hysteresis: 3")
            .makeRecognizer()
        let pan = try #require(made as? ScreenEdgePanGestureRecognizer)
        #expect(pan.edges == [.top, .right])
        #expect(pan.edgeWidth == 326)
        #expect(pan.hysteresis == 3)
    }

    @Test("A transform has every property")
    func transform() throws {
        let made = try recognizer(
            "type: transform", "minimumNumberOfTouches: 2", "maximumNumberOfTouches: 4", "hysteresis: 1",
            "pinchHysteresis: 2", "rotationHysteresis: 90"
        ).makeRecognizer()
        let transform = try #require(made as? TransformGestureRecognizer)
        #expect(transform.minimumNumberOfTouches == 2)
        #expect(transform.maximumNumberOfTouches == 4)
        #expect(transform.hysteresis == 1)
        #expect(transform.pinchHysteresis == 2)
        #expect(transform.rotationHysteresis == .pi / 2)
    }

    @Test("A stroke has every property")
    func stroke() throws {
        let made = try recognizer(
            "type: stroke", "minimumScore: 0.7", "minimumMargin: 0", "minimumLength: 1in", "rotationInvariant: true",
            "templates: [{ name: v, points: [[0, 0], [5, 10], [10, 0]] }, { name: v, points: [[0, 0], [1, 9], [9, 0]] }]"
        ).makeRecognizer()
        let stroke = try #require(made as? StrokeGestureRecognizer)
        let first = [Point(x: 0, y: 0), Point(x: 5, y: 10), Point(x: 10, y: 0)]
        let second = [Point(x: 0, y: 0), Point(x: 1, y: 9), Point(x: 9, y: 0)]
        #expect(
            stroke.templates == [
                try StrokeTemplate(name: "v", points: first), try StrokeTemplate(name: "v", points: second),
            ])
        #expect(stroke.minimumScore == 0.7)
        #expect(stroke.minimumMargin == 0)
        #expect(stroke.minimumLength == 163)
        #expect(stroke.isRotationInvariant)
    }

    @Test("A tickle has every property")
    func tickle() throws {
        let made = try recognizer("type: tickle", "tickleDistance: 0.5in", "numberOfTicklesRequired: 5")
            .makeRecognizer()
        let tickle = try #require(made as? TickleGestureRecognizer)
        #expect(tickle.tickleDistance == 81.5)
        #expect(tickle.numberOfTicklesRequired == 5)
    }

    @Test("A checkmark and an incremental pinch have only the common properties")
    func others() throws {
        #expect(try recognizer("type: checkmark").makeRecognizer() is CheckmarkGestureRecognizer)
        #expect(try recognizer("type: incrementalPinch").makeRecognizer() is IncrementalPinchGestureRecognizer)
    }

    @Test("All types have every common property", arguments: RecognizerType.allCases)
    func common(type: RecognizerType) throws {
        let made = try rule(
            of: type, "enabled: false", "cancelsTouchesInView: false", "delaysTouchesBegan: true",
            "delaysTouchesEnded: false", "intercepts: recognized", "smoothing: { minimumCutoff: 2, beta: 0 }"
        ).makeRecognizer()
        #expect(!made.isEnabled)
        #expect(!made.cancelsTouchesInView)
        #expect(made.delaysTouchesBegan)
        #expect(!made.delaysTouchesEnded)
        #expect(made.intercepts == .recognized)
        #expect(made.smoothing == Smoothing(minimumCutoff: 2, beta: 0))
        #expect(made.typeName == type.rawValue)
    }

    /// A rule of the type with these lines and the required properties of the type.
    private func rule(of type: RecognizerType, _ lines: String...) throws -> RecognizerRule {
        var all = ["name: a", "type: \(type.rawValue)"] + lines
        if type == .screenEdgePan { all.append("edges: left") }
        if type == .stroke { all.append("templates: [{ name: down, points: [[0, 0], [0, 1]] }]") }
        let yaml = "recognizers:\n-\n" + all.map { "  \($0)\n" }.joined()
        return try #require(try Configuration(yaml: yaml, file: "file").recognizers.first)
    }

    @Test("The tests above cover each key of the tables once")
    func completeness() {
        let keys: [RecognizerType: [String]] = [
            .tap: [
                "numberOfTapsRequired", "numberOfTouchesRequired", "maximumTapDuration",
                "maximumIntervalBetweenSuccessiveTaps", "allowableMovement",
            ],
            .longPress: [
                "minimumPressDuration", "numberOfTapsRequired", "numberOfTouchesRequired", "allowableMovement",
            ],
            .swipe: [
                "direction", "numberOfTouchesRequired", "maximumDuration", "minimumPrimaryMovement",
                "maximumSecondaryMovement", "maximumOppositeMovement",
            ],
            .pan: ["minimumNumberOfTouches", "maximumNumberOfTouches", "hysteresis"],
            .screenEdgePan: ["edges", "edgeWidth", "hysteresis"],
            .pinch: ["hysteresis"],
            .rotation: ["hysteresis"],
            .transform: [
                "minimumNumberOfTouches", "maximumNumberOfTouches", "hysteresis", "pinchHysteresis",
                "rotationHysteresis",
            ],
            .stroke: ["templates", "minimumScore", "minimumMargin", "minimumLength", "rotationInvariant"],
            .tickle: ["tickleDistance", "numberOfTicklesRequired"],
        ]
        for type in RecognizerType.allCases {
            let common = [
                "enabled", "cancelsTouchesInView", "delaysTouchesBegan", "delaysTouchesEnded", "intercepts",
                "smoothing",
            ]
            #expect(type.properties.map(\.key) == common + (keys[type] ?? []))
        }
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
        let exact = try recognizer("type: pan", "hysteresis: 7").makeRecognizer(thresholds: large)
        #expect((exact as? PanGestureRecognizer)?.hysteresis == 7)
    }

    @Test("Each surface gets a recognizer of its own")
    func fresh() {
        let rule = RecognizerRule(name: "a", type: .tap)
        #expect(rule.makeRecognizer() !== rule.makeRecognizer())
    }

    @Test("Values are printed as a file has them")
    func shown() throws {
        let rotation = RecognizerType.rotation
        #expect(rotation.properties.last?.value(of: rotation.makeRecognizer(name: ""))?.description == "10")
        #expect(PropertyValue.seconds(0.35).description == "0.35")
        #expect(PropertyValue.points(10).description == "10")
        #expect(PropertyValue.count(3).description == "3")
        #expect(PropertyValue.count(.max).description == "no limit")
        #expect(PropertyValue.directions(.up).description == "up")
        #expect(PropertyValue.directions([.up, .left]).description == "[left, up]")
        #expect(PropertyValue.directions([]).description == "[]")
        #expect(PropertyValue.edges(.bottom).description == "bottom")
        #expect(PropertyValue.edges([.right, .top]).description == "[right, top]")
        #expect(PropertyValue.number(0.125).description == "0.125")
        #expect(PropertyValue.flag(false).description == "false")
        #expect(PropertyValue.interception(.possible).description == "possible")
        #expect(PropertyValue.smoothing(nil).description == "false")
        #expect(PropertyValue.smoothing(Smoothing()).description == "{ minimumCutoff: 1, beta: 0.1 }")
        let points = [Point(x: 0, y: 0), Point(x: 0, y: 1)]
        #expect(
            PropertyValue.templates([try StrokeTemplate(name: "down", points: points)]).description == "[down]")
    }

    @Test("A value of another kind or of another type has no effect")
    func strange() throws {
        let rule = RecognizerRule(name: "a", type: .tap, properties: ["enabled": .count(2), "hysteresis": .points(3)])
        #expect(rule.makeRecognizer().isEnabled)
        let hysteresis = try #require(RecognizerType.pan.properties.last)
        #expect(hysteresis.value(of: rule.makeRecognizer()) == nil)
    }
}
