// Tests of `intercepts` of attached recognizers, which take nothing from applications.

import Configuration
import GestureWire
import Gestures
import Testing

@Suite struct AttachedInterceptionTests {
    private func read(_ value: WireValue) throws(AttachmentError) -> RecognizerRule? {
        let members: [WireValue.Member] = [
            .init(name: "name", value: "a"), .init(name: "type", value: "tap"), .init(name: "intercepts", value: value),
        ]
        return try Configuration(recognizers: []).attached(
            regions: [], recognizers: [.object(members)], beside: AttachedRules(), surfaces: []
        ).recognizers.first
    }

    @Test("An attached recognizer may say that it never intercepts")
    func never() throws {
        #expect(try read("never")?.makeRecognizer().intercepts == .never)
    }

    @Test("An attached recognizer that intercepts is refused, with its path", arguments: ["recognized", "possible"])
    func others(mode: String) {
        let error = #expect(throws: AttachmentError.self) { try read(.text(mode)) }
        #expect(
            error?.problems.map { "\($0.path): \($0.message); \($0.hint ?? "")" } == [
                "params.recognizers[0].intercepts: only configured recognizers take touches from applications, so "
                    + "`intercepts` must be never; configure the recognizer with `intercepts: \(mode)`, and subscribe to it"
            ])
    }

    @Test("Another value is refused as in a file")
    func wrong() {
        let error = #expect(throws: AttachmentError.self) { try read("allways") }
        #expect(
            error?.problems.map(\.message) == ["`intercepts` must be never, recognized or possible, not `allways`"])
    }
}
