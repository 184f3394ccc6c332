// Decoding of the params of `attach` and `detach`.

extension AttachRequest {
    /// Reads the params of `attach`; what the lists hold is not looked at.
    init(_ params: MemberReader) throws(RequestError) {
        try params.refuseUnknown(known: ["regions", "recognizers"])
        let regions = try Self.list("regions", params)
        let recognizers = try Self.list("recognizers", params)
        guard regions != nil || recognizers != nil else {
            throw RequestError(
                code: .invalidParameters, message: "nothing to attach", path: "params",
                hint: "give `regions`, `recognizers` or both, each a list as in the configuration")
        }
        self.init(regions: regions ?? [], recognizers: recognizers ?? [])
        guard self.regions.count + self.recognizers.count <= attachedPerRequest else {
            throw RequestError(
                code: .invalidParameters, message: "too many regions and recognizers", path: "params",
                hint: "at most \(attachedPerRequest) in one request: attach the others in another one")
        }
    }

    private static func list(_ name: String, _ params: MemberReader) throws(RequestError) -> [WireValue]? {
        try params.list(name, expected: "a list of \(name) as in the configuration")
    }
}

extension DetachRequest {
    /// Reads the params of `detach`.
    init(_ params: MemberReader) throws(RequestError) {
        try params.refuseUnknown(known: ["regions", "recognizers"])
        self.init(
            regions: try Self.names("regions", params), recognizers: try Self.names("recognizers", params))
    }

    private static func names(_ name: String, _ params: MemberReader) throws(RequestError) -> [String]? {
        try params.texts(name, expected: "a list of names")
    }
}
