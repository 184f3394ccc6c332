// Does every key set its property of the recognizer that is made?

import Configuration
import Gestures
import Testing

@Suite struct RecognizerPropertiesTests {
    @Test("Every property of a tap")
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

    @Test("Every property of a long press")
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

    @Test("Every property of a swipe")
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

    @Test("Every property of a pan")
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

    @Test("Every property of a pinch")
    func pinch() throws {
        let made = try recognizer("type: pinch", "enabled: false", "hysteresis: 1in").makeRecognizer()
        let pinch = try #require(made as? PinchGestureRecognizer)
        #expect(!pinch.isEnabled)
        #expect(pinch.hysteresis == 163)
    }

    @Test("Every property of a rotation: degrees in the file, radians inside")
    func rotation() throws {
        let made = try recognizer("type: rotation", "enabled: false", "hysteresis: 180").makeRecognizer()
        let rotation = try #require(made as? RotationGestureRecognizer)
        #expect(!rotation.isEnabled)
        #expect(rotation.hysteresis == .pi)
    }

    @Test("No key of the tables is forgotten above, and none is there twice")
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
            .pinch: ["hysteresis"],
            .rotation: ["hysteresis"],
        ]
        for type in RecognizerType.allCases {
            #expect(type.properties.map(\.key) == ["enabled"] + (keys[type] ?? []))
        }
    }

    @Test("What the file does not say is as the recognizer has it", arguments: RecognizerType.allCases)
    func defaults(type: RecognizerType) throws {
        let rule = try recognizer("type: \(type.rawValue)")
        #expect(rule == RecognizerRule(name: "a", type: type))
        let made = rule.makeRecognizer()
        #expect(made.name == "a")
        for property in type.properties {
            #expect(property.value(of: made) == type.defaultValue(of: property))
            #expect(property.value(of: made) != nil)
            #expect(property.documentation.hasSuffix("."))
        }
    }

    @Test("Each surface gets a recognizer of its own")
    func fresh() {
        let rule = RecognizerRule(name: "a", type: .tap)
        #expect(rule.makeRecognizer() !== rule.makeRecognizer())
    }

    @Test("Values are shown as a file has them")
    func shown() {
        #expect(
            RecognizerType.rotation.properties.last.flatMap(RecognizerType.rotation.defaultValue)?.description == "10")
        #expect(PropertyValue.seconds(0.35).description == "0.35")
        #expect(PropertyValue.points(10).description == "10")
        #expect(PropertyValue.count(3).description == "3")
        #expect(PropertyValue.count(.max).description == "no limit")
        #expect(PropertyValue.directions(.up).description == "up")
        #expect(PropertyValue.directions([.up, .left]).description == "[left, up]")
        #expect(PropertyValue.directions([]).description == "[]")
        #expect(PropertyValue.flag(false).description == "false")
    }

    @Test("A value of another kind or of another type has no effect")
    func strange() throws {
        let rule = RecognizerRule(name: "a", type: .tap, properties: ["enabled": .count(2), "hysteresis": .points(3)])
        #expect(rule.makeRecognizer().isEnabled)
        let hysteresis = try #require(RecognizerType.pan.properties.last)
        #expect(hysteresis.value(of: rule.makeRecognizer()) == nil)
    }
}
