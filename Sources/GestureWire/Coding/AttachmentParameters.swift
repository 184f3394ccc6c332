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
        try params.refuseUnknown(known: ["regions"])
        let expected = "a list of regions, each with its `name` and what changes"
        guard let regions = try params.list("regions", expected: expected) else {
            throw params.failure("missing", at: "regions", hint: "expected \(expected)")
        }
        guard regions.count <= attachedPerRequest else {
            throw params.failure(
                "too many regions", at: "regions", hint: "a connection has \(attachedPerRequest) at most")
        }
        self.init(regions: regions)
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
