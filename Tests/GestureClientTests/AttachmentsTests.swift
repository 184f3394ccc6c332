// Tests of attachments described in Swift, against the configuration's form.

import GestureWire
import Testing

@testable import GestureClient

@Suite struct AttachmentsTests {
    private func text(_ attachment: Attachments) -> String {
        var writer = LineWriter()
        writer.append(.attach(attachment.request), identifier: .integer(1))
        let text = String(decoding: writer.bytes, as: UTF8.self)
        return String(text.drop { $0 != "{" }.dropFirst().drop { $0 != "{" }.dropLast(2))
    }

    @Test("Recognizers are written with the configuration's keys, without absent properties")
    func recognizers() {
        let attachment = Attachments(recognizers: [
            .tap("double", numberOfTapsRequired: 2),
            .tap("single").requiring(toFail: "double").requiring(toFail: "triple").watching("canvas"),
            .swipe("back", direction: .left, .right, numberOfTouchesRequired: 3),
            .screenEdgePan("menu", edges: .left).setting("edgeWidth", to: "5mm"),
            .longPress("hold", minimumPressDuration: 0.25).simultaneous(with: "move").blocking("back")
                .sequenced(before: "move"),
        ])
        #expect(
            text(attachment)
                == [
                    #"{"regions":[],"recognizers":[{"name":"double","numberOfTapsRequired":2,"type":"tap"},"#,
                    #"{"name":"single","region":"canvas","requireToFail":["double","triple"],"type":"tap"},"#,
                    #"{"direction":["left","right"],"name":"back","numberOfTouchesRequired":3,"type":"swipe"},"#,
                    #"{"edgeWidth":"5mm","edges":["left"],"name":"menu","type":"screenEdgePan"},"#,
                    #"{"blocks":["back"],"minimumPressDuration":0.25,"name":"hold","simultaneousWith":["move"],"#,
                    #""then":["move"],"type":"longPress"}]}"#,
                ].joined())
    }

    @Test("A region is the whole of its parent by default")
    func regions() {
        let regions = [
            AttachedRegion("canvas", y: "10%", height: "90%", surface: "panel"),
            AttachedRegion("strip", width: "5mm", parent: "canvas"),
        ]
        #expect(
            text(Attachments(regions: regions))
                == [
                    #"{"regions":[{"frame":{"height":"90%","width":"100%","x":0,"y":"10%"},"name":"canvas","#,
                    #""surface":"panel"},{"frame":{"height":"100%","width":"5mm","x":0,"y":0},"name":"strip","#,
                    #""parent":"canvas"}],"recognizers":[]}"#,
                ].joined())
    }

    @Test("The same can be written as literals")
    func literals() {
        let attachment = Attachments(
            regions: [["name": "canvas", "frame": ["x": 0, "y": 0, "width": 10.5, "height": 20]]],
            recognizers: [["name": "double", "type": "tap", "enabled": true, "requireToFail": nil]])
        #expect(
            text(attachment)
                == #"{"regions":[{"frame":{"height":20,"width":10.5,"x":0,"y":0},"name":"canvas"}],"#
                + #""recognizers":[{"enabled":true,"name":"double","requireToFail":null,"type":"tap"}]}"#)
    }
}
