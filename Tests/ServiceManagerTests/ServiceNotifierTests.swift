// Tests of notifications that nobody receives; ServiceLifeTests has those that systemd does.

import ServiceManager
import Testing

@Suite struct ServiceNotifierTests {
    @Test(
        "Without a manager, or with an impossible path, nothing happens",
        arguments: [nil, "", String(repeating: "x", count: 500)])
    func nobody(path: String?) {
        let outcome = ServiceNotifier(path: path).ready(status: "")
        #expect(outcome == (path == nil ? .sent : .failed("`NOTIFY_SOCKET` is not the address of a socket")))
        #expect(!ServiceNotifier(path: nil).hasReceiver)
    }
}
