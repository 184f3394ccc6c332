// The functions of libsystemd's D-Bus client, loaded with dlopen where it is installed.

internal import Glibc

/// The functions of sd-bus(3) that are needed, found when the program runs.
///
/// Systems with systemd have libsystemd, and systems without it have no logind either. A link against the library would
/// keep gestured from starting there, and an own implementation of D-Bus would be more code than all that uses it.
struct BusLibrary {
    typealias Bus = OpaquePointer
    typealias Message = OpaquePointer
    typealias Handler = @convention(c) (Message?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32
    typealias Text = UnsafePointer<CChar>
    typealias Slot = UnsafeMutablePointer<OpaquePointer?>

    let make: @convention(c) (UnsafeMutablePointer<Bus?>) -> Int32
    let setAddress: @convention(c) (Bus, Text) -> Int32
    let setClient: @convention(c) (Bus, Int32) -> Int32
    let acceptDescriptors: @convention(c) (Bus, Int32) -> Int32
    let start: @convention(c) (Bus) -> Int32
    let unref: @convention(c) (Bus) -> Bus?
    let close: @convention(c) (Bus) -> Void
    let descriptor: @convention(c) (Bus) -> Int32
    let isReady: @convention(c) (Bus) -> Int32
    let events: @convention(c) (Bus) -> Int32
    let timeout: @convention(c) (Bus, UnsafeMutablePointer<UInt64>) -> Int32
    let process: @convention(c) (Bus, UnsafeMutablePointer<Message?>?) -> Int32
    let addMatch: @convention(c) (Bus, Slot?, Text, Handler?, Handler?, UnsafeMutableRawPointer?) -> Int32
    let newCall: @convention(c) (Bus, UnsafeMutablePointer<Message?>, Text?, Text, Text?, Text) -> Int32
    let setAutoStart: @convention(c) (Message, Int32) -> Int32
    let append: @convention(c) (Message, CChar, UnsafeRawPointer) -> Int32
    let call: @convention(c) (Bus, Slot?, Message, Handler, UnsafeMutableRawPointer?, UInt64) -> Int32
    let unrefMessage: @convention(c) (Message) -> Message?
    let error: @convention(c) (Message) -> UnsafePointer<Text?>?
    let sender: @convention(c) (Message) -> Text?
    let path: @convention(c) (Message) -> Text?
    let member: @convention(c) (Message) -> Text?
    let readBasic: @convention(c) (Message, CChar, UnsafeMutableRawPointer) -> Int32
    let enter: @convention(c) (Message, CChar, Text) -> Int32
    let exit: @convention(c) (Message) -> Int32
    let skip: @convention(c) (Message, Text) -> Int32

    /// Nil when the library is not there, or is too old.
    init?() {
        guard let library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL) else { return nil }
        func function<Function>(_ name: String, as type: Function.Type) -> Function? {
            dlsym(library, "sd_bus_" + name).map { unsafeBitCast($0, to: type) }
        }
        guard let make = function("new", as: type(of: self.make)),
            let setAddress = function("set_address", as: type(of: self.setAddress)),
            let setClient = function("set_bus_client", as: type(of: self.setClient)),
            let acceptDescriptors = function("negotiate_fds", as: type(of: self.acceptDescriptors)),
            let start = function("start", as: type(of: self.start)),
            let unref = function("unref", as: type(of: self.unref)),
            let close = function("close", as: type(of: self.close)),
            let descriptor = function("get_fd", as: type(of: self.descriptor)),
            let isReady = function("is_ready", as: type(of: self.isReady)),
            let events = function("get_events", as: type(of: self.events)),
            let timeout = function("get_timeout", as: type(of: self.timeout)),
            let process = function("process", as: type(of: self.process)),
            let addMatch = function("add_match_async", as: type(of: self.addMatch)),
            let newCall = function("message_new_method_call", as: type(of: self.newCall)),
            let setAutoStart = function("message_set_auto_start", as: type(of: self.setAutoStart)),
            let append = function("message_append_basic", as: type(of: self.append)),
            let call = function("call_async", as: type(of: self.call)),
            let unrefMessage = function("message_unref", as: type(of: self.unrefMessage)),
            let error = function("message_get_error", as: type(of: self.error)),
            let sender = function("message_get_sender", as: type(of: self.sender)),
            let path = function("message_get_path", as: type(of: self.path)),
            let member = function("message_get_member", as: type(of: self.member)),
            let readBasic = function("message_read_basic", as: type(of: self.readBasic)),
            let enter = function("message_enter_container", as: type(of: self.enter)),
            let exit = function("message_exit_container", as: type(of: self.exit)),
            let skip = function("message_skip", as: type(of: self.skip))
        else { return nil }
        (self.make, self.setAddress, self.setClient) = (make, setAddress, setClient)
        (self.acceptDescriptors, self.start) = (acceptDescriptors, start)
        (self.unref, self.close) = (unref, close)
        (self.descriptor, self.isReady, self.events, self.timeout) = (descriptor, isReady, events, timeout)
        (self.process, self.addMatch, self.call, self.append) = (process, addMatch, call, append)
        (self.newCall, self.setAutoStart, self.unrefMessage) = (newCall, setAutoStart, unrefMessage)
        (self.error, self.sender, self.path, self.member) = (error, sender, path, member)
        (self.readBasic, self.enter, self.exit, self.skip) = (readBasic, enter, exit, skip)
    }
}
