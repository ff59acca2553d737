import Diagnostics
import Filesystem
import Testing

@testable import Terminal

@Suite struct OutputTests {
  @Test func `JSON keeps the order of members and is indented`() {
    let value = JSON.object([
      "schema": 1, "empty": .array([]), "none": .null, "yes": true,
      "list": .array([.string("a"), .object(["b": .number(-2)])]), "object": .object([]),
    ])
    #expect(
      value.text == """
        {
          "schema": 1,
          "empty": [],
          "none": null,
          "yes": true,
          "list": [
            "a",
            {
              "b": -2
            }
          ],
          "object": {}
        }
        """)
  }

  @Test func `a streamed array has each element on a line of its own`() {
    let groups: [[JSON]] = [[1, .object(["a": 2])], [], [3]]
    let stream = JSON.object([
      "list": .stream(ComputedList(count: groups.count) { groups[$0] }), "end": true,
    ])
    #expect(
      stream.text == """
        {
          "list": [
            1,
            {"a": 2},
            3
          ],
          "end": true
        }
        """)
    #expect(JSON.stream(ComputedList(count: 2) { _ in [] }).text == "[]")
  }

  @Test func `a streamed array never exists as a whole`() {
    struct Pieces: TextOutputStream {
      var longest = 0
      mutating func write(_ text: String) { longest = max(longest, text.utf8.count) }
    }
    var pieces = Pieces()
    JSON.stream(ComputedList(count: 1000) { [.number($0)] }).write(to: &pieces)
    #expect(pieces.longest < 20)
  }

  @Test(arguments: [
    ("plain ä 🙂", #""plain ä 🙂""#), ("\"\\/", #""\"\\/""#), ("\n\r\t", #""\n\r\t""#),
    ("\u{0}\u{1B}\u{7F}", #""\u0000\u001b\u007f""#),
    ("\u{9B}2J\u{202E}\u{2066}\u{E0001}", #""\u009b2J\u202e\u2066\udb40\udc01""#),
  ])
  func `JSON escapes special characters`(text: String, json: String) {
    #expect(JSON.string(text).text == json)
  }

  @Test(arguments: [
    (Style.Choice.auto, true, [:], true), (.auto, false, [:], false),
    (.auto, true, ["NO_COLOR": "1"], false), (.auto, true, ["NO_COLOR": ""], true),
    (.auto, true, ["TERM": "dumb"], false), (.never, true, [:], false),
    (.always, false, ["NO_COLOR": "1"], true),
  ])
  func `color is for terminals, unless an option or variable overrides it`(
    choice: Style.Choice, isTerminal: Bool, variables: [String: String], isColored: Bool
  ) {
    let style = Style(choice, isTerminal: isTerminal, environment: Environment(variables))
    #expect(style.isColored == isColored)
    #expect(style.bold("a") == (isColored ? "\u{1B}[1ma\u{1B}[0m" : "a"))
  }

  @Test func `a path keeps its bytes unless it is printed on a terminal`() {
    let path = FilePath(bytes: Array("/a\u{1B}[2J\n\u{9B}\u{202E}".utf8) + [0xFF])
    #expect(Console.bytes(of: path, isTerminal: false) == Array(path.bytes))
    let shown = Console.bytes(of: path, isTerminal: true)
    #expect(
      String(decoding: shown, as: UTF8.self)
        == #"/a\u{1B}[2J\u{A}\u{9B}\u{202E}"# + "\u{FFFD}")
  }

  private let plain = Style(isColored: false)

  @Test func `details with the same label are one JSON member`() {
    let message = Message("all-excluded", "no").detail("try", "one").column("exists", ["x"])
      .detail("try", ["two", "three"]).lines("explanation", ["short"])
      .fact("explanation", .strings(["whole"]))
    #expect(
      message.members.map { "\($0.name) \($0.value.text.filter { !$0.isWhitespace })" } == [
        #"try ["one","two","three"]"#, #"exists ["x"]"#, #"explanation ["whole"]"#,
      ])
  }

  @Test func `an explicit key replaces the label in JSON`() {
    let message = Message("x", "y").detail("format", key: "its form", "3")
    #expect(message.members.map(\.name) == ["its_form"])
    #expect(message.detailLines == ["  format    3"])
  }

  @Test func `a message is a headline and facts in one column`() {
    let message = Message("not-installed", "ruff 0.17.5 is not installed")
      .detail("asked by", "Toolfile.lock:5").detail("installed", ["0.16.2", "0.17.1"])
      .detail("nothing", [String]()).detail("absent", nil)
      .column("because", ["one", "two"])
    #expect(
      message.text("error:", style: plain) == """
        error: ruff 0.17.5 is not installed
          asked by  Toolfile.lock:5
          installed 0.16.2, 0.17.1
          because   one
                    two

        """)
  }

  @Test func `the migration of a store is reported in words`() {
    let notices: [ProgressNotice] = [
      .migrating(byteCount: 24_500_000, from: 8, to: 9), .converted(count: 6144, of: 24_000),
    ]
    let lines = notices.map { if case .note(let line) = $0.form { line } else { "" } }
    #expect(
      lines == [
        "updating the store from version 8 to 9 (24 MB)",
        "updating the store: 6144 of 24000 records",
      ])
  }

  @Test func `a long label widens the label column`() {
    let message = Message("x", "y").detail("a label of its own", "1").detail("short", "2")
    #expect(message.detailLines == ["  a label of its own 1", "  short              2"])
  }

  @Test func `control characters in names never reach the terminal`() {
    let message = Message("x", "bad \u{1B}[31m name").detail("entry", "a\nb\u{202E}")
    #expect(
      message.text("error:", style: plain)
        == "error: bad \\u{1B}[31m name\n  entry     a\\u{A}b\\u{202E}\n")
  }

  @Test func `an error as JSON has its code, its exit code, and the same facts`() {
    let problems = Problem.project(.lock(.missing(toolfile: "/app/Toolfile")))
    #expect(
      Console.json(of: problems.messages, exitCode: problems.exitCode).text == """
        {
          "schema": 1,
          "error": {
            "code": "no-lock",
            "exit": 66,
            "message": "no Toolfile.lock found next to the Toolfile",
            "asked_by": [
              "/app/Toolfile"
            ],
            "run": [
              "bootstrap lock"
            ]
          }
        }
        """)
  }

  @Test func `JSON lists further errors next to the first`() {
    let messages = [Message("a", "one"), Message("b", "two")]
    guard case .object(let members) = Console.json(of: messages, exitCode: .failure) else {
      Issue.record("no object")
      return
    }
    #expect(members.map(\.name) == ["schema", "error", "also"])
  }

  @Test func `help shows usage, options, and examples, and fits a screen`() {
    let syntax = CommandSyntax(
      "install", "Install what the lock names.",
      arguments: .list(placeholder: "TOOL[@VERSION]", atLeast: 0, atMost: 9),
      options: [
        .init("--frozen", "fail if the lock does not match"),
        .init("--jobs", short: "-j", value: "N", "number of downloads"),
      ],
      details: ["Without arguments, installs every tool of the project."],
      examples: [
        .init("bootstrap install", "install the project's tools"),
        .init("bootstrap install ruff@0.17.5", "install one tool"),
      ])
    #expect(
      syntax.helpText == """
        Install what the lock names.
        Without arguments, installs every tool of the project.

        usage: bootstrap install TOOL[@VERSION] [options]

        options:
              --frozen  fail if the lock does not match
          -j, --jobs N  number of downloads

        common options:
          -C, --directory DIR  run as if started in DIR
              --json           print results and errors as JSON
          -q, --quiet          print only results and errors
          -v, --verbose        print more detail
              --color WHEN     use color: auto, always, or never
          -h, --help           show this help

        examples:
          bootstrap install              # install the project's tools
          bootstrap install ruff@0.17.5  # install one tool
        """)
  }
}
