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

    @Test("a glob for a surface that is added later is no longer listed, and one for a removed surface is")
    func surfacesThatComeAndGo() throws {
        let pad = server.surfaces.removeLast()
        #expect(try client.subscribe(#"{"surfaces":["panel","pad"]}"#).unmatchedSurfaces.map(\.glob) == ["pad"])
        for (surfaces, globs) in [(server.surfaces + [pad], []), ([pad], ["panel"])] {
            server.surfaces = surfaces
            server.server?.publishReloaded()
            #expect(try client.reloaded().unmatchedSurfaces == globs.map { UnmatchedGlob(glob: $0, kind: .surface) })
        }
    }

    @Test("`reloaded` lists the globs that no longer match a recognizer, without names")
    func reloaded() throws {
        #expect(try unmatched(["zoom", "move"]) == [])
        for (name, globs) in [("mvoe", [UnmatchedGlob(glob: "move")]), ("move", [])] {
            server.recognizers[1].name = name
            server.server?.publishReloaded()
            #expect(try client.reloaded().unmatched == globs)
        }
    }
}
