// Tests of refused requests: code, path, message and hint.

import GestureWire
import Testing

private func list(_ element: String, _ count: Int) -> String {
    "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
}

private let tooLong = String(repeating: "x", count: nameBytes + 1)

struct RefusedRequestTests {
    @Test(
        "every mistake outside of params has its code, its path and a hint",
        arguments: [
            ("{", .parseError, "", "send {"), ("hello", .parseError, "", "send {"),
            (#"{"id":1}}"#, .parseError, "", "send {"), ("{\"id\":1}\u{0}", .parseError, "", "send {"),
            ("[]", .invalidRequest, "", "one request per line"), (" [{}]", .invalidRequest, "", "one request per line"),
            ("1", .invalidRequest, "", "send {"), ("null", .invalidRequest, "", "send {"),
            ("{}", .invalidRequest, "jsonrpc", #"write "jsonrpc":"2.0""#),
            (#"{"jsonrpc":2.0}"#, .invalidRequest, "jsonrpc", #"expected "2.0""#),
            (#"{"jsonrpc":"1.0"}"#, .invalidRequest, "jsonrpc", #"write "jsonrpc":"2.0""#),
            (#"{"jsonrpc":"2.0","id":[]}"#, .invalidRequest, "id", "a string, a number"),
            (#"{"jsonrpc":"2.0","id":true}"#, .invalidRequest, "id", "a string"),
            (#"{"jsonrpc":"2.0","id":1}"#, .invalidRequest, "method", "one of subscribe"),
            (#"{"jsonrpc":"2.0","id":1,"methods":"list"}"#, .invalidRequest, "methods", "did you mean `method`?"),
            (#"{"jsonrpc":"2.0","id":1,"method":"setenabled"}"#, .methodNotFound, "method", "mean `setEnabled`?"),
            (#"{"jsonrpc":"2.0","id":1,"method":"foo"}"#, .methodNotFound, "method", "one of subscribe"),
        ] as [(String, RequestError.Code, String, String)])
    func lines(line: String, code: RequestError.Code, path: String, hint: String) {
        let error = refusal(decode(line).content)
        #expect(error?.code == code && error?.path == path)
        #expect(error?.hint.contains(hint) == true && error?.message.isEmpty == false)
    }

    /// The method, the params, the place below `params`, and a part of the message and the hint.
    private static let mistakes: [(String, String, String, String)] = [
        ("subscribe", "[]", "", "write {…} here"), ("subscribe", "3", "", "write {…} here"),
        ("subscribe", #"{"recognisers":[]}"#, ".recognisers", "did you mean `recognizers`?"),
        ("subscribe", #"{"touches":1}"#, ".touches", "expected true or false"),
        ("subscribe", #"{"maxRate":0}"#, ".maxRate", "more than 0, at most 1000"),
        ("subscribe", #"{"maxRate":-30}"#, ".maxRate", "more than 0, at most 1000"),
        ("subscribe", #"{"maxRate":1000.001}"#, ".maxRate", "more than 0, at most 1000"),
        ("subscribe", #"{"maxRate":1e400}"#, ".maxRate", "more than 0, at most 1000"),
        ("subscribe", #"{"maxRate":1e-400}"#, ".maxRate", "more than 0, at most 1000"),
        ("subscribe", #"{"maxRate":"30"}"#, ".maxRate", "more than 0, at most 1000"),
        ("subscribe", #"{"coordinates":"regoin"}"#, ".coordinates", "did you mean `region`?"),
        ("subscribe", #"{"coordinates":"view"}"#, ".coordinates", "surface, region"),
        ("subscribe", #"{"coordinates":1}"#, ".coordinates", "expected surface or region"),
        ("subscribe", #"{"locations":"all"}"#, ".locations", "expected true or false"),
        ("subscribe", #"{"recognizers":"zoom"}"#, ".recognizers", "expected a list of globs"),
        ("subscribe", #"{"recognizers":["a",5]}"#, ".recognizers[1]", "expected a list of globs"),
        ("subscribe", #"{"recognizers":\#(list(#""a""#, globsPerSubscription + 1))}"#, ".recognizers", ""),
        ("subscribe", #"{"surfaces":["a","\#(String(repeating: "a", count: globBytes + 1))"]}"#, ".surfaces[1]", ""),
        ("subscribe", #"{"states":["began","change"]}"#, ".states[1]", "did you mean `changed`?"),
        ("subscribe", #"{"states":["possible"]}"#, ".states[0]", "one of recognized, began"),
        ("status", #"{"connections":true}"#, ".connections", "there are no members here"),
        ("reload", #"{"file":"/etc/shadow"}"#, ".file", "there are no members here"),
        ("unsubscribe", "{}", ".subscription", "the number that subscribe returned"),
        ("unsubscribe", #"{"subscription":"1"}"#, ".subscription", "the number that subscribe"),
        ("unsubscribe", #"{"subscription":1e999}"#, ".subscription", "the number that subscribe"),
        ("unsubscribe", #"{"subscription":1.5}"#, ".subscription", "the number that subscribe"),
        ("list", "{}", ".what", "one of surfaces, devices"), ("list", #"{"what":7}"#, ".what", "one of surfaces"),
        ("list", #"{"what":"device"}"#, ".what", "did you mean `devices`?"),
        ("list", #"{"what":"devices","":1}"#, ".", "known here: what"),
        ("swallow", #"{"surface":["panel"]}"#, ".surface", "expected the name of a surface"),
        ("rotate", #"{"surface":"panel"}"#, ".rotation", "missing"),
        ("rotate", #"{"rotation":90}"#, ".surface", "missing"),
        ("rotate", #"{"surface":"panel","rotation":45}"#, ".rotation", "not a quarter turn"),
        ("rotate", #"{"surface":"panel","rotation":-90}"#, ".rotation", "not a quarter turn"),
        ("rotate", #"{"surface":"panel","rotation":90.0000001}"#, ".rotation", "not a quarter turn"),
        ("rotate", #"{"surface":"panel","rotation":9223372036854775808}"#, ".rotation", "not a quarter turn"),
        ("rotate", #"{"surface":"panel","rotation":1e308}"#, ".rotation", "not a quarter turn"),
        ("rotate", #"{"surface":"panel","rotation":"left"}"#, ".rotation", "wrong type"),
        ("rotate", #"{"surface":"panel","rotation":true}"#, ".rotation", "wrong type"),
        ("rotate", #"{"surface":["panel"],"rotation":90}"#, ".surface", "wrong type"),
        ("attach", "{}", "", "nothing to attach"), ("attach", "null", "", "nothing to attach"),
        ("attach", #"{"regions":null}"#, "", "nothing to attach"),
        ("attach", #"{"regions":{}}"#, ".regions", "wrong type"),
        ("attach", #"{"regions":[],"recognizers":"tap"}"#, ".recognizers", "wrong type"),
        ("attach", #"{"regions":\#(list("{}", 32)),"recognizers":\#(list("{}", 33))}"#, "", "too many regions and rec"),
        ("update", "null", "", "nothing to update"), ("update", #"{"regions":null}"#, "", "nothing to update"),
        ("update", #"{"regions":{"name":"a"}}"#, ".regions", "wrong type"),
        ("update", #"{"recognizers":{"name":"a"}}"#, ".recognizers", "wrong type"),
        ("update", #"{"regions":[],"touches":[]}"#, ".touches", "unknown member"),
        ("update", #"{"regions":\#(list("{}", 65))}"#, ".regions", "too many regions"),
        ("update", #"{"recognizers":\#(list("{}", 65))}"#, ".recognizers", "too many recognizers"),
        ("detach", #"{"regions":"canvas"}"#, ".regions", "wrong type"),
        ("detach", #"{"recognizers":["a",null]}"#, ".recognizers[1]", "wrong type"),
        ("detach", #"{"recognizers":["a",{"b":1}]}"#, ".recognizers[1]", "wrong type"),
        ("detach", #"{"regions":["\#(String(repeating: "ü", count: 129))"]}"#, ".regions[0]", "not a name"),
        ("detach", #"{"regions":["a","\u001b[2J"]}"#, ".regions[1]", "not a name"),
        ("detach", #"{"regions":["\#(tooLong)"]}"#, ".regions[0]", "too long"),
        ("setEnabled", "{}", ".recognizer", "missing"),
        ("setEnabled", #"{"recognizer":"zoom","enabled":null}"#, ".enabled", "missing"),
        ("setEnabled", #"{"recognizer":"zoom","enabled":1}"#, ".enabled", "wrong type"),
        ("setEnabled", #"{"recognizer":["zoom"],"enabled":true}"#, ".recognizer", "wrong type"),
        ("setEnabled", #"{"recognizer":"\#(tooLong)","enabled":true}"#, ".recognizer", "too long"),
        ("recognize", "{}", ".recognizer", "missing"), ("recognize", #"{"recognizer":"a"}"#, ".attempt", "missing"),
        ("recognize", #"{"recognizer":"a","attempt":1.5}"#, ".attempt", "wrong type"),
        ("recognize", #"{"recognizer":"a","attempt":1,"state":"possible"}"#, ".state", "unknown state"),
        ("recognize", #"{"recognizer":"a","attempt":1,"state":"begin"}"#, ".state", "did you mean `began`?"),
        ("recognize", #"{"recognizer":"a","attempt":1,"ignore":[1,"2"]}"#, ".ignore[1]", "wrong type"),
        ("recognize", #"{"recognizer":"a","attempt":1,"values":[]}"#, ".values", "not an object"),
        ("recognize", #"{"recognizer":"a","attempt":1,"values":{"a":true}}"#, ".values.a", "a number, a text or"),
        ("recognize", #"{"recognizer":"a","attempt":1,"values":{"a":{"x":1}}}"#, ".values.a", "wrong type"),
        ("recognize", #"{"recognizer":"a","attempt":1,"values":{"1a":1}}"#, ".values.1a", "31 letters and digits"),
        ("recognize", #"{"recognizer":"a","attempt":1,"values":{"time":1}}"#, ".values.time", "not usable"),
        ("recognize", #"{"recognizer":"a","attempt":1,"yes":true}"#, ".yes", "unknown member"),
        ("answer", "{}", ".question", "missing"), ("answer", #"{"question":7,"yes":null}"#, ".yes", "missing"),
        ("answer", #"{"question":7,"yes":1}"#, ".yes", "wrong type"),
        ("answer", #"{"question":7.5,"yes":true}"#, ".question", "wrong type"),
        ("answer", #"{"question":"7","yes":true}"#, ".question", "wrong type"),
        ("answer", #"{"question":7,"yes":true,"no":false}"#, ".no", "unknown member"),
    ]

    @Test("every mistake in params has its path, and a hint that says what is expected", arguments: mistakes)
    func params(method: String, params: String, place: String, words: String) {
        let error = refusal(request(method, params))
        #expect(error?.code == .invalidParameters && error?.path == "params" + place)
        let said = error.map { "\($0.message); \($0.hint)" } ?? "accepted"
        #expect(words.isEmpty || said.contains(words), "\(said)")
        #expect(error?.message.isEmpty == false && error?.hint.isEmpty == false)
    }
}
