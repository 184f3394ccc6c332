// The keyboard of the session: which keys of the kernel make a combination, in its layout.

import Configuration
import Glibc
import Hands
import Touch

/// Finds the kernel's keys for key combinations, by the keymap that the session's programs have.
final class SessionKeyboard {
    /// Why a combination cannot be typed.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let context: KeymapLibrary.Context
    private let keymap: KeymapLibrary.Keymap

    /// The kernel's keys of modifiers.
    private static let (shift, control, alt, rightAlt, logo): (UInt16, UInt16, UInt16, UInt16, UInt16) =
        (42, 29, 56, 100, 125)
    /// Seconds after a combination.
    private static let pause = 0.01
    /// X11 counts the kernel's keys from eight.
    private static let offset: UInt32 = 8
    /// The modifiers of a key's levels, as nearly all layouts have them.
    private static let levels: [[UInt16]] = [[], [shift], [rightAlt], [shift, rightAlt]]

    /// Takes the compositor's keymap; else that of `XKB_DEFAULT_LAYOUT`, or of the machine (`/etc/default/keyboard`).
    ///
    /// - Throws: `Failure` without libxkbcommon, or a layout.
    init() throws(Failure) {
        guard KeymapLibrary.isUsable, let context = KeymapLibrary.makeContext(0) else {
            throw Failure(description: "keys need libxkbcommon: sudo apt install libxkbcommon0")
        }
        let ofSession = WaylandKeymap.ofSession.flatMap { KeymapLibrary.keymapOfText(context, $0, 1, 0) }
        guard let keymap = ofSession ?? Self.keymapOfMachine(context) else {
            KeymapLibrary.unrefContext(context)
            throw Failure(description: "libxkbcommon knows no keyboard layout: sudo apt install xkb-data")
        }
        (self.context, self.keymap) = (context, keymap)
    }

    deinit {
        KeymapLibrary.unrefKeymap(keymap)
        KeymapLibrary.unrefContext(context)
    }

    private static func keymapOfMachine(_ context: KeymapLibrary.Context) -> KeymapLibrary.Keymap? {
        let layout = environmentVariable("XKB_DEFAULT_LAYOUT") == nil ? setting("XKBLAYOUT") : nil
        guard let layout, let variant = setting("XKBVARIANT") else {
            return KeymapLibrary.keymapOfNames(context, nil, 0)
        }
        return layout.withCString { layout in
            variant.withCString { variant in
                KeymapLibrary.keymapOfNames(context, [nil, nil, layout, variant, nil], 0)
            }
        }
    }

    /// A setting of the machine's keyboard; nil without the file.
    private static func setting(_ name: String) -> String? {
        guard let file = fopen("/etc/default/keyboard", "re") else { return nil }
        defer { fclose(file) }
        var (line, value) = ([CChar](repeating: 0, count: 1024), "")
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard text.hasPrefix(name + "=") else { continue }
            value = text.dropFirst(name.count + 1).filter { $0.isLetter || $0.isNumber || ",_-()".contains($0) }
        }
        return value
    }

    /// The frames that press and release a combination.
    ///
    /// - Throws: `Failure` for a key that this layout does not have, or that may not be typed.
    func frames(_ combination: KeyCombination) throws(Failure) -> [HandsFrames] {
        let (code, level) = try place(of: combination.key)
        var held = combination.modifiers.map(Self.code)
        for modifier in Self.levels[level] where !held.contains(modifier) { held.append(modifier) }
        func frame(_ code: UInt16, _ value: Int32) -> HandsFrames {
            HandsFrames(device: .keyboard, events: [OutputEvent(EventType.key, code, value), .report])
        }
        var frames = held.map { frame($0, 1) } + [frame(code, 1), frame(code, 0)]
        frames += held.reversed().map { frame($0, 0) }
        // A reader's queue has room for 64 events, and a compositor that draws reads none.
        frames[frames.count - 1].pause = Self.pause
        return frames
    }

    /// Where a key is: its code, and the index of its level.
    private func place(of name: String) throws(Failure) -> (code: UInt16, level: Int) {
        // By its name, whatever its case if there is none else.
        let symbol = [0, 1].lazy.map { KeymapLibrary.symbol(name, $0) }.first { $0 != 0 }
        guard let symbol else { throw Failure(description: "there is no key `\(name)`") }
        for level in Self.levels.indices {
            for code in HandsDevice.keys where has(symbol, at: UInt32(code) + Self.offset, UInt32(level)) {
                return (code, level)
            }
        }
        throw Failure(description: "the session's keyboard layout has no key `\(name)`, or it may not be typed")
    }

    private func has(_ symbol: UInt32, at key: UInt32, _ level: UInt32) -> Bool {
        guard level < KeymapLibrary.levels(keymap, key, 0) else { return false }
        var symbols: UnsafePointer<UInt32>?
        return KeymapLibrary.symbols(keymap, key, 0, level, &symbols) == 1 && symbols?.pointee == symbol
    }

    private static func code(_ modifier: KeyCombination.Modifier) -> UInt16 {
        switch modifier {
        case .shift: shift
        case .ctrl: control
        case .alt: alt
        case .altgr: rightAlt
        case .super: logo
        }
    }
}
