// Tests of the encoding of greetings, answers, errors, lists and snapshots.

import Testing

@testable import GestureWire

private func written(_ write: (inout LineWriter) -> Void) -> String {
    var writer = LineWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}

struct MessageEncodingTests {
    static let surface = SurfaceDescription(
        name: "panel", device: "/dev/input/event4", unit: .pixels, width: 1920, height: 1080,
        millimetres: WireSize(width: 344.2, height: 194), rotation: 90)
    static let device = DeviceReport(
        path: "/dev/input/event4", name: "ELAN \"9008\"", used: true, reason: "a touchscreen", vendor: 0x4f3,
        product: 0x2c5a, match: DeviceMatch(bus: "usb", path: "pci-1", phys: "usb-1/input0", serial: "A\"1"),
        protocol: "B", slots: 10, surface: "panel", millimetres: WireSize(width: 344.2, height: 194),
        sizeFrom: "udev", rate: 125.5, matrix: [1.0 / 4096, 0, 0, -0.0, 1e-20, 1],
        interception: InterceptionReport(clone: "input17"),
        defects: ["trackingIDReplaced": 2, "eventsLost": 1], unwanted: ["palm": 3])
    static let unusedDevice = DeviceReport(
        path: "/dev/input/event5", name: "", used: false, reason: "a pen", vendor: 0, product: 0, protocol: "", slots: 0
    )
    static let recognizer = RecognizerDescription(name: "zoom", type: "pinch", region: "half", enabled: true)
    static let region = RegionDescription(
        name: "root", surface: "panel", frame: WireRectangle(x: 0, y: 0, width: 1920, height: 1080))

    static let surfaceText =
        #"{"name":"panel","device":"/dev/input/event4","unit":"px","width":1920.0,"height":1080.0,"#
        + #""millimetres":{"width":344.2,"height":194.0},"rotation":90.0}"#
    static let deviceText =
        #"{"path":"/dev/input/event4","name":"ELAN \"9008\"","used":true,"reason":"a touchscreen","vendor":"04f3","#
        + #""product":"2c5a","match":{"bus":"usb","path":"pci-1","phys":"usb-1/input0","serial":"A\"1"},"#
        + #""protocol":"B","slots":10,"surface":"panel","millimetres":{"width":344.2,"height":194.0},"#
        + #""sizeFrom":"udev","rate":125.5,"matrix":[0.000244140625,0.0,0.0,-0.0,1e-20,1.0],"#
        + #""interception":{"clone":"input17"},"defects":{"eventsLost":1,"trackingIDReplaced":2},"#
        + #""unwanted":{"palm":3}}"#
    static let unusedDeviceText =
        #"{"path":"/dev/input/event5","name":"","used":false,"reason":"a pen","vendor":"0000","product":"0000","#
        + #""match":{"bus":"","path":"","phys":"","serial":""},"protocol":"","slots":0,"defects":{},"unwanted":{}}"#
    static let recognizerText = #"{"name":"zoom","type":"pinch","region":"half","enabled":true}"#
    static let regionText =
        #"{"name":"root","surface":"panel","frame":{"x":0.0,"y":0.0,"width":1920.0,"height":1080.0}}"#

    @Test("numbers of a matrix that JSON cannot express are written as zero")
    func matrix() {
        var device = Self.unusedDevice
        device.matrix = [.nan, .infinity, 0.5]
        #expect(written { $0.appendResult([device], to: .null) }.contains(#""matrix":[0.0,0.0,0.5]"#))
    }

    @Test("own recognizers and regions are marked")
    func own() {
        let recognizer = RecognizerDescription(name: "t", type: "tap", region: "c", enabled: false, own: true)
        #expect(
            written { $0.appendResult([recognizer], to: .null) }
                == #"{"jsonrpc":"2.0","id":null,"result":[{"name":"t","type":"tap","region":"c","enabled":false,"#
                + #""own":true}]}"# + "\n")
        let region = RegionDescription(
            name: "c", surface: "panel", parent: "root", frame: WireRectangle(x: 0, y: 1.5, width: 2, height: 3),
            own: true)
        #expect(
            written { $0.appendResult([region], to: .null) }
                == #"{"jsonrpc":"2.0","id":null,"result":[{"name":"c","surface":"panel","parent":"root","frame":{"x":0.0,"#
                + #""y":1.5,"width":2.0,"height":3.0},"own":true}]}"# + "\n")
    }

    @Test("a snapshot lists globs that match no recognizer or surface, before gestures, with suggested names")
    func unmatchedGlobs() {
        let snapshot = Snapshot(
            subscription: 2, surfaces: [], recognizers: [],
            unmatched: [UnmatchedGlob(glob: "tpa", nearest: "tap"), UnmatchedGlob(glob: "\"?")],
            unmatchedSurfaces: [UnmatchedGlob(glob: "pannel", nearest: "panel", kind: .surface)], gestures: [])
        let members =
            #""surfaces":[],"recognizers":[],"unmatched":[{"glob":"tpa","nearest":"tap"},{"glob":"\"?"}],"#
            + #""unmatchedSurfaces":[{"glob":"pannel","nearest":"panel"}],"gestures":[]}}"#
        #expect(
            written { $0.appendSnapshot(snapshot, to: .integer(1)) }
                == #"{"jsonrpc":"2.0","id":1,"result":{"subscription":2,"# + members + "\n")
        #expect(
            (snapshot.unmatched + snapshot.unmatchedSurfaces).map(\.description)
                == [
                    "`tpa` matches no recognizer now; did you mean `tap`?", "`\"?` matches no recognizer now",
                    "`pannel` matches no surface now; did you mean `panel`?",
                ])
    }

    @Test("a snapshot with touches has them last, like the params of a notification, without subscription")
    func snapshotWithTouches() {
        var snapshot = Snapshot(subscription: 2, surfaces: [], recognizers: [], gestures: [], touches: [])
        let start = #"{"jsonrpc":"2.0","id":1,"result":{"subscription":2,"surfaces":[],"recognizers":[],"gestures":[],"#
        #expect(written { $0.appendSnapshot(snapshot, to: .integer(1)) } == start + #""touches":[]}}"# + "\n")
        let touches = TouchNotification(surface: "panel", time: 1_000_000, touches: [TouchNotificationTests.began])
        snapshot.touches = [touches, touches]
        let text =
            #"{"surface":"panel","time":1.000000,"touches":[{"id":4,"phase":"began","location":{"x":0.0,"y":0.0},"#
            + #""previousLocation":{"x":0.0,"y":0.0},"region":"left \"half\"\n","tapCount":1}]}"#
        #expect(
            written { $0.appendSnapshot(snapshot, to: .integer(1)) }
                == start + #""touches":[\#(text),\#(text)]}}"# + "\n")
        #expect(written { $0.appendReloaded(snapshot) }.hasSuffix(#""touches":[\#(text),\#(text)]}}"# + "\n"))
        #expect(
            written { $0.appendLagged(snapshot, dropped: 1) }.hasSuffix(#""touches":[\#(text),\#(text)]}}"# + "\n"))
    }

    @Test("the greeting is that of the specification")
    func hello() {
        #expect(
            written { $0.appendHello(capabilities: ["gestures"]) }
                == #"{"jsonrpc":"2.0","method":"hello","params":{"protocol":1,"server":"gestured 0.1.0","#
                + #""capabilities":["gestures"]}}"# + "\n")
    }

    @Test(
        "an answer repeats the id unchanged",
        arguments: [
            (RequestIdentifier.null, "null"), (.integer(7), "7"), (.number(1.5), "1.5"), (.string("a\n"), #""a\n""#),
        ])
    func results(identifier: RequestIdentifier, text: String) {
        #expect(
            written { $0.appendResult(to: identifier) } == #"{"jsonrpc":"2.0","id":\#(text),"result":{}}"# + "\n")
    }

    @Test("an error has code, message, path and hint")
    func errors() {
        let error = RequestError(
            code: .invalidParameters, message: "unknown state", path: "params.states[0]", hint: "did you mean `ended`?")
        #expect(
            written { $0.appendError(error, to: .integer(3)) }
                == #"{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"unknown state","data":"#
                + #"{"path":"params.states[0]","hint":"did you mean `ended`?"}}}"# + "\n")
        #expect(error.description == "params.states[0]: unknown state; did you mean `ended`?")
    }

    @Test("lists have every member of their elements")
    func lists() {
        func list(_ text: String) -> String { #"{"jsonrpc":"2.0","id":1,"result":[\#(text)]}"# + "\n" }
        #expect(written { $0.appendResult([Self.surface], to: .integer(1)) } == list(Self.surfaceText))
        #expect(
            written { $0.appendResult([Self.device, Self.unusedDevice], to: .integer(1)) }
                == list(Self.deviceText + "," + Self.unusedDeviceText))
        #expect(
            written { $0.appendResult([Self.recognizer, Self.recognizer], to: .integer(1)) }
                == list(Self.recognizerText + "," + Self.recognizerText))
        #expect(written { $0.appendResult([Self.region], to: .integer(1)) } == list(Self.regionText))
        #expect(written { $0.appendResult([RegionDescription](), to: .integer(1)) } == list(""))
    }

    @Test("a snapshot has the gestures without subscription and seq, with deltas from the beginning")
    func snapshot() {
        let snapshot = Snapshot(
            subscription: 2, surfaces: [Self.surface], recognizers: [Self.recognizer], gestures: [sample()])
        let members =
            #""surfaces":[\#(Self.surfaceText)],"recognizers":[\#(Self.recognizerText)],"gestures":[{"recognizer":"#
            + #""zoom","type":"pinch","gesture":7,"state":"changed","surface":"panel","region":"root","#
            + #""time":1234.567890,"location":{"x":512.0,"y":300.5},"touches":[3,4],"scale":1.23,"delta":1.23,"#
            + #""velocity":0.8}]}}"# + "\n"
        #expect(
            written { $0.appendSnapshot(snapshot, to: .integer(1)) }
                == #"{"jsonrpc":"2.0","id":1,"result":{"subscription":2,"# + members)
        #expect(
            written { $0.appendLagged(snapshot, dropped: 9) }
                == #"{"jsonrpc":"2.0","method":"lagged","params":{"subscription":2,"dropped":9,"# + members)
    }
}
