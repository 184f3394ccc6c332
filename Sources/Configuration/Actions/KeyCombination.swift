// Key combinations such as `ctrl+shift+Left`, and the arguments with which programs press them.

/// A key with the modifiers that are held down with it.
package struct KeyCombination: Hashable, Sendable {
    /// A modifier.
    package enum Modifier: String, CaseIterable, Sendable {
        case shift
        case ctrl
        case alt
        case altgr
        case `super`
    }

    /// The modifiers, each once, in the order of the file.
    package let modifiers: [Modifier]
    /// The key by its name in xkbcommon: `Left`, `a`, `plus`, `XF86AudioRaiseVolume`.
    package let key: String

    /// The reason why a text is no combination.
    enum Problem: Error, Equatable {
        case empty
        case modifier(String)
        case key(String)
    }

    /// Reads `alt+Left`; a key's case counts for letters only.
    init(_ text: String) throws(Problem) {
        var parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        // `ctrl++` is the key plus.
        if parts.count > 1, parts.suffix(2).allSatisfy(\.isEmpty) {
            parts.removeLast(2)
            parts.append("+")
        }
        guard let last = parts.popLast(), !last.isEmpty else { throw .empty }
        var modifiers: [Modifier] = []
        for part in parts {
            guard let modifier = Self.modifier(part) else { throw .modifier(part) }
            if !modifiers.contains(modifier) { modifiers.append(modifier) }
        }
        guard let key = Self.key(last) else { throw .key(last) }
        (self.modifiers, self.key) = (modifiers, key)
    }

    /// The arguments for wtype(1), without the program.
    package var wtypeArguments: [String] {
        modifiers.flatMap { ["-M", Self.wtypeName($0)] } + ["-k", key]
            + modifiers.reversed().flatMap { ["-m", Self.wtypeName($0)] }
    }

    /// The word for `xdotool key`.
    package var xdotoolWord: String {
        (modifiers.map { $0 == .altgr ? "ISO_Level3_Shift" : $0.rawValue } + [key]).joined(separator: "+")
    }

    private static func wtypeName(_ modifier: Modifier) -> String {
        modifier == .super ? "logo" : modifier.rawValue
    }

    private static func modifier(_ name: String) -> Modifier? {
        let name = name.lowercased()
        switch name {
        case "control": return .ctrl
        case "win", "logo", "meta", "mod4": return .super
        case "mod1": return .alt
        default: return Modifier(rawValue: name)
        }
    }

    /// Returns a key's name for a name or a character; nil for what can be neither.
    private static func key(_ text: String) -> String? {
        if let name = KeyNames.ofCharacter(text) { return name }
        guard text.utf8.count <= 32, text.utf8.first != UInt8(ascii: "_"),
            text.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            })
        else { return nil }
        return KeyNames.spelled(text) ?? text
    }
}

/// Names of keys in xkbcommon.
enum KeyNames {
    /// The names of ASCII characters that are no names of keys themselves.
    private static let characters: [(character: String, name: String)] = [
        (" ", "space"), ("!", "exclam"), ("\"", "quotedbl"), ("#", "numbersign"), ("$", "dollar"), ("%", "percent"),
        ("&", "ampersand"), ("'", "apostrophe"), ("(", "parenleft"), (")", "parenright"), ("*", "asterisk"),
        ("+", "plus"), (",", "comma"), ("-", "minus"), (".", "period"), ("/", "slash"), (":", "colon"),
        (";", "semicolon"), ("<", "less"), ("=", "equal"), (">", "greater"), ("?", "question"), ("@", "at"),
        ("[", "bracketleft"), ("\\", "backslash"), ("]", "bracketright"), ("^", "asciicircum"), ("_", "underscore"),
        ("`", "grave"), ("{", "braceleft"), ("|", "bar"), ("}", "braceright"), ("~", "asciitilde"),
    ]

    /// The name of the key for a character; nil for letters, digits and what is not ASCII.
    static func ofCharacter(_ text: String) -> String? {
        characters.first { $0.character == text }?.name
    }

    private static let functionKeys: [String] = (1...24).map { "F\($0)" }

    /// Common keys, for corrections: there are two thousand others.
    static let common: [String] =
        characters.map(\.name) + functionKeys + [
            "Left", "Right", "Up", "Down", "Home", "End", "Page_Up", "Page_Down", "Prior", "Next", "Tab", "Return",
            "Escape", "BackSpace", "Delete", "Insert", "Menu", "Print", "Pause", "Caps_Lock", "Super_L", "Super_R",
            "Alt_L", "Alt_R", "Control_L", "Control_R", "Shift_L", "Shift_R", "KP_Add", "KP_Subtract", "KP_Enter",
            "XF86Back", "XF86Forward", "XF86Reload", "XF86HomePage", "XF86Search", "XF86AudioRaiseVolume",
            "XF86AudioLowerVolume", "XF86AudioMute", "XF86AudioPlay", "XF86AudioPause", "XF86AudioStop",
            "XF86AudioNext", "XF86AudioPrev", "XF86MonBrightnessUp", "XF86MonBrightnessDown", "XF86PowerOff",
            "XF86Sleep", "XF86ScreenSaver",
        ]

    /// The common key with a name, whatever its case; nil for a letter or digit, and for keys that are not common.
    static func spelled(_ name: String) -> String? {
        if name.utf8.count < 2 { return nil }
        switch name.lowercased() {
        case "enter": return "Return"
        case "esc": return "Escape"
        case "pageup", "pgup": return "Page_Up"
        case "pagedown", "pgdn": return "Page_Down"
        case let name: return common.first { $0.lowercased() == name }
        }
    }

    /// Whether a name is one that is certainly there.
    static func isKnown(_ name: String) -> Bool { name.utf8.count == 1 || common.contains(name) }
}
