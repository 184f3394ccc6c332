// Tests of globs that match no recognizer or surface, and of the names suggested for them.

import GestureWire
import Testing

@testable import Server

final class UnmatchedGlobsTests: ServedClientTests {
    /// The globs that the answer to a subscription to these globs lists.
    private func unmatched(_ globs: [String]) throws -> [UnmatchedGlob] {
        let texts = globs.map { "\"\($0)\"" }.joined(separator: ",")
        return try client.subscribe(#"{"recognizers":[\#(texts)]}"#).unmatched
    }

    @Test("the answer lists the globs that match no recognizer, each with the nearest name if there is one")
    func answer() throws {
        #expect(
            try unmatched(["zoom", "mvoe", "m?ve", "strange*", "*o*"])
                == [UnmatchedGlob(glob: "mvoe", nearest: "move"), UnmatchedGlob(glob: "strange*")])
    }

    @Test("own recognizers match and are suggested, those of other connections are not")
    func own() throws {
        let (secret, other) = (#"{"recognizers":[{"name":"secret","type":"pan"}]}"#, try TestClient(server))
        other.request("attach", secret)
        #expect(
            try unmatched(["secret", "secrte"]) == [UnmatchedGlob(glob: "secret"), UnmatchedGlob(glob: "secrte")])
        client.request("attach", secret)
        #expect(try unmatched(["secret", "secrte"]) == [UnmatchedGlob(glob: "secrte", nearest: "secret")])
    }

    @Test("the maximum number of globs is listed, and the first have a nearest name")
    func most() throws {
        let globs = (1..<globsPerSubscription).map { "mov\($0 % 10)" }
        let found = try unmatched(globs + ["zoom"])
        #expect(found.map(\.glob) == globs)
        #expect(found.map(\.nearest) == globs.indices.map { $0 < hintedGlobs ? "move" : nil })
    }

    @Test("globs that match no surface have a list of their own, and no glob of `*` is in it")
    func surfaces() throws {
        let params = #"{"recognizers":["mvoe"],"surfaces":["pannel","p?d","side*","*"]}"#
        let snapshot = try client.subscribe(params)
        #expect(snapshot.unmatched == [UnmatchedGlob(glob: "mvoe", nearest: "move")])
        #expect(
            snapshot.unmatchedSurfaces == [
                UnmatchedGlob(glob: "pannel", nearest: "panel", kind: .surface),
                UnmatchedGlob(glob: "side*", kind: .surface),
            ])
        for params in ["{}", #"{"surfaces":["panel","pa*"]}"#, #"{"surfaces":[]}"#] {
            client.request("subscribe", params)
        }
        #expect(!client.lines().contains { $0.contains("unmatchedSurfaces") })
    }

    @Test("`reloaded` lists the globs that match no recognizer or surface any more, and not those that match now")
    func reloaded() throws {
        let pad = server.surfaces.removeLast()
        let first = try client.subscribe(#"{"recognizers":["zoom","move"],"surfaces":["panel","pad"]}"#)
        #expect(first.unmatched == [] && first.unmatchedSurfaces.map(\.glob) == ["pad"])
        for (name, globs, surfaces, others) in [
            ("mvoe", ["move"], server.surfaces + [pad], []), ("move", [], [pad], ["panel"]),
        ] {
            server.recognizers[1].name = name
            server.surfaces = surfaces
            server.server?.publishReloaded()
            let snapshot = try client.reloaded()
            #expect(snapshot.unmatched == globs.map { UnmatchedGlob(glob: $0) }, "without names")
            #expect(snapshot.unmatchedSurfaces == others.map { UnmatchedGlob(glob: $0, kind: .surface) })
        }
    }
}
