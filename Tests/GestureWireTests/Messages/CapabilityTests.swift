// Tests of the capabilities that each request needs.

import GestureWire
import Testing

private func intercepting(_ mode: WireValue) -> WireValue {
    .object([.init(name: "name", value: .text("it")), .init(name: "intercepts", value: mode)])
}

struct CapabilityTests {
    @Test(
        "a request needs the capabilities of the specification, and no others",
        arguments: [
            (Request.subscribe(SubscriptionFilter(maxRate: 30)), [Capability.gestures]),
            (.subscribe(SubscriptionFilter(touches: true)), [.gestures, .touches]),
            (.unsubscribe(subscription: 1), []), (.list(.devices), [.gestures]),
            (.list(.decisions), [.gestures, .touches]), (.status, [.gestures]),
            (.attach(AttachRequest()), [.attach]), (.update(UpdateRequest(regions: [])), [.attach]),
            (.attach(AttachRequest(recognizers: [intercepting(.text("possible"))])), [.attach, .intercept]),
            (.attach(AttachRequest(recognizers: [intercepting(.text("never"))])), [.attach]),
            (.update(UpdateRequest(recognizers: [intercepting(.text("recognized"))])), [.attach, .intercept]),
            (.update(UpdateRequest(recognizers: [intercepting(.null)])), [.attach]),
            (.detach(DetachRequest()), [.attach]), (.answer(question: 1, yes: true), [.attach]),
            (.rotate(surface: "panel", .none), [.control]), (.reload, [.control]),
            (.setPrivate(region: "keyboard", isPrivate: true), [.control]),
            (.swallow(surface: nil), [.control]),
            (.setEnabled(recognizer: "zoom", isEnabled: true), []),
        ])
    func needed(request: Request, capabilities: [Capability]) {
        #expect(request.capabilities == capabilities)
    }
}
