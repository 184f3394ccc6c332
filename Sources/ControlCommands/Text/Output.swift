// What gesturectl prints: data, messages, and how the program ends when either fails.

import ArgumentParser
import Configuration
import GestureClient
import GestureWire
import Glibc
import Linux
import ServiceManager
import Synchronization
import Touch

/// A command of gesturectl; when it fails, it says why and ends the program with the status that fits.
protocol Verb: ParsableCommand {
    func perform() throws
}

extension Verb {
    func run() throws { try Output.reporting(perform) }
}

/// Standard output and standard error by write(2), so that no buffer delays a line.
enum Output {
    private struct Messages {
        var mayBeLost = false
        var lost = 0
    }

    private static let messages = Mutex(Messages())

    /// From now on, drops messages that standard error does not accept at once; the next message counts them.
    static func loseUnreadMessages() { messages.withLock { $0.mayBeLost = true } }

    /// Writes a line of data.
    static func line(_ bytes: [UInt8]) { text(bytes.last == UInt8(ascii: "\n") ? bytes : bytes + [UInt8(ascii: "\n")]) }

    /// Writes text as it is, which may be no lines or several.
    ///
    /// Ends the program when that fails; with success when the reader has closed the pipe, as `| head` does.
    static func text(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                SystemCall.uninterrupted { Glibc.write(STDOUT_FILENO, bytes.baseAddress, bytes.count) }
            }
            guard count >= 0 else {
                if errno == EPIPE { exit(0) }
                message("standard output: \(String(cString: strerror(errno)))")
                exit(ExitStatus.failure)
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Writes a line of text for people, or several; whatever is in it, a terminal only shows it.
    static func line(_ text: String) { line(Array(text.printableLines.utf8)) }

    /// Writes a line that has escape sequences for colours; foreign text in it is printable already.
    static func line(styled text: String) { line(Array(text.utf8)) }

    /// Writes a line of JSON, with escapes for what a terminal would obey.
    static func line(json text: String) { line(Array(text.printableJSON.utf8)) }

    /// Writes a line of JSON by a function, with escapes for what a terminal would obey.
    static func line(json write: (inout LineWriter) -> Void) {
        var writer = LineWriter()
        write(&writer)
        line(json: String(decoding: writer.bytes, as: UTF8.self))
    }

    /// Writes text that begins with its place in a file, so that editors find that; a terminal only shows it.
    static func note(_ text: String) { write(Array("\(text.printableLines)\n".utf8)) }

    /// Writes a message for people; whatever is in it, a terminal only shows it.
    static func message(_ text: String) {
        write(Array("gesturectl: \(text.printableLines)\n".utf8))
    }

    /// Writes a message about an event by which a feed loses notifications; none about others.
    static func messageOfLoss(_ event: GestureEvent) {
        switch event {
        case .disconnected(let error): message("\(error) Trying again.".printable)
        case .lagged(let lagged): message("read too slowly: \(lagged.dropped) notifications were dropped")
        default: break
        }
    }

    /// Writes a message for each glob that matches nothing.
    static func messages(ofUnmatchedIn snapshot: Snapshot) {
        for glob in snapshot.unmatched + snapshot.unmatchedSurfaces { message("\(glob)".printable) }
    }

    private static func write(_ bytes: [UInt8]) {
        messages.withLock { messages in
            guard messages.mayBeLost else {
                _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
                return
            }
            let number = "gesturectl: nobody has read \(messages.lost) messages, which are lost\n"
            if messages.lost > 0, Journal.writeWhole(Array(number.utf8)) { messages.lost = 0 }
            if messages.lost > 0 || !Journal.writeWhole(bytes) { messages.lost += 1 }
        }
    }

    /// Whether standard output is a terminal whose user has not asked for plain text (no-color.org).
    static var isColourful: Bool {
        isatty(STDOUT_FILENO) == 1 && environmentVariable("NO_COLOR") == nil
    }

    /// Does something; when that fails, says why and ends the program with the status that fits.
    static func reporting(_ work: () throws -> Void) throws {
        signal(SIGPIPE, SIG_IGN)
        // Programs started from a Dispatch thread have every signal blocked.
        var ending = sigset_t()
        sigemptyset(&ending)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&ending, signal) }
        pthread_sigmask(SIG_UNBLOCK, &ending, nil)
        do {
            try work()
        } catch let exit as ExitCode {
            throw exit
        } catch {
            // As of a file that was read here: places first, so that editors find them. gestured sends at most 100.
            for problem in (error as? ServerError)?.data?.problems?.prefix(100) ?? [] { note(problem.printable) }
            if error is ConfigurationError { note("\(error)") } else { message("\(error)") }
            throw ExitCode(ExitStatus.of(error))
        }
    }
}
