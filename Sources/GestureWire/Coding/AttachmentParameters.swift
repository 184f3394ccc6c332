// Decoding of the params of `attach`, `update` and `detach`.

extension AttachRequest {
    init(_ params: MemberReader) throws(RequestError) {
        try params.refuseUnknown(known: ["regions", "recognizers"])
        let regions = try params.list("regions", expected: "a list of regions as in the configuration")
        let recognizers = try params.list("recognizers", expected: "a list of recognizers as in the configuration")
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
}

extension UpdateRequest {
    init(_ params: MemberReader) throws(RequestError) {
        try params.refuseUnknown(known: ["regions", "recognizers"])
        let (regions, recognizers) = (try Self.changes("regions", params), try Self.changes("recognizers", params))
        guard regions != nil || recognizers != nil else {
            throw RequestError(
                code: .invalidParameters, message: "nothing to update", path: "params",
                hint: "give `regions`, `recognizers` or both, each with its `name` and what changes")
        }
        self.init(regions: regions ?? [], recognizers: recognizers ?? [])
    }

    private static func changes(_ key: String, _ params: MemberReader) throws(RequestError) -> [WireValue]? {
        let list = try params.list(key, expected: "a list of \(key), each with its `name` and what changes")
        guard list?.count ?? 0 <= attachedPerRequest else {
            throw params.failure("too many \(key)", at: key, hint: "a connection has \(attachedPerRequest) at most")
        }
        return list
    }
}

extension DetachRequest {
    init(_ params: MemberReader) throws(RequestError) {
        try params.refuseUnknown(known: ["regions", "recognizers"])
        self.init(
            regions: try params.texts("regions", expected: "a list of names"),
            recognizers: try params.texts("recognizers", expected: "a list of names"))
    }
}
