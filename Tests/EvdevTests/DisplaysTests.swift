// Tests of finding connected displays in a folder like sysfs.

import Evdev
import Foundation
import Testing
import Touch

/// A folder like `/sys/class/drm`, which is removed with its last reference.
private final class GraphicsFolder {
    let folder = FileManager.default.temporaryDirectory.appending(path: "displays-\(UUID().uuidString)")
    var path: String { folder.path }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("drm 1.1.0 20060810\n".utf8).write(to: folder.appending(path: "version"))
        for card in ["card0", "renderD128"] { try add(card, [:]) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func add(_ name: String, _ files: [String: [UInt8]]) throws {
        let connector = folder.appending(path: name)
        try FileManager.default.createDirectory(at: connector, withIntermediateDirectories: true)
        for (file, bytes) in files { try Data(bytes).write(to: connector.appending(path: file)) }
    }

    func add(_ name: String, status: String = "connected\n", modes: String = "", edid: [UInt8] = []) throws {
        try add(
            name,
            [
                "status": Array(status.utf8), "enabled": Array("enabled\n".utf8), "modes": Array(modes.utf8),
                "edid": edid,
            ])
    }
}

/// EDID of a display of 1920 × 1080 pixels and 527 × 296 mm that is called "Wide 24".
private let wide24: [UInt8] = {
    var bytes: [UInt8] = [0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0] + Array(repeating: 0, count: 119)
    bytes.replaceSubrange(
        54..<72,
        with: [0x02, 0x3a, 0x80, 0x18, 0x71, 0x38, 0x2d, 0x40, 0x58, 0x2c, 0x45, 0, 0x0f, 0x28, 0x21, 0, 0, 0x1e])
    bytes.replaceSubrange(72..<85, with: [0, 0, 0, 0xfc, 0] + Array("Wide 24\n".utf8))
    return bytes + [0 &- bytes.reduce(0, &+)]
}()

private func size(_ width: Double, _ height: Double) -> Size { Size(width: width, height: height) }

@Suite struct DisplaysTests {
    @Test("Connected displays are found by connector, with pixels, size and name from the EDID, or the first mode")
    func connected() throws {
        let graphics = try GraphicsFolder()
        try graphics.add("card1-HDMI-A-1", modes: "1920x1080\n1280x720\n", edid: wide24)
        try graphics.add("card1-DP-1", status: "disconnected\n")
        try graphics.add("card1-Writeback-1", status: "unknown\n")
        try graphics.add("card0-DSI-1", modes: "720x1280\n")
        try graphics.add("card0-VGA-1")
        try graphics.add("card0-Virtual-1", modes: "NTSC\n1920x1080i\n1024x768\n")
        // A damaged EDID, one with extensions, and a preferred mode that the connection cannot carry.
        try graphics.add("card0-DP-2", modes: "1600x900\n", edid: Array(wide24.prefix(127)))
        try graphics.add("card0-DP-3", modes: "1920x1080\n", edid: wide24 + Array(repeating: 0xff, count: 40_000))
        try graphics.add("card0-HDMI-A-2", modes: "1280x720\n640x480\n", edid: wide24)
        try graphics.add("card0-HDMI-A-3", modes: "2560x1440\n1920x1080\n", edid: wide24)
        try graphics.add("card0-HDMI-A-4", modes: "", edid: wide24)
        func wide(_ connector: String, _ pixels: Size = size(1920, 1080)) -> Display {
            Display(connector: connector, name: "Wide 24", pixels: pixels, millimetres: size(527, 296))
        }
        let displays = Display.connected(in: graphics.path)
        // In the order of their cards and connectors.
        let expected = [
            Display(connector: "DP-2", pixels: size(1600, 900)), wide("DP-3"),
            Display(connector: "DSI-1", pixels: size(720, 1280)), wide("HDMI-A-2", size(1280, 720)), wide("HDMI-A-3"),
            wide("HDMI-A-4"), Display(connector: "VGA-1"), Display(connector: "Virtual-1", pixels: size(1920, 1080)),
            wide("HDMI-A-1"),
        ]
        #expect(displays == expected, "\(displays)")
    }

    @Test(
        "Modes without a width and height that a display can have are ignored",
        arguments: [
            "", "\n\n", "x\n", "1920\n", "1920x\n", "0x0\n", "1920x1080x60\n", "-1x5\n", "100001x1\n",
            "99999999999x1\n", "é\n",
        ])
    func oddModes(text: String) throws {
        let graphics = try GraphicsFolder()
        try graphics.add("card0-DP-1", modes: text)
        try graphics.add("card0-DP-2", modes: text + "\n640x480\n")
        #expect(Display.connected(in: graphics.path).map(\.pixels) == [nil, size(640, 480)])
    }

    @Test("Folders in place of files, missing files and a missing folder yield no displays")
    func missing() throws {
        let graphics = try GraphicsFolder()
        try graphics.add("card0-DP-1", [:])
        try graphics.add("card0-DP-2/status", [:])
        try graphics.add("card0-", status: "connected\n")
        try graphics.add("card0-DP-3", ["status": Array("connectedness\n".utf8)])
        try graphics.add("card0-DP-4", ["status": Array("connected\n".utf8)])
        try graphics.add("card0-DP-4/modes", [:])
        #expect(Display.connected(in: graphics.path) == [Display(connector: "DP-4")])
        #expect(Display.connected(in: graphics.path + "/nowhere") == [])
        #expect(Display.connected(in: graphics.path + "/version") == [])
    }
}
