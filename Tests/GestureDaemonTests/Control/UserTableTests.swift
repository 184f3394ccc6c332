// Tests of the owners of subordinate uids.

import Foundation
import Testing

@testable import GestureDaemon

private let passwd = """
    root:x:0:0:root:/root:/bin/bash
    ann:x:1000:1000::/home/ann:/bin/sh
    ben:x:1001:1001::/home/ben:/bin/sh
    """

private func table(_ subordinate: String, _ passwd: String = passwd) -> UserTable {
    UserTable(passwd: Array(passwd.utf8), subordinate: Array(subordinate.utf8))
}

struct UserTableTests {
    @Test(
        "a uid in a range belongs to the range's user, by name or number; other uids, and unknown users', have no owner"
    )
    func ranges() {
        let table = table(
            "# ranges\nann:100000:65536\n\nann:300000:1\n1001:165536:65536\nann:4294967290:100\nben:500000:0\ncarl:600000:10\n"
        )
        let owners: [(UInt32, UInt32?)] = [
            (99_999, nil), (100_000, 1000), (165_535, 1000), (165_536, 1001), (231_071, 1001), (231_072, nil),
            (300_000, 1000), (300_001, nil), (0, nil), (.max, 1000), (500_000, nil), (600_000, nil),
        ]
        for (user, owner) in owners { #expect(table.owner(ofSubordinate: user) == owner, "\(user)") }
        #expect(table.contains(1000) && table.contains(0) && !table.contains(100_000))
    }

    @Test(
        "broken lines are ignored, and the others apply",
        arguments: [
            "ann", "ann:1", "ann:1:2:3", "ann:-1:5", "ann:1:", "ann:4294967296:1", "ann: 1:2", "ann:1e3:2",
            "\u{301}:x:y",
            "ann:00000000001:1",
        ])
    func broken(line: String) {
        let table = table(line + "\nben:200000:10")
        #expect(table.owner(ofSubordinate: 200_000) == 1001)
        for user in [0, 1, 2] as [UInt32] { #expect(table.owner(ofSubordinate: user) == nil) }
    }

    @Test("names that look alike but have other bytes are different users")
    func bytes() {
        let table = table("e\u{301}:100:1\n\u{E9}:200:1", "\u{E9}:x:1000:1000::/:\n")
        #expect(table.owner(ofSubordinate: 100) == nil && table.owner(ofSubordinate: 200) == 1000)
    }
}

struct UserFilesTests {
    private let root = NSTemporaryDirectory() + "gestured-users-\(UUID())"

    init() throws {
        for folder in ["etc", "run/systemd/users"] {
            try FileManager.default.createDirectory(atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
        }
    }

    private func write(_ text: String, _ file: String) throws {
        try text.write(toFile: "\(root)/\(file)", atomically: true, encoding: .utf8)
    }

    @Test("changed files are read again, and users that are logged in are known from any source of accounts")
    func changes() throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let files = UserFiles(root: root)
        #expect(files.owner(of: 1000) == nil, "there are no files")
        try write(passwd, "etc/passwd")
        #expect(files.owner(of: 1000) == 1000 && files.owner(of: 100_000) == nil)
        try write("ann:100000:10", "etc/subuid")
        #expect(files.owner(of: 100_009) == 1000 && files.owner(of: 100_010) == nil)
        try write("ben:100000:10", "etc/subuid")
        #expect(files.owner(of: 100_009) == 1001)
        #expect(files.owner(of: 60_123) == nil)
        try write("", "run/systemd/users/60123")
        #expect(files.owner(of: 60_123) == 60_123)
    }
}
