// Is this line a request, and if not, why?

import FoundationEssentials

extension IncomingRequest {
    /// Reads one line, with or without its LF; never traps, and refuses rather than repairs.
    ///
    /// The line is expected to be within ``Limits/requestBytes``: time and memory grow with its length.
    public static func decode(_ line: ArraySlice<UInt8>) -> IncomingRequest {
        // JSON has no raw NUL; a decoder that guesses at UTF-16 from one has to be kept from it.
        guard !line.contains(0), String(validating: line, as: UTF8.self) != nil else {
            return refusal(.parseError, "not UTF-8", hint: "send JSON as UTF-8, one request per line")
        }
        // 64 KiB of nothing but values would keep a decoder busy for milliseconds, and with it all who wait for gestures.
        guard let values = count(line) else { return refusal(.parseError, "not JSON", hint: exampleHint) }
        guard values <= requestValues else {
            return refusal(.invalidRequest, "too many values", hint: "at most \(requestValues) in one request")
        }
        do {
            return try JSONDecoder().decode(Envelope.self, from: Data(line)).request
        } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
            let isBatch = line.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } == UInt8(ascii: "[")
            return isBatch
                ? refusal(.invalidRequest, "batches are not supported", hint: "send one request per line")
                : refusal(.invalidRequest, "a request is an object", hint: exampleHint)
        } catch {
            return refusal(.parseError, "not JSON", hint: exampleHint)
        }
    }

    /// How many values there are at most: in a list or an object each but the first stands after a comma; nil where a
    /// comma is the last, which the decoder would let pass.
    private static func count(_ line: ArraySlice<UInt8>) -> Int? {
        var values = 1
        var isText = false
        var isEscaped = false
        var last: UInt8 = 0
        for byte in line where isText || byte > UInt8(ascii: " ") {
            if isText {
                if byte == UInt8(ascii: "\""), !isEscaped { isText = false }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"): values += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): if last == UInt8(ascii: ",") { return nil }
            default: break
            }
            last = byte
        }
        return values
    }

    private static let exampleHint = #"send {"jsonrpc":"2.0","id":1,"method":"subscribe"} and a line feed"#

    private static func refusal(_ code: RequestError.Code, _ message: String, hint: String) -> IncomingRequest {
        IncomingRequest(
            identifier: .null, content: .failure(RequestError(code: code, message: message, hint: hint)))
    }
}

/// The object around every request.
private struct Envelope: Decodable {
    let request: IncomingRequest

    init(from decoder: any Decoder) throws {
        // Only this may fail here: from an object on, every mistake has an id to answer to.
        _ = try decoder.container(keyedBy: MemberName.self)
        var identifier: RequestIdentifier? = .null
        do throws(RequestError) {
            let members = try MemberReader(decoder, code: .invalidRequest)
            identifier = try Self.identifier(members)
            request = IncomingRequest(identifier: identifier, content: .success(try Self.request(members)))
        } catch {
            // What is not a request at all is answered even without an id: nobody would learn of it otherwise.
            let isAnswered = identifier != nil || error.code == .invalidRequest
            request = IncomingRequest(
                identifier: isAnswered ? identifier ?? .null : nil, content: .failure(error))
        }
    }

    private static func identifier(_ members: MemberReader) throws(RequestError) -> RequestIdentifier? {
        guard members.contains("id") else { return nil }
        let expected = "a string, a number or null"
        if let text = try? members.value("id", as: String.self, expected: expected) { return .string(text) }
        if let number = try? members.value("id", as: Int64.self, expected: expected) { return .integer(number) }
        let number = try members.value("id", as: Double.self, expected: expected)
        guard (number ?? 0).magnitude < 0x1p53 else {
            // It could not be repeated to the digit, and nobody would know the answer for his own.
            throw members.failure("too large a number", at: "id", hint: "use a string, or a number below 2^53")
        }
        return number.map(RequestIdentifier.number) ?? .null
    }

    private static func request(_ members: MemberReader) throws(RequestError) -> Request {
        try members.refuseUnknown(known: ["jsonrpc", "id", "method", "params"])
        guard try members.value("jsonrpc", as: String.self, expected: #""2.0""#) == "2.0" else {
            throw members.failure("not JSON-RPC 2.0", at: "jsonrpc", hint: #"write "jsonrpc":"2.0""#)
        }
        guard let method = try members.value("method", as: String.self, expected: "the name of a method") else {
            throw members.failure("no method", at: "method", hint: "one of " + Request.methods.joined(separator: ", "))
        }
        guard Request.methods.contains(method) else { throw unknown(method) }
        return try Request(method: method, members.object("params", code: .invalidParameters))
    }

    private static func unknown(_ method: String) -> RequestError {
        let hint =
            if let near = nearestName(to: method, among: Request.methods) {
                "did you mean `\(near)`?"
            } else {
                "one of " + Request.methods.joined(separator: ", ")
            }
        return RequestError(code: .methodNotFound, message: "unknown method", path: "method", hint: hint)
    }
}
