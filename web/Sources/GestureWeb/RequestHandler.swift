// Requests that are answered at once: for pages and for recordings.

import FoundationEssentials
import NIOCore
import NIOHTTP1

/// Answers one request, and closes the connection.
struct RequestHandler {
    typealias Channel = NIOAsyncChannel<HTTPServerRequestPart, HTTPPart<HTTPResponseHead, ByteBuffer>>
    typealias Parts = NIOAsyncChannelInboundStream<HTTPServerRequestPart>.AsyncIterator

    /// An answer.
    private struct Answer {
        var status = HTTPResponseStatus.ok
        var headers: HTTPHeaders = [:]
        var body = ByteBuffer()

        static func text(_ status: HTTPResponseStatus, _ text: String, _ headers: HTTPHeaders = [:]) -> Answer {
            var answer = Answer(status: status, headers: headers, body: ByteBuffer(string: "\(text)\n"))
            answer.headers.add(name: "Content-Type", value: "text/plain; charset=utf-8")
            return answer
        }

        static func json(_ status: HTTPResponseStatus, _ body: ByteBuffer) -> Answer {
            Answer(status: status, headers: ["Content-Type": "application/json"], body: body)
        }
    }

    /// Nothing is loaded but from here, and nobody else shows what is here in a frame.
    private static let headers: HTTPHeaders = [
        "Content-Security-Policy": """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self'; \
        connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """,
        "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-cache",
        "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
        "Connection": "close",
    ]

    let pages: Pages
    let recording: Recording?
    let replay: Replay
    let admission: Admission
    let recordings: Counter, webSockets: Counter
    /// Called when the request has shown the token and is worked on.
    let admitted: @Sendable () -> Void

    func serve(_ channel: Channel) async throws {
        try await channel.executeThenClose { parts, client in
            var parts = parts.makeAsyncIterator()
            guard case .head(let head) = try await parts.next() else { return }
            let target = Target(head.uri)
            let request = Admission.Request(head.headers, token: target["token"])
            let isReplay = target.path == "/replay" && head.method == .POST && (try? admission.admit(request)) != nil
            guard isReplay, recordings.enter() else {
                return try await write(
                    answer(to: head, target, request, replayRefused: isReplay), head, request, client)
            }
            defer { recordings.leave() }
            admitted()
            let answer = await play(&parts) { channel.channel.lifetime($0) }
            try await write(answer, head, request, client)
        }
    }

    private func write(
        _ answer: Answer, _ head: HTTPRequestHead, _ request: Admission.Request,
        _ client: NIOAsyncChannelOutboundWriter<HTTPPart<HTTPResponseHead, ByteBuffer>>
    ) async throws {
        var headers = answer.headers
        headers.add(contentsOf: Self.headers)
        headers.add(name: "Vary", value: "Origin")
        if let origin = admission.foreignOrigin(of: request) {
            headers.add(name: "Access-Control-Allow-Origin", value: origin)
        }
        if answer.status != .noContent {
            headers.add(name: "Content-Length", value: String(answer.body.readableBytes))
        }
        try await client.write(.head(HTTPResponseHead(version: .http1_1, status: answer.status, headers: headers)))
        if head.method != .HEAD { try await client.write(.body(answer.body)) }
        try await client.write(.end(nil))
    }

    private func answer(
        to head: HTTPRequestHead, _ target: Target, _ request: Admission.Request, replayRefused: Bool
    ) -> Answer {
        do throws(Admission.Refusal) {
            switch target.path {
            case "/gestures":
                try admission.admit(request)
                return webSockets.isFull
                    ? .text(.serviceUnavailable, "too many WebSockets")
                    : .text(.upgradeRequired, "a WebSocket", ["Upgrade": "websocket"])
            case "/recording":
                try admission.admit(request)
                guard let recording else { return .text(.notFound, "no recording was named") }
                return Answer(
                    headers: ["Content-Type": "text/plain; charset=utf-8", "X-Recording-Name": recording.name],
                    body: recording.content)
            case "/replay" where head.method == .OPTIONS:
                // A browser asks before it sends JSON to another origin; only the answer to the request itself can
                // tell the page that its token is wrong.
                try admission.admitOrigin(request)
                return Answer(
                    status: .noContent,
                    headers: [
                        "Access-Control-Allow-Methods": "POST", "Access-Control-Allow-Headers": "Content-Type",
                        "Access-Control-Max-Age": "600",
                    ])
            case "/replay":
                try admission.admit(request)
                return replayRefused
                    ? .text(.serviceUnavailable, "too many recordings at a time", ["Retry-After": "1"])
                    : .text(.methodNotAllowed, "POST a recording", ["Allow": "POST, OPTIONS"])
            default:
                try admission.admitPage(request)
                guard head.method == .GET || head.method == .HEAD else {
                    return .text(.methodNotAllowed, "GET pages", ["Allow": "GET, HEAD"])
                }
                if let file = pages[target.path] {
                    return Answer(headers: ["Content-Type": file.type], body: file.content)
                }
                if target.path == "/", let start = pages.start {
                    return Answer(status: .found, headers: ["Location": start])
                }
                switch target.path {
                // Browsers ask for it where a page names no icon.
                case "/favicon.ico": return Answer(status: .noContent)
                default: return .text(.notFound, "there is no such page")
                }
            }
        } catch {
            return .text(.forbidden, error.rawValue)
        }
    }

    /// Reads a recording and plays it, which has limits of its own, and waits for others.
    private func play(_ parts: inout Parts, _ life: (@escaping @Sendable (Lifetime) -> Void) -> Void) async -> Answer {
        do {
            guard let request = try await replayRequest(&parts) else {
                return .text(.payloadTooLarge, "at most \(Limits.recording) bytes")
            }
            life { $0.unlimited() }
            let answer = Answer.json(.ok, try await replay.answer(to: request))
            life { $0.limit(to: Limits.requestTime) }
            return answer
        } catch let error as Failure {
            life { $0.limit(to: Limits.requestTime) }
            let message = (try? JSONEncoder().encode(["message": error.description])).map { ByteBuffer(bytes: $0) }
            return .json(.unprocessableEntity, message ?? ByteBuffer())
        } catch is DecodingError {
            return .text(.badRequest, "no JSON object with a recording")
        } catch {
            return .text(.internalServerError, "\(error)")
        }
    }

    /// Returns what a page sends; nil if it is too large.
    private func replayRequest(_ parts: inout Parts) async throws -> Replay.Request? {
        var body = ByteBuffer()
        while case .body(var part)? = try await parts.next() {
            guard body.readableBytes + part.readableBytes <= Limits.recording else { return nil }
            body.writeBuffer(&part)
        }
        return try JSONDecoder().decode(Replay.Request.self, from: Data(body.readableBytesView))
    }
}
