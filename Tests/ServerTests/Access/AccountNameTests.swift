// Tests of the lookup of users and groups by name.

import Glibc
import Testing

@testable import Server

@Suite struct AccountNameTests {
    /// The number of a group whose entry needs this much room, or with this code from the C library.
    private func number(room needed: Int = 0, code: Int32? = nil) throws(AccountError) -> UInt32? {
        let lookUp: AccountName.LookUp<group> = { _, entry, _, room, found in
            if let code { return code }
            guard room >= needed else { return ERANGE }
            entry.pointee.gr_gid = 77
            found.pointee = entry
            return 0
        }
        return try AccountName.number("kiosk", group(), lookUp) { $0.gr_gid }
    }

    @Test("Users and groups of this system have their numbers, unknown ones have none")
    func system() throws {
        #expect(try AccountName.user("root").number() == 0)
        #expect(try AccountName.group("root").number() == 0)
        #expect(try AccountName.user("nobody of this name").number() == nil)
        #expect(try AccountName.group("nobody of this name").number() == nil)
    }

    @Test("A group of very many members is found", arguments: [1, 16_385, 65_537, 4 << 20])
    func members(room: Int) throws {
        #expect(try number(room: room) == 77)
    }

    @Test("An endless entry is given up")
    func endless() {
        let error = #expect(throws: AccountError.self) { try number(room: .max) }
        #expect(error?.errorNumber == ERANGE)
    }

    @Test("An unknown name and a failed lookup are different")
    func failing() throws {
        for code in [0, ENOENT, ESRCH] { #expect(try number(code: code) == nil) }
        let error = #expect(throws: AccountError.self) { try number(code: EIO) }
        #expect(error.map { "\($0)" } == "Input/output error")
    }
}
