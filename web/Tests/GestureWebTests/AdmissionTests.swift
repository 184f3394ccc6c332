// Tests of the decision which requests are answered.

import Testing

@testable import GestureWeb

struct AdmissionTests {
    private let token = Token()
    private let host = "127.0.0.1:7337"
    private var admission: Admission {
        Admission(port: 7337, allowedOrigins: ["https://Kiosk.example", "http://localhost:7337"], token: token)
    }

    private func refusal(
        _ hosts: [String], _ origins: [String], _ token: String?
    ) -> Admission.Refusal? {
        do throws(Admission.Refusal) {
            try admission.admit(.init(hosts: hosts, origins: origins, token: token))
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "Both names of this machine are its hosts", arguments: ["127.0.0.1:7337", "localhost:7337", "LOCALHOST:7337"])
    func ownHosts(host: String) {
        #expect(refusal([host], [], token.description) == nil)
    }

    @Test(
        "Other hosts are refused, also for pages",
        arguments: [
            [], [""], ["127.0.0.1"], ["localhost"], ["127.0.0.1:80"], ["evil.example:7337"], ["[::1]:7337"],
            ["127.0.0.1:7337 "], ["127.0.0.1:7337", "127.0.0.1:7337"], ["127.0.0.1:7337", "evil.example"],
            ["127.0.0.1.evil.example:7337"], ["localho\u{17F}t:7337"], ["localhost\u{301}:7337"],
        ])
    func otherHosts(hosts: [String]) {
        #expect(refusal(hosts, [], token.description) == .host)
        #expect(throws: Admission.Refusal.host) {
            try admission.admitPage(.init(hosts: hosts, origins: [], token: nil))
        }
        #expect(admission.foreignOrigin(of: .init(hosts: hosts, origins: ["https://kiosk.example"], token: nil)) == nil)
    }

    @Test("On port 80 browsers send no port")
    func port80() throws {
        let admission = Admission(port: 80, allowedOrigins: [], token: token)
        for host in ["localhost", "localhost:80", "127.0.0.1"] {
            try admission.admit(
                .init(hosts: [host], origins: ["http://\(host)"], token: token.description))
        }
    }

    @Test(
        "No origin, own origins and allowed ones are admitted",
        arguments: [
            [], ["http://127.0.0.1:7337"], ["http://localhost:7337"], ["https://kiosk.example"],
            ["HTTPS://KIOSK.EXAMPLE"],
        ])
    func ownOrigins(origins: [String]) {
        #expect(refusal([host], origins, token.description) == nil)
    }

    @Test(
        "Other origins are refused, and several, even with the token",
        arguments: [
            ["null"], [""], ["*"], ["https://evil.example"], ["http://kiosk.example"], ["https://kiosk.example:443"],
            ["https://kiosk.example/"], ["https://kiosk.example.evil"], ["https://127.0.0.1:7337"],
            ["http://127.0.0.1"], ["http://127.0.0.1:7338"], ["https://\u{212A}iosk.example"],
            ["https://kiosk.example", "https://kiosk.example"], ["https://kiosk.example", "https://evil.example"],
        ])
    func otherOrigins(origins: [String]) {
        #expect(refusal([host], origins, token.description) == .origin)
        #expect(admission.foreignOrigin(of: .init(hosts: [host], origins: origins, token: token.description)) == nil)
    }

    @Test("A missing or wrong token is refused", arguments: [nil, "", "0", String(repeating: "0", count: 32)])
    func tokens(token: String?) {
        #expect(refusal([host], [], token) == .token)
    }

    @Test("The host is decided before the origin, and the origin before the token")
    func order() {
        #expect(refusal(["evil.example"], ["null"], nil) == .host)
        #expect(refusal([host], ["null"], nil) == .origin)
    }

    @Test("Only an allowed page elsewhere may read answers, as it wrote its origin, also without the token")
    func foreign() {
        func foreign(_ origins: [String]) -> String? {
            admission.foreignOrigin(of: .init(hosts: [host], origins: origins, token: nil))
        }
        #expect(foreign(["https://kiosk.example"]) == "https://kiosk.example")
        #expect(foreign(["https://KIOSK.example"]) == "https://KIOSK.example")
        #expect(foreign([]) == nil)
        #expect(foreign(["http://127.0.0.1:7337"]) == nil)
        #expect(foreign(["http://localhost:7337"]) == nil)
    }

    @Test(
        "Origins are told from other texts",
        arguments: [
            ("https://kiosk.example", true), ("http://192.168.1.2:8080", true), ("http://[::1]:8080", true),
            ("chrome-extension://abcdef", true), ("*", false), ("null", false), ("kiosk.example", false),
            ("https://", false), ("https://kiosk.example/", false), ("https://a b", false),
            ("https://a\r\nX: y", false),
            ("https://kiosk.example:", false), ("https://kiosk.example:443", false), ("HTTP://kiosk.example:80", false),
            ("http://kiosk.example:443", true), ("https://user@kiosk.example", false), ("", false),
        ])
    func isOrigin(text: String, expected: Bool) {
        #expect(Admission.isOrigin(text) == expected)
    }
}
