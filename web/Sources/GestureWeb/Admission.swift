// Decision which requests are answered.

/// Decides by host, origin and token who may ask for what.
///
/// A page of another site can send requests here, and so can one whose name its owner has made to mean this machine (DNS
/// rebinding). The first shows in `Origin`, the second in `Host`.
public struct Admission: Sendable {
    /// Why a request is refused.
    public enum Refusal: String, Error, Sendable {
        case host = "the host is not this server"
        case origin = "pages of this origin are not allowed; see --allow-origin"
        case token = "the token is missing or wrong; it is in the address that gesturectl web prints"
    }

    /// The headers of a request that count here.
    public struct Request: Sendable {
        let hosts: [String], origins: [String], token: String?

        /// - Parameters:
        ///   - hosts: All values of `Host`.
        ///   - origins: All values of `Origin`.
        ///   - token: The query's value of `token`.
        public init(hosts: [String], origins: [String], token: String?) {
            (self.hosts, self.origins, self.token) = (hosts, origins, token)
        }
    }

    private let hosts: Set<String>, origins: Set<String>
    private let token: Token

    /// - Parameters:
    ///   - port: The port of this server.
    ///   - allowedOrigins: Origins of pages elsewhere that may connect, such as `https://kiosk.example`.
    public init(port: Int, allowedOrigins: [String], token: Token) {
        hosts = Set(["127.0.0.1", "localhost"].map { "\($0):\(port)" })
        origins = Set(allowedOrigins.map { $0.lowercased() }).union(hosts.map { "http://\($0)" })
        self.token = token
    }

    /// Admits a request for a page, which holds nothing secret.
    public func admitPage(_ request: Request) throws(Refusal) {
        guard request.hosts.count == 1, hosts.contains(request.hosts[0].lowercased()) else { throw .host }
    }

    /// Admits a request for gestures or for what takes work; without an origin it comes from no page.
    public func admit(_ request: Request) throws(Refusal) {
        try admitPage(request)
        guard request.origins.count <= 1, request.origins.allSatisfy({ origins.contains($0.lowercased()) }) else {
            throw .origin
        }
        guard let given = request.token, token.matches(given) else { throw .token }
    }
}
