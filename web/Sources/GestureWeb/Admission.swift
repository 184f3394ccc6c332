// Decision which requests are answered.

/// Decides by host, origin and token who may ask for what.
///
/// A page of another site can send requests here, and so can one whose name its owner has made to mean this machine
/// (DNS rebinding). The first shows in `Origin`, the second in `Host`.
public struct Admission: Sendable {
    /// Why a request is refused.
    enum Refusal: String, Error {
        case host = "the host is not this server: open the address that gestured-web printed, with its port"
        case origin = "pages of this origin are not allowed; see --allow-origin"
        case token = "the token is missing or wrong; it is in the address that gesturectl web prints"
    }

    /// The headers of a request that count here.
    struct Request {
        /// All values of `Host` and of `Origin`.
        let hosts: [String], origins: [String]
        /// The query's value of `token`.
        let token: String?
    }

    private let hosts: Set<[UInt8]>, own: Set<[UInt8]>, foreign: Set<[UInt8]>
    private let token: Token

    /// - Parameters:
    ///   - port: The port of this server.
    ///   - allowedOrigins: Origins of pages elsewhere that may connect, such as `https://kiosk.example`.
    init(port: Int, allowedOrigins: [String], token: Token) {
        let names = ["127.0.0.1", "localhost"]
        let hosts = names.map { "\($0):\(port)" } + (port == 80 ? names : [])
        self.hosts = Set(hosts.map(\.folded))
        own = Set(hosts.map { "http://\($0)".folded })
        foreign = Set(allowedOrigins.map(\.folded)).subtracting(own)
        self.token = token
    }

    /// Admits a request for a page, which holds nothing secret.
    func admitPage(_ request: Request) throws(Refusal) {
        guard request.hosts.count == 1, hosts.contains(request.hosts[0].folded) else { throw .host }
    }

    /// Admits a request of a page of this server or of an allowed origin; without an origin it comes from no page.
    func admitOrigin(_ request: Request) throws(Refusal) {
        try admitPage(request)
        guard request.origins.count <= 1, request.origins.map(\.folded).allSatisfy(own.union(foreign).contains) else {
            throw .origin
        }
    }

    /// Admits a request for gestures or for what takes work.
    func admit(_ request: Request) throws(Refusal) {
        try admitOrigin(request)
        guard let given = request.token, token.matches(given) else { throw .token }
    }

    /// Returns the allowed origin elsewhere whose page may read the answer, even a refusal; nil for all others.
    func foreignOrigin(of request: Request) -> String? {
        guard (try? admitOrigin(request)) != nil, let origin = request.origins.first, foreign.contains(origin.folded)
        else { return nil }
        return origin
    }

    /// Whether a text is an origin as browsers send it, such as `https://kiosk.example:8443`; they send no usual port.
    public static func isOrigin(_ text: String) -> Bool {
        let usual = ["http": ":80", "https": ":443"][text.prefix { $0 != ":" }.lowercased()]
        return usual.map(text.hasSuffix) != true
            && text.wholeMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:\/\/([A-Za-z0-9._\-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?/)
                != nil
    }
}

extension String {
    /// Its bytes, with the letters of ASCII in lower case; `lowercased()` makes one of different texts.
    fileprivate var folded: [UInt8] { utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 32 : $0 } }
}
