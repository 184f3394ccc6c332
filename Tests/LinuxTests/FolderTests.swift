// Names in a folder, and targets of links.

import Glibc
import Linux
import Testing

struct FolderTests {
    @Test("The names in a folder are sorted, and what cannot be read has none")
    func names() {
        let names = Folder.names(in: "/proc/self")
        #expect(names?.contains("comm") == true && names?.contains(".") == false && names?.contains("..") == false)
        #expect(names == names?.sorted())
        #expect(Folder.names(in: "/nonexistent") == nil && Folder.names(in: "/proc/self/comm") == nil)
    }

    @Test("A link has a target, a file has none")
    func targets() {
        #expect(Folder.target(ofLink: "/proc/self") == "\(getpid())")
        #expect(Folder.target(ofLink: "/proc/self/comm") == nil && Folder.target(ofLink: "/nonexistent") == nil)
    }
}
