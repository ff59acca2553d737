import Diagnostics
import Filesystem
import Layout
import Manifests
import Sandboxes
import Selection
import Testing
import Vocabulary

/// Tests of the files of other version managers, in the forms that occur in real repositories.
@Suite struct GuestTests {
  private let directory: TemporaryDirectory
  private let root: Root

  /// Creates a root with versions of some tools, each a default installation.
  init() throws {
    directory = try TemporaryDirectory()
    root = Root(directory.path.appending("root"))
    for title in [
      "node 20.9.0", "node 20.11.1", "node 24.19.0", "node 25.0.0-rc.1", "python 3.12",
      "python 3.12.4", "ruby 3.3.0", "go 1.22.1", "java 21.0.2+13", "swift 5.10.1",
    ] {
      let words = title.split(separator: " ").map(String.init)
      let folder = "\(words[1])-\(String(repeating: "1", count: 40))"
      try directory.directory("root/installs/\(words[0])/\(folder)/bin")
      try root.installs.appending(words[0]).appending(words[1]).makeLink(to: FilePath(folder))
    }
  }

  /// Returns the link of the folder `app`.
  private func link() throws -> PinChain.Link {
    let chain = try Selector(
      root: root, environment: Environment([:]), directory: directory.directory("app")
    ) { $0.lastComponent }.pinChain()
    return try #require(chain.directories.first)
  }

  private func answer(_ bytes: [UInt8], _ file: String) throws -> String {
    try directory.directory("app")
    try directory.path.appending("app/\(file)").replaceContents(with: bytes)
    let link = try link()
    if let pin = link.pins.first { return "\(pin.version)" }
    return link.passedOver.first.map { "\($0.reason)" } ?? "nothing"
  }

  @Test(arguments: [
    (".nvmrc", "24.19.0", "24.19.0"), (".nvmrc", "v24.19.0\r\n", "24.19.0"),
    (".nvmrc", "v24", "24.19.0"), (".nvmrc", "20", "20.11.1"), (".nvmrc", "20.9", "20.9.0"),
    (".nvmrc", "20.x", "20.11.1"), (".nvmrc", "\u{FEFF}20\n", "20.11.1"),
    (".nvmrc", "# current\n\n 20 # soon 24\n", "20.11.1"), (".nvmrc", "18\n20\n", "20.11.1"),
    (".nvmrc", "lts/iron", "20.11.1"), (".nvmrc", "lts/Krypton", "24.19.0"),
    (".nvmrc", "system", "system"), (".node-version", "node-20.9.0", "20.9.0"),
    (".node-version", "25.0.0-rc.1", "25.0.0-rc.1"),
    (".python-version", "3.12", "3.12"), (".python-version", "3.11\n3.12.4\n", "3.12.4"),
    (".python-version", "pypy3.10-7.3.12 3.12.4", "3.12.4"), (".python-version", "3", "3.12.4"),
    (".ruby-version", "ruby-3.3.0", "3.3.0"), (".ruby-version", "ruby-3.3", "3.3.0"),
    (".go-version", "go1.22.1", "1.22.1"), (".go-version", "1.22", "1.22.1"),
    (".java-version", "21.0.2+13", "21.0.2+13"), (".java-version", "21", "21.0.2+13"),
    (".swift-version", "5.10", "5.10.1"),
    (".tool-versions", "# asdf\nnodejs 18.0.0 20.9.0 # old\n", "20.9.0"),
    (".tool-versions", "nodejs\tprefix:20\n", "20.11.1"),
    (".tool-versions", "golang 1.22.1", "1.22.1"),
    (".tool-versions", "nodejs ref:main system", "system"),
  ])
  func `an installed version answers`(_ file: String, _ text: String, _ version: String) throws {
    #expect(try answer(Array(text.utf8), file) == version)
  }

  @Test(arguments: [
    (".nvmrc", "18", #"notInstalled(["18"])"#), (".nvmrc", "24.1.0", #"notInstalled(["24.1.0"])"#),
    (".nvmrc", "2", #"notInstalled(["2"])"#), (".nvmrc", "25", #"notInstalled(["25"])"#),
    (".nvmrc", "lts/*", #"alias(["lts/*"])"#), (".nvmrc", "node", #"alias(["node"])"#),
    (".nvmrc", "lts/jod 18", #"notInstalled(["lts/jod", "18"])"#),
    (".nvmrc", "lts/unheard", #"alias(["lts/unheard"])"#),
    (".nvmrc", "", "noVersion([])"), (".nvmrc", "# nothing\n", "noVersion([])"),
    (".nvmrc", "20\u{A0}", "noVersion([\"20\u{A0}\"])"),
    (".ruby-version", "jruby-9.4.5.0", #"noVersion(["jruby-9.4.5.0"])"#),
    (".java-version", "temurin-21.0.2+13", #"noVersion(["temurin-21.0.2+13"])"#),
    (".tool-versions", "nodejs ref:main\n", #"noVersion(["ref:main"])"#),
    (".tool-versions", "nodejs path:~/src/node\n", #"noVersion(["path:~/src/node"])"#),
    (".tool-versions", "nodejs latest:20\n", #"alias(["latest:20"])"#),
    (".tool-versions", "nodejs\n", "noVersion([])"),
    (".tool-versions", "node\u{A0}20\n", "noTool(\"node\u{A0}20\")"),
    (".tool-versions", "MyPlugin 20\n", "nothing"),
    (".nvmrc", "../../etc", #"noVersion(["../../etc"])"#),
    (".nvmrc", "<<<<<<< ours\n20\n=======\n24\n>>>>>>> theirs\n", "conflictMarkers"),
    (".tool-versions", "<<<<<<< ours\nnodejs 20\n=======\n", "conflictMarkers"),
    (".nvmrc", "2\u{0}0\u{0}", "utf16"), (".nvmrc", "20\u{0}", "notText"),
  ])
  func `what cannot be followed is passed over`(
    _ file: String, _ text: String, _ reason: String
  ) throws {
    let answer = try answer(Array(text.utf8), file)
    #expect(answer.hasSuffix(reason), "\(answer)")
  }

  @Test func `only some versions of a tool are compared with what is installed`() throws {
    let many = String(repeating: "18 ", count: 20_000)
    #expect(try answer(Array("\(many)\n20\n".utf8), ".nvmrc") == "nothing")
    let few = String(repeating: "18 ", count: 31)
    #expect(try answer(Array("\(few)\n20\n".utf8), ".nvmrc") == "20.11.1")
  }

  @Test func `text that PowerShell writes is passed over`() throws {
    let text = "\u{FEFF}node 20\r\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try answer(text, ".tool-versions").hasSuffix("utf16"))
  }

  @Test func `a version that is installed only for a lock is no answer`() throws {
    try directory.directory("root/installs/node/26.1.0-\(String(repeating: "2", count: 40))/bin")
    #expect(try answer(Array("26".utf8), ".nvmrc").hasSuffix(#"notInstalled(["26"])"#))
  }

  @Test func `the files of bootstrap take precedence in their folder`() throws {
    _ = try answer(Array("nodejs 20\npython 3.12.4\n".utf8), ".tool-versions")
    try directory.file("app/.tool-version", "node 24.19.0\n")
    try directory.file("app/Toolfile", "tool \"python\"\n")
    let link = try link()
    #expect(link.pins.map { "\($0.tool) \($0.version)" } == ["node 24.19.0"])
    #expect(link.unavailable.map(\.tool.text) == ["python"])
    #expect(link.passedOver.isEmpty)
  }

  @Test func `the user can turn the files off`() throws {
    try root.config.replaceContents(with: Array("idiomatic python\n".utf8))
    #expect(try answer(Array("20".utf8), ".nvmrc").contains("turnedOff"))
    try directory.path.appending("app/.nvmrc").removeFile()
    #expect(try answer(Array("3.12".utf8), ".python-version") == "3.12")
  }
}
