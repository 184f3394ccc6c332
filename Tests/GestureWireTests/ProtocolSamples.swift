// Samples of every message of the protocol, with and without optional members.

import GestureWire

enum ProtocolSamples {
    /// Answers follow the request that they answer.
    static let all = dialogues + turns + errors + greetings + gestures + notifications

    static let point = WirePoint(x: 12.5, y: -3.25)
    static let surface = MessageEncodingTests.surface
    static let barrenSurface = SurfaceDescription(
        name: "q\"\\\n\u{1}ü😀", device: "recording", unit: .points, width: 0.001, height: 9_007_199_254_740_991)
    static let ownRecognizer = RecognizerDescription(name: "t", type: "tap", region: "c", enabled: false, own: true)
    static let ownRegion = RegionDescription(
        name: "c", surface: "panel", frame: WireRectangle(x: 0, y: 1.5, width: 2, height: 3), own: true,
        enabled: false)

    static let bareSnapshot = Snapshot(subscription: 1, surfaces: [], recognizers: [], gestures: [])
    static let snapshot = Snapshot(
        subscription: 16, surfaces: [surface, barrenSurface],
        recognizers: [MessageEncodingTests.recognizer, ownRecognizer],
        unmatched: [UnmatchedGlob(glob: "tpa", nearest: "tap"), UnmatchedGlob(glob: "[!a-c]?")],
        unmatchedSurfaces: [
            UnmatchedGlob(glob: "pannel", nearest: "panel", kind: .surface),
            UnmatchedGlob(glob: "left*", kind: .surface),
        ],
        gestures: gesturesUnderWay,
        touches: [
            TouchNotification(surface: "panel", time: 1, touches: [TouchNotificationTests.began]),
            TouchNotification(surface: barrenSurface.name, time: 0, touches: []),
        ])

    private static let dialogues: [ProtocolSample] = [
        .request(.subscribe(SubscriptionFilter())), .snapshot(bareSnapshot),
        .request(
            .subscribe(
                SubscriptionFilter(
                    recognizers: ["zoom*", "[!a-c]?"], surfaces: [], states: GestureStates(GestureState.allCases),
                    touches: true, maxRate: 0.5, coordinates: .region, locations: true, predicted: true))),
        .snapshot(snapshot),
        .request(.unsubscribe(subscription: 3)), .done,
        .request(.list(.surfaces)), .surfaces([surface, barrenSurface]),
        .request(.list(.devices)), .devices([MessageEncodingTests.device, MessageEncodingTests.unusedDevice]),
        .request(.list(.recognizers)), .recognizers([MessageEncodingTests.recognizer, ownRecognizer]),
        .request(.list(.regions)), .regions([MessageEncodingTests.region, ownRegion]),
        .request(.list(.decisions)), .decisions(decisions),
        .request(.list(.surfaces)), .surfaces([]),
        .request(.attach(attachment)),
        .names(
            AttachedNames(
                regions: ["canvas"], recognizers: ["double", "single"], surfaces: [.init(name: "panel", unit: .pixels)])
        ),
        .request(.attach(AttachRequest())), .names(AttachedNames(regions: [], recognizers: [], surfaces: [])),
        .names(AttachedNames(regions: ["a"], recognizers: [], surfaces: [], warnings: ["`a` is 0.5 mm wide"])),
        .request(.update(update)), .update(UpdateReport()),
        .update(UpdateReport(warnings: ["`canvas` lies outside of the surface `panel`"])),
        .request(.update(UpdateRequest(regions: []))), .update(UpdateReport()),
        .request(
            .update(
                UpdateRequest(recognizers: [
                    .object([
                        .init("enabled", .flag(true)), .init("name", .text("double")), .init("requireToFail", .null),
                    ])
                ]))), .update(UpdateReport()),
        .request(.recognize(RecognizeRequest(recognizer: "mark", attempt: 1))), .recognize(RecognizeReport()),
        .request(
            .recognize(
                RecognizeRequest(
                    recognizer: "mark", attempt: 12, change: 5, state: .recognized,
                    values: CustomMembers([
                        .init("count", .count(3)), .init("way", .point(WirePoint(x: 1.5, y: -2))),
                        .init("word", .text("up")),
                    ]), ignore: [4], reason: "it fits"))),
        .recognize(RecognizeReport(over: true)),
        .request(.detach(DetachRequest())), .done,
        .request(.detach(DetachRequest(regions: ["canvas"]))), .done,
        .request(.detach(DetachRequest(recognizers: ["double", "single"]))), .done,
        .request(.detach(DetachRequest(regions: [], recognizers: []))), .done,
        .request(.answer(question: 7, yes: true)), .done, .request(.answer(question: 8, yes: false)), .done,
        .request(.setEnabled(recognizer: "zoom", isEnabled: false)), .done,
        .request(.setPrivate(region: "keyboard", isPrivate: true)), .done,
        .request(.swallow(surface: nil)), .done, .request(.swallow(surface: "panel")), .done,
        .request(.status), .status(StatusReportTests.report),
        .request(.status), .status(statusForControl),
        .request(.reload), .reload(reloadReport),
    ]

    private static let turns = QuarterTurn.allCases.flatMap { turn -> [ProtocolSample] in
        [.request(.rotate(surface: "panel", turn)), .surface(surface)]
    }

    private static let decisions = DecisionOutcome.allCases.flatMap { outcome in
        [
            DecisionReport(recognizer: "zoom", surface: "panel", outcome: outcome, fingers: 2),
            DecisionReport(
                recognizer: "t", surface: barrenSurface.name, outcome: outcome, resting: true, fingers: 1,
                time: 1_234_567_890, reason: "moved 12.4 pt, 10.0 allowed"),
        ]
    }

    private static let update = UpdateRequest(
        regions: [
            .object([
                member("above", .text("b")), member("enabled", .flag(false)),
                member("frame", .object(["height", "width", "x", "y"].map { member($0, .number(10.5)) })),
                member("name", .text("canvas")),
                member("shape", .list([[0, 0], [10, 0], [10, 10]].map { .list($0.map { .integer($0) }) })),
                member("transform", .list([0.5, 0.25, -0.25, 0.5, 1.5, -2.5].map { .number($0) })),
            ]),
            .object([member("above", .null), member("name", .text("b")), member("shape", .text("ellipse"))]),
        ])

    private static let attachment = AttachRequest(
        regions: [
            .object([
                member("frame", .object(["height", "width", "x", "y"].map { member($0, .text("10%")) })),
                member("name", .text("canvas")), member("surface", .text("panel")),
            ])
        ],
        recognizers: [
            .object([
                member("name", .text("double")), member("numberOfTapsRequired", .integer(2)),
                member("region", .text("canvas")), member("type", .text("tap")),
            ]),
            .object([
                member("enabled", .flag(true)), member("name", .text("single")),
                member("requireToFail", .list([.text("double")])), member("type", .text("tap")),
            ]),
        ])

    private static func member(_ name: String, _ value: WireValue) -> WireValue.Member {
        WireValue.Member(name: name, value: value)
    }

    private static let statusForControl: StatusReport = {
        var report = StatusReportTests.report
        report.connections = [
            ConnectionReport(
                process: 4711, user: .max, group: 1000, subscriptions: 1, attached: 2, waiting: 256, merged: 3)
        ]
        return report
    }()

    private static let reloadReport = ReloadReport(
        configuration: "standard", surfaces: 1, regions: 2, recognizers: 9, added: 1, removed: 0, changed: 2,
        cancelled: 0)

    private static let errors: [ProtocolSample] = [
        .parseError, .invalidRequest, .methodNotFound, .invalidParameters, .internalError, .limitReached,
        .notPermitted, .configurationRefused,
    ].flatMap { (code: RequestError.Code) -> [ProtocolSample] in
        let place = "params.recognizers[0].type"
        return [
            .error(RequestError(code: code, message: "wrong")),
            .error(RequestError(code: code, message: "\"", path: place, hint: "h", problems: ["\(place): …", ""])),
        ]
    }

    private static let greetings: [ProtocolSample] = [
        .hello([]), .hello([.gestures]), .hello(Capability.allCases), .capabilities([]),
        .capabilities([.gestures, .attach]),
    ]

    private static let notifications: [ProtocolSample] =
        [.touch(TouchNotificationTests.notification), .touch(everyPhase)] + QuestionTests.all.map { .question($0) }
        + [true, false].map { mustAnswer in
            .attempt(
                AttemptTouches(
                    recognizer: "\"", attempt: 12, change: 5, mustAnswer: mustAnswer, surface: "panel",
                    time: 1_234_567_890, touches: TouchNotificationTests.notification.touches))
        }
        + [DecisionOutcome.recognized, .ended, .cancelled, .failed].flatMap { outcome in
            ["", "pan was recognized first"].map {
                .end(AttemptEnd(recognizer: "mark", attempt: 1, outcome: outcome, reason: $0))
            }
        }
        + SurfaceChangeKind.allCases.flatMap { kind in
            [surface, barrenSurface].map {
                .change(SurfaceChange(subscription: 2, change: kind, surface: $0))
            }
        } + [.reloaded(bareSnapshot), .reloaded(snapshot), .lagged(bareSnapshot), .lagged(snapshot)]

    private static let everyPhase = TouchNotification(
        surface: "panel", time: 1_234_567_890,
        touches: WireTouchPhase.allCases.flatMap { phase in
            [TouchNotificationTests.moved, TouchNotificationTests.began].map { touch in
                var touch = touch
                touch.phase = phase
                if phase == .moved {
                    let places = (1...3).map { TouchPlace(time: $0 * 1_000_001, location: WirePoint(x: 1.5, y: -2)) }
                    (touch.coalesced, touch.lost, touch.predicted) = (places, 7, Array(places.dropFirst()))
                }
                return touch
            }
        })
}
