// Tests of the files that are served.

import FoundationEssentials
import Glibc
import NIOCore
import Testing

@testable import GestureWeb

/// A folder with files, which vanishes with its owner.
final class Folder {
    let path: String

    init() throws {
        var template = Array("/tmp/gestured-web-tests-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func add(_ name: String, _ content: String = "content") throws {
        let parts = name.split(separator: "/")
        for count in parts.indices.dropFirst() {
            mkdir("\(path)/\(parts[..<count].joined(separator: "/"))", 0o755)
        }
        let file = try #require(fopen("\(path)/\(name)", "w"))
        fputs(content, file)
        fclose(file)
    }
}

struct PagesTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func pages(at prefix: String = "/") throws -> Pages {
        var pages = Pages()
        try pages.add(folder: folder.path, at: prefix)
        return pages
    }

    @Test("Files are found by their paths, and a folder's index by the folder's")
    func paths() throws {
        try folder.add("index.html", "root")
        try folder.add("view/index.html", "view")
        try folder.add("view/main.js", "main")
        let pages = try pages(at: "/prefix/")
        for (path, content) in [("/prefix/", "root"), ("/prefix/view/", "view"), ("/prefix/view/main.js", "main")] {
            #expect(pages[path].map { String(buffer: $0.content) } == content)
        }
        for path in ["", "/", "/prefix", "/prefix/view", "/prefix/view/index.html", "/view/main.js"] {
            #expect(pages[path] == nil)
        }
    }

    @Test(
        "The ending of a name says the type; files of other endings are not served",
        arguments: [
            ("a.html", "text/html; charset=utf-8"), ("a.b.js", "text/javascript; charset=utf-8"),
            ("a.css", "text/css; charset=utf-8"), ("a.svg", "image/svg+xml"), ("a.png", "image/png"),
            ("a.json", "application/json"), ("a.ogg", "audio/ogg"), ("a.evemu", "text/plain; charset=utf-8"),
            ("a.txt", nil), ("html", nil), ("a.js.orig", nil), ("a.JS", nil), (".html", nil), (".a.html", nil),
            ("a", nil), ("a.js~", nil), (".git/a.js", nil), ("tests/a.js", nil), ("node_modules/a.js", nil),
        ] as [(String, String?)])
    func types(name: String, type: String?) throws {
        try folder.add(name)
        #expect(try pages()["/\(name)"]?.type == type)
    }

    @Test("No path leads to a file outside the folder")
    func outside() throws {
        try folder.add("view/main.js")
        let pages = try pages()
        for path in [
            "/../view/main.js", "/view/../view/main.js", "/./view/main.js", "//view/main.js", "view/main.js",
            "/view//main.js", "/view/main.js\0", "/view/main.js/", "/view%2fmain.js", "/../../etc/passwd",
            "/view/ma\u{69}n.js\u{301}",
        ] {
            #expect(pages[path] == nil)
        }
    }

    @Test("Links to files and folders are not followed")
    func links() throws {
        try folder.add("a.js")
        symlink("\(folder.path)/a.js", "\(folder.path)/link.js")
        symlink("/etc", "\(folder.path)/folder")
        symlink(".", "\(folder.path)/loop")
        symlink("/nowhere", "\(folder.path)/broken.js")
        mkfifo("\(folder.path)/pipe.js", 0o600)
        let pages = try pages()
        #expect(pages["/a.js"] != nil)
        for path in ["/link.js", "/folder/passwd", "/loop/a.js", "/broken.js", "/pipe.js"] {
            #expect(pages[path] == nil)
        }
    }

    @Test("Different bytes of the same text are different paths")
    func bytes() throws {
        try folder.add("\u{E9}.js")
        let pages = try pages()
        #expect(pages["/\u{E9}.js"] != nil)
        #expect(pages["/e\u{301}.js"] == nil)
    }

    @Test("A folder that is missing is an error with its path and the reason")
    func missing() {
        var pages = Pages()
        let error = #expect(throws: Failure.self) { try pages.add(folder: "/nowhere", at: "/") }
        #expect(error?.description == "the pages in /nowhere cannot be read: No such file or directory")
    }

    @Test("A folder with a large file, too many files or too many levels holds no pages")
    func limits() throws {
        try folder.add("a.png", String(repeating: "a", count: Limits.file))
        #expect(try pages()["/a.png"]?.content.readableBytes == Limits.file)
        try folder.add("a.png", String(repeating: "a", count: Limits.file + 1))
        #expect(throws: Failure.self) { try pages() }
        try folder.add("a.png")
        for number in 1..<Limits.files { try folder.add("\(number).js", "") }
        #expect(throws: Never.self) { try pages() }
        try folder.add("one-more.js", "")
        #expect(throws: Failure.self) { try pages() }
    }

    @Test(
        "The page that is opened first is the view, otherwise the outermost one",
        arguments: [
            (["a/index.html", "view/index.html", "index.html"], "/view/"), (["kiosk/index.html"], "/kiosk/"),
            (["a/b/index.html", "c/index.html", "b/index.html"], "/b/"), (["a/index.html", "index.html"], "/"),
            (["a/main.js", "kiosk.html"], nil),
        ] as [([String], String?)])
    func start(files: [String], start: String?) throws {
        for file in files { try folder.add(file) }
        #expect(try pages().start == start)
    }

    @Test("Folders within each other end at a depth")
    func depth() throws {
        try folder.add(String(repeating: "a/", count: Limits.depth) + "b.js")
        #expect(throws: Failure.self) { try pages() }
    }
}
