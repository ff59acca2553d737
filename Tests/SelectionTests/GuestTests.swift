import Diagnostics
import Filesystem
import Layout
import Manifests
import Sandboxes
import Selection
import SourceKinds
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
      "python 3.12.4", "ruby 3.3.0", "go 1.22.1", "temurin 21.0.2+13", "temurin17 17.0.10+7",
      "swift 5.10.1", "rust 1.78.0",
    ] {
      let words = title.split(separator: " ").map(String.init)
      let folder = "\(words[1])-\(String(repeating: "1", count: 40))"
      try directory.directory("root/installs/\(words[0])/\(folder)/bin")
      try root.installs.appending(words[0]).appending(words[1]).makeLink(to: FilePath(folder))
    }
    let tools = try root.installedTools()
    try GuestRules(
      Dictionary(uniqueKeysWithValues: tools.map { ($0, Registries.shipped.guests(of: $0)) })
    )
    .write(in: root)
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
    (".java-version", "temurin-21.0.2+13", "21.0.2+13"), (".java-version", "17.0", "17.0.10+7"),
    (".java-version", "temurin-17", "17.0.10+7"), (".java-version", "system", "system"),
    (".java-version", "temurin-21.0.2+13.0.LTS", "21.0.2+13"),
    (".tool-versions", "java temurin-21.0.2+13", "21.0.2+13"),
    (".tool-versions", "java 11 17", "17.0.10+7"),
    (".swift-version", "5.10", "5.10.1"), (".swift-version", "swift-5.10.1\n", "5.10.1"),
    (".swift-version", "6.0\n5.10.1\n", "5.10.1"),
    (".python-version", "# comment\npypy3.10-7.3.12\n3.12\n", "3.12"),
    (".python-version", "python-3.12.4", "3.12.4"), (".python-version", "3.11 3.12.4", "3.12.4"),
    ("Gemfile", "source \"https://example.org\"\n\nruby \"3.3.0\"\ngem \"rails\"\n", "3.3.0"),
    ("gems.rb", "ruby '3.3.0' # comment\n", "3.3.0"), ("Gemfile", "ruby \"~> 3.3\"\r\n", "3.3.0"),
    ("Gemfile", "ruby(\">= 3.1\", \"< 4\")", "3.3.0"), ("Gemfile", "ruby \"3.3\"", "3.3.0"),
    ("Gemfile", "ruby \"3.3.0\", engine: \"ruby\", engine_version: \"3.3.0\"", "3.3.0"),
    ("Gemfile", "ruby \"3.3.0\", :patchlevel => \"0\"", "3.3.0"),
    ("Gemfile", "group :test do\n  gem \"rspec\"\nend\nruby \"3.3.0\"\n", "3.3.0"),
    ("rust-toolchain", "1.78.0\n", "1.78.0"), ("rust-toolchain", "1.78", "1.78.0"),
    ("rust-toolchain", "[toolchain]\nchannel = \"1.78.0\"\n", "1.78.0"),
    ("rust-toolchain.toml", "[toolchain]\nchannel = '1.78'\ncomponents = [\"clippy\"]\n", "1.78.0"),
    ("rust-toolchain.toml", "toolchain = { channel = \"1.78.0\" }", "1.78.0"),
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
    (".java-version", "zulu-21.32", #"noVersion(["zulu-21.32"])"#),
    (".java-version", "temurin-11", #"notInstalled(["temurin-11"])"#),
    (".ruby-version", "truffleruby-24.0.1", #"noVersion(["truffleruby-24.0.1"])"#),
    (".python-version", "pypy3.10-7.3.12", #"noVersion(["pypy3.10-7.3.12"])"#),
    (".swift-version", "main-snapshot", #"noVersion(["main-snapshot"])"#),
    ("Gemfile", "gem \"rails\"\n", "nothing"), ("Gemfile", "rubygems = 1\n", "nothing"),
    ("Gemfile", "<<<<<<< ours\n=======\n>>>>>>> theirs\n", "nothing"),
    ("Gemfile", "ruby \"3.3.0\"\n<<<<<<< ours\n", "conflictMarkers"),
    ("Gemfile", "=begin\nruby \"3.3.0\"\n=end\n", "nothing"),
    ("Gemfile", "__END__\nruby \"3.3.0\"\n", "nothing"),
    ("Gemfile", "ruby \"3.2.1\"", #"notInstalled(["3.2.1"])"#),
    ("Gemfile", "ruby \"~> 3.4\", \">= 3.4.2\"", #"notInstalled(["~> 3.4, >= 3.4.2"])"#),
    (
      "Gemfile", "ruby \"3.1.4\", engine: \"jruby\", engine_version: \"9.4.3.0\"",
      #"otherImplementation("jruby")"#
    ),
    (
      "Gemfile", "ruby ENV[\"RUBY\"] || \"3.3.0\"",
      ##"notUnderstood("ruby ENV[\"RUBY\"] || \"3.3.0\"")"##
    ),
    ("Gemfile", "if ENV[\"CI\"]\n  ruby \"3.3.0\"\nend", ##"notUnderstood("ruby \"3.3.0\"")"##),
    (
      "Gemfile", "ruby \"3.3.0\" if ENV[\"CI\"]",
      ##"notUnderstood("ruby \"3.3.0\" if ENV[\"CI\"]")"##
    ),
    ("Gemfile", "ruby \"#{3}.3.0\"", ##"notUnderstood("ruby \"#{3}.3.0\"")"##),
    (
      "Gemfile", "ruby \"3.3.0\", color: \"red\"",
      ##"notUnderstood("ruby \"3.3.0\", color: \"red\"")"##
    ),
    (
      "Gemfile", "ruby file: \".ruby-version\"",
      ##"missingFile(".ruby-version")"##
    ),
    ("Gemfile", "ruby file: \"../secret\"", ##"notUnderstood("ruby file: \"../secret\"")"##),
    ("rust-toolchain", "stable", #"alias(["stable"])"#),
    ("rust-toolchain", "nightly-2024-05-01\n", #"alias(["nightly-2024-05-01"])"#),
    ("rust-toolchain.toml", "[toolchain]\nchannel = \"beta\"\n", #"alias(["beta"])"#),
    ("rust-toolchain.toml", "[toolchain]\npath = \"/opt/rust\"\n", "noVersion([])"),
    ("rust-toolchain.toml", "[toolchain\n", #"noVersion(["[toolchain"])"#),
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

  @Test func `definitions say which tools a name means`() throws {
    #expect(try answer(Array("17".utf8), ".java-version") == "17.0.10+7")
    #expect(try link().pins.map(\.tool.text) == ["temurin17"])
    // The folder already says which Java runs in it.
    try directory.file("app/.tool-version", "temurin 21.0.2+13\n")
    #expect(try link().pins.map(\.tool.text) == ["temurin"])
    #expect(try link().passedOver.isEmpty)
    try directory.path.appending("app/.tool-version").removeFile()
    #expect(try answer(Array("system".utf8), ".java-version") == "system")
    #expect(try link().pins.map(\.tool.text) == ["temurin"])
    for tool in ["java", "temurin17"] {
      try root.config.replaceContents(with: Array("idiomatic \(tool)\n".utf8))
      #expect(try answer(Array("17".utf8), ".java-version") == "17.0.10+7")
    }
    try root.config.replaceContents(with: Array("idiomatic node\n".utf8))
    #expect(try answer(Array("17".utf8), ".java-version").contains("turnedOff"))
  }

  @Test(
    arguments: [
      ("java", ["17"], "temurin17"), ("java", ["temurin-21.0.2+13"], "temurin"),
      ("java", ["21"], "temurin"), ("java", [], "temurin"), ("java", ["8"], nil),
      ("java", ["ref:main", "25"], "temurin25"), ("nodejs", ["lts/iron"], "node"),
      ("golang", ["1.22"], "go"), ("node", ["20"], "node"), ("erlang", ["26"], nil),
      ("java", ["21.0.2-tem"], "temurin"), ("rg", ["14.1.0"], "ripgrep"),
      ("jdk", ["17"], "temurin17"), ("jdk", ["8"], nil), ("kubernetes-cli", [], "kubectl"),
    ] as [(String, [String], String?)])
  func `a definition is found by the name in other files`(
    _ name: String, _ versions: [String], _ tool: String?
  ) {
    #expect(Registries.shipped.tool(forGuest: name, versions: versions)?.text == tool)
  }

  @Test func `a Gemfile names the file that states the version of Ruby`() throws {
    try directory.file("app/.ruby-version", "ruby-3.3.0\n")
    #expect(try answer(Array("ruby file: \".ruby-version\"".utf8), "Gemfile") == "3.3.0")
    #expect(try link().pins.first?.origin == .file(".ruby-version", line: 1))
    try directory.file("app/.ruby-version", "3.2.1\n")
    #expect(try link().passedOver.map(\.origin) == [.file(".ruby-version", line: 1)])
    // If only the Gemfile is followed, it speaks with the words of the other file.
    try root.config.replaceContents(with: Array("idiomatic Gemfile\n".utf8))
    try directory.file("app/.ruby-version", "3.3\n")
    #expect(try link().pins.first?.origin == .file("Gemfile", line: 1))
  }

  @Test func `a version file takes precedence over a Gemfile`() throws {
    for version in ["3.3.1", "3.2.9", "3.4.0-rc.1"] {
      let folder = "\(version)-\(String(repeating: "1", count: 40))"
      try directory.directory("root/installs/ruby/\(folder)/bin")
      try root.installs.appending("ruby").appending(version).makeLink(to: FilePath(folder))
    }
    #expect(try answer(Array("ruby \">= 3.2\"".utf8), "Gemfile") == "3.3.1")
    #expect(try answer(Array("ruby \"3.2.9\"".utf8), "gems.rb") == "3.2.9")
    #expect(try answer(Array("3.3.0".utf8), ".ruby-version") == "3.3.0")
  }

  @Test func `the user can turn the files off`() throws {
    try root.config.replaceContents(with: Array("idiomatic python\n".utf8))
    #expect(try answer(Array("20".utf8), ".nvmrc").contains("turnedOff"))
    try directory.path.appending("app/.nvmrc").removeFile()
    #expect(try answer(Array("3.12".utf8), ".python-version") == "3.12")
  }
}
