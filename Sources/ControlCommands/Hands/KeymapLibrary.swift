// Functions of libxkbcommon, which is loaded when keys are typed by gestured-hands.

import Glibc

/// The functions of libxkbcommon that a keyboard needs.
///
/// It is loaded at the first use: whoever types has a desktop, and so the library; gestured needs none of it.
enum KeymapLibrary {
    typealias Context = OpaquePointer
    typealias Keymap = OpaquePointer
    typealias Text = UnsafePointer<CChar>

    static let makeContext: @convention(c) (Int32) -> Context? = function("context_new")
    /// The names are rules, model, layout, variant and options; nil for what the environment or the library say.
    static let keymapOfNames: @convention(c) (Context, UnsafePointer<Text?>?, Int32) -> Keymap? =
        function("keymap_new_from_names")
    static let keymapOfText: @convention(c) (Context, Text, Int32, Int32) -> Keymap? =
        function("keymap_new_from_string")
    static let symbol: @convention(c) (Text, Int32) -> UInt32 = function("keysym_from_name")
    static let levels: @convention(c) (Keymap, UInt32, UInt32) -> UInt32 = function("keymap_num_levels_for_key")
    static let symbols:
        @convention(c) (Keymap, UInt32, UInt32, UInt32, UnsafeMutablePointer<UnsafePointer<UInt32>?>)
            -> Int32 = function("keymap_key_get_syms_by_level")

    static let unrefKeymap: @convention(c) (Keymap) -> Void = function("keymap_unref")
    static let unrefContext: @convention(c) (Context) -> Void = function("context_unref")

    private static var library: UnsafeMutableRawPointer? { dlopen("libxkbcommon.so.0", RTLD_NOW | RTLD_LOCAL) }

    /// Whether the library is there.
    static var isUsable: Bool { library.map { dlsym($0, "xkb_keymap_key_get_syms_by_level") != nil } ?? false }

    private static func function<Function>(_ name: String) -> Function {
        unsafeBitCast(dlsym(library, "xkb_" + name), to: Function.self)
    }
}
