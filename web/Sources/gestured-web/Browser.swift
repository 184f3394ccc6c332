// Start of a browser with the view.

import GestureWeb
import Glibc

/// The user's browser.
///
/// Everybody on the machine sees the arguments of every process, so the browser is given no address, which has the
/// token, but a file that only its user can read and that leads there.
struct Browser {
    /// A folder of this user alone; nil where there is no display, or no such folder can be made.
    private let folder: String?

    init() {
        let displays = [getenv("DISPLAY"), getenv("WAYLAND_DISPLAY")]
        let hasDisplay = displays.contains { $0.map { $0.pointee != 0 } ?? false }
        let parent = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/gestured-view-XXXXXX".utf8CString)
        // What mkdtemp returns points into the array, which may be gone after the call.
        let isMade = hasDisplay && mkdtemp(&template) != nil
        folder = isMade ? String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }

    /// Opens an address, where there is a display; it was printed before.
    func show(_ address: String) {
        guard let folder, let file = fopen("\(folder)/view.html", "wx") else { return }
        fputs(#"<!doctype html><title>gestured</title><meta http-equiv="refresh" content="0;url=\#(address)">"#, file)
        fclose(file)
        // In a session of its own: the browser goes on when this program is interrupted.
        _ = try? Child.run(["setsid", "--fork", "xdg-open", "\(folder)/view.html"])
    }

    /// Removes the file.
    func forget() {
        guard let folder else { return }
        unlink("\(folder)/view.html")
        rmdir(folder)
    }
}
