// Tests of the lookup of users and groups by name.

import Glibc
import Testing

@testable import Server

@Suite struct AccountNameTests {

    @Test("Users and groups of this system have their numbers, unknown ones have none")
    func system() throws {
        #expect(try AccountName.user("root").number() == 0)
        #expect(try AccountName.group("root").number() == 0)
        #expect(try AccountName.user("nobody of this name").number() == nil)
        #expect(try AccountName.group("nobody of this name").number() == nil)
    }

    @Test("An unknown name and a failed lookup are different")
    func failing() throws {
        func number(code: Int32) throws -> UInt32? {
            try AccountName.number("kiosk", group(), { _, _, _, _, _ in code }, \.gr_gid)
        }
        for code in [0, ENOENT, ESRCH] { #expect(try number(code: code) == nil) }
        let error = #expect(throws: AccountError.self) { try number(code: EIO) }
        #expect(error.map { "\($0)" } == "Input/output error")
    }
}
