// Decoding of a request from its line.

extension IncomingRequest {
    /// Reads one line, with or without its LF; never traps, and refuses rather than repairs.
    ///
    /// The line is expected to be within ``Limits/requestBytes``: time and memory grow with its length.
    public static func decode(_ line: ArraySlice<UInt8>) -> IncomingRequest {
        var parser = RequestParser(line)
        do throws(RequestError) {
            let value = try parser.parse()
            guard parser.isASCII || String(validating: line, as: UTF8.self) != nil else {
                throw RequestError(
                    code: .parseError, message: "not UTF-8", hint: "send JSON as UTF-8, one request per line")
            }
            guard case .object(let members) = value else { throw notAnObject(value) }
            return IncomingRequest(MemberReader(members, code: .invalidRequest), parser)
        } catch {
            return IncomingRequest(identifier: .null, content: .failure(error))
        }
    }

    private static func notAnObject(_ value: WireValue) -> RequestError {
        if case .list = value {
            RequestError(
                code: .invalidRequest, message: "batches are not supported", hint: "send one request per line")
        } else {
            RequestError(
                code: .invalidRequest, message: "a request is an object", hint: RequestParser.exampleHint)
        }
    }

    /// Reads the object around a request; every mistake from now on has an id to answer to.
    private init(_ members: MemberReader, _ parser: RequestParser) {
        var identifier: RequestIdentifier? = .null
        do throws(RequestError) {
            identifier = try Self.identifier(members)
            if let refusal = parser.refusal { throw refusal }
            let request = try Self.request(members)
            if let largeNumber = parser.largeNumber { throw largeNumber }
            self.init(identifier: identifier, content: .success(request))
        } catch {
            // A line that is not a request is answered even without an id: otherwise the client would not learn of it.
            let isAnswered = identifier != nil || error.code == .invalidRequest
            self.init(identifier: isAnswered ? identifier ?? .null : nil, content: .failure(error))
        }
    }

    private static func identifier(_ members: MemberReader) throws(RequestError) -> RequestIdentifier? {
        switch members["id"] {
        case nil: return nil
        case .null: return .null
        case .text(let text): return .string(text)
        case .integer(let number) where number.magnitude < 1 << 53: return .integer(number)
        case .number(let number) where number.magnitude < 0x1p53: return .number(number)
        case .integer, .number:
            // A reader of JSON numbers as doubles would change the id, and the client would not recognize the answer.
            throw members.failure(
                "a double changes it", at: "id", hint: "use a string, or a whole number below 2^53")
        case .flag, .list, .object:
            throw members.failure("wrong type", at: "id", hint: "expected a string, a number or null")
        }
    }

    private static func request(_ members: MemberReader) throws(RequestError) -> Request {
        try members.refuseUnknown(known: ["jsonrpc", "id", "method", "params"])
        let version = try members.value("jsonrpc", as: String.self, expected: #""2.0""#)
        guard version == "2.0" else {
            throw members.failure("not JSON-RPC 2.0", at: "jsonrpc", hint: #"write "jsonrpc":"2.0""#)
        }
        guard let method = try members.value("method", as: String.self, expected: "the name of a method") else {
            throw members.failure("no method", at: "method", hint: "one of " + Request.methods.joined(separator: ", "))
        }
        guard Request.methods.contains(method) else { throw unknown(method) }
        return try Request(method: method, members.object("params", code: .invalidParameters))
    }

    private static func unknown(_ method: String) -> RequestError {
        RequestError(
            code: .methodNotFound, message: "unknown method", path: "method",
            hint: hint(forUnknown: method, among: Request.methods))
    }
}
