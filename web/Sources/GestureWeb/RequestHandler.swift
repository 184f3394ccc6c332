// Requests that are answered at once: for pages and for recordings.

internal import FoundationEssentials
internal import NIOCore
internal import NIOHTTP1

/// Answers one request, and closes the connection.
struct RequestHandler {
    typealias Channel = NIOAsyncChannel<HTTPServerRequestPart, HTTPPart<HTTPResponseHead, ByteBuffer>>

    /// An answer.
    private struct Answer {
        var status = HTTPResponseStatus.ok
        var headers: HTTPHeaders = [:]
        var body: [UInt8] = []

        static func text(_ status: HTTPResponseStatus, _ text: String) -> Answer {
            Answer(
                status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Array("\(text)\n".utf8))
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

    func serve(_ channel: Channel) async throws {
        try await channel.executeThenClose { parts, client in
            var iterator = parts.makeAsyncIterator()
            guard case .head(let head) = try await iterator.next() else { return }
            var answer = await answer(to: head) {
                var body = ByteBuffer()
                while case .body(let part)? = try await iterator.next() {
                    guard body.readableBytes + part.readableBytes <= Replay.largest else { return nil }
                    body.writeImmutableBuffer(part)
                }
                return body
            }
            answer.headers.add(contentsOf: Self.headers)
            answer.headers.add(name: "Content-Length", value: String(answer.body.count))
            let response = HTTPResponseHead(version: .http1_1, status: answer.status, headers: answer.headers)
            try await client.write(.head(response))
            if head.method != .HEAD { try await client.write(.body(ByteBuffer(bytes: answer.body))) }
            try await client.write(.end(nil))
        }
    }

    private func answer(to head: HTTPRequestHead, _ body: () async throws -> ByteBuffer?) async -> Answer {
        let target = Target(head.uri)
        let request = Admission.Request(head.headers, token: target["token"])
        do throws(Admission.Refusal) {
            switch target.path {
            case "/gestures":
                try admission.admit(request)
                return head.headers.contains(name: "upgrade")
                    ? .text(.serviceUnavailable, "too many WebSockets") : .text(.upgradeRequired, "a WebSocket")
            case "/recording":
                try admission.admit(request)
                guard let recording else { return .text(.notFound, "no recording was named") }
                return Answer(
                    headers: ["Content-Type": "text/plain; charset=utf-8", "X-Recording-Name": recording.name],
                    body: recording.content)
            case "/replay":
                try admission.admit(request)
                guard head.method == .POST else { return .text(.methodNotAllowed, "POST a recording") }
                return await play(body)
            default:
                try admission.admitPage(request)
                guard head.method == .GET || head.method == .HEAD else { return .text(.methodNotAllowed, "GET pages") }
                return target.path == "/view/schema.json" ? await schema() : page(target.path)
            }
        } catch {
            return .text(.forbidden, error.rawValue)
        }
    }

    private func schema() async -> Answer {
        guard let schema = try? await replay.schema() else { return .text(.internalServerError, "gesturectl fails") }
        return Answer(headers: ["Content-Type": "application/json"], body: schema)
    }

    private func page(_ path: String) -> Answer {
        if path == "/" { return Answer(status: .found, headers: ["Location": "/view/"]) }
        guard let file = pages[path] else { return .text(.notFound, "there is no such page") }
        return Answer(headers: ["Content-Type": file.type], body: file.content)
    }

    private func play(_ body: () async throws -> ByteBuffer?) async -> Answer {
        do {
            guard let body = try await body() else {
                return .text(.payloadTooLarge, "at most \(Replay.largest) bytes")
            }
            guard let order = try? JSONDecoder().decode(Replay.Order.self, from: Data(body.readableBytesView)) else {
                return .text(.badRequest, "no JSON object with a recording")
            }
            return Answer(
                headers: ["Content-Type": "application/json"], body: try await replay.answer(to: order))
        } catch let error as Replay.Refused {
            let message = (try? JSONEncoder().encode(["message": error.message])).map(Array.init) ?? []
            return Answer(
                status: .unprocessableEntity, headers: ["Content-Type": "application/json"], body: message)
        } catch {
            return .text(.internalServerError, "\(error)")
        }
    }
}
