// Tests of errors for invalid YAML, and for YAML that configurations do not allow.

import Configuration
import Testing

@Suite struct YAMLTests {
    @Test("A tab in the indentation is reported, with a remedy")
    func tab() {
        #expect(
            diagnosis(of: "recognizers:\n\t- name: a\n") == """
                file:2:1: error: this is not YAML: found character that cannot start any token
                    \t- name: a
                    ^
                    indent with blanks instead of tabs
                """)
    }

    @Test("A pattern that needs quotes is reported")
    func star() {
        #expect(
            diagnosis(of: "surfaces:\n- { match: { name: *Touch* } }\n") == """
                file:2:20: error: this is not YAML: did not find expected alphabetic or numeric character
                    - { match: { name: *Touch* } }
                                       ^
                    a pattern that begins with `*` needs quotes
                """)
        #expect(
            diagnosis(of: "surfaces:\n- { match: { name: *Touch } }\n") == """
                file:2:20: error: this is not YAML: found undefined alias
                    - { match: { name: *Touch } }
                                       ^
                    a pattern that begins with `*` needs quotes
                """)
        #expect(
            diagnosis(of: "a: @b\n") == """
                file:1:4: error: this is not YAML: found character that cannot start any token
                    a: @b
                       ^
                    a text that begins with `@` needs quotes
                """)
    }

    @Test("An unclosed element is reported at its beginning, with the end of the text")
    func open() {
        #expect(
            diagnosis(of: "recognizers:\n- { name: a,\n  type: tap\n\n") == """
                file:3:12: error: this is not YAML: did not find expected ',' or '}'
                      type: tap
                               ^
                    while parsing a flow mapping that begins at line 2, column 3
                """)
    }

    @Test(
        "An element that begins at the end of the text is reported on an existing line", arguments: ["", "\n", "\n\n"])
    func openAtEnd(end: String) {
        #expect(
            diagnosis(of: "a: [" + end) == """
                file:1:5: error: this is not YAML: did not find expected node content
                    a: [
                        ^
                    while parsing a flow node that begins at line 1, column 5
                """)
    }

    @Test("A second document is refused")
    func documents() {
        #expect(
            diagnosis(of: "---\nrecognizers: []\n---\nsurfaces: []\n") == """
                file:3:1: error: this is not YAML: but found another document
                    ---
                    ^
                    a configuration is one document: remove the line `---`
                """)
    }

    @Test("The first mapping with a duplicate key is reported, in any spelling")
    func duplicates() {
        #expect(
            messages(of: "recognizers:\n- { name: a, type: tap, name: b, enabled: 3 }\nsurfaces: 3\nsurfaces: 4\n")
                == ["2:5 duplicate key `name`, given again later"])
        #expect(messages(of: #"{ "\x61": 1, a: 2 }"#) == ["1:3 duplicate key `a`, given again later"])
        #expect(messages(of: #"{ "": 1, "": 2 }"#) == ["1:3 duplicate key ``, given again later"])
    }

    @Test("Anchors, aliases, tags and keys that are not words are refused at their places")
    func strange() {
        #expect(
            messages(of: "surfaces: &a []\nrecognizers: *a\n") == [
                "1:11 anchors (`&`) and aliases (`*`) are not supported"
            ])
        #expect(messages(of: "surfaces: !!set []\n") == ["1:11 tags such as `tag:yaml.org,2002:set` are not supported"])
        #expect(messages(of: "surfaces: !mine []\n") == ["1:11 tags such as `!mine` are not supported"])
        #expect(
            messages(of: "[a]: 1\n{b: c}: 2\n~: 3\n") == [
                "1:1 a key must be a word", "2:1 a key must be a word", "3:1 a key must be a word",
            ])
        #expect(messages(of: "&a b: 1\n") == ["1:1 anchors (`&`) and aliases (`*`) are not supported"])
        #expect(messages(of: "surfaces: []\n<<: { recognizers: [] }\n") == ["2:1 unknown key `<<`"])
    }

    @Test("A file that is not a mapping is refused")
    func noMapping() {
        #expect(
            diagnosis(of: "- name: a\n") == """
                file:1:1: error: a configuration must be a mapping with `surfaces:` or `recognizers:`, not a list of 1
                    - name: a
                    ^
                """)
        #expect(
            messages(of: "tap") == [
                "1:1 a configuration must be a mapping with `surfaces:` or `recognizers:`, not `tap`"
            ])
    }
}
