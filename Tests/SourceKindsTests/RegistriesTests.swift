import Diagnostics
import Manifests
import SourceKinds
import Testing
import Vocabulary

@Suite struct RegistriesTests {
  private func registry(_ name: String, _ text: String) throws -> Registries.Registry {
    let text = try RegistryText(parsing: Array(text.utf8), path: name)
    return .init(name: name, text.definitions)
  }

  private func registries() throws -> Registries {
    Registries(
      [
        try registry("one", "define \"a\" do\n  pypi \"first\"\nend\n"),
        try registry(
          "two",
          """
          define "a" do
            pypi "second"
          end
          define "tool-b" do
            aliases "b", "bee"
            executables "b", "bb"
            pypi "b"
          end
          define "other-b" do
            aliases "b"
            pypi "other"
          end
          define "broken" do
          end
          define "made" do
            url "https://example.org/made-{version}.tar.gz"
            build "make", "make install"
          end
          define "at" do
            executables at: "bin/at"
            pypi "at"
          end

          """),
      ], .standard)
  }

  private func name(_ text: String) throws -> ToolName { try #require(ToolName(text)) }

  @Test func `the first registry that defines a tool determines its meaning`() throws {
    let registries = try registries()
    let first = try #require(try registries.definition(of: try name("a")))
    #expect(first.registry == "one" && first.package.value == "first")
    #expect(try registries.definition(of: try name("tool-b"))?.registry == "two")
    #expect(try registries.definition(of: try name("b")) == nil)
    #expect(throws: SourceProblem.self) { try registries.definition(of: try name("broken")) }
  }

  @Test func `an undefined tool comes with the tools that have its name as an alias`() throws {
    let origin = Origin.file("Toolfile", line: 2, column: 1)
    let known = try ["a", "at", "broken", "made", "other-b", "tool-b"].map(name)
    let problem = try registries().undefined(try name("b"), at: origin)
    let aliased = [try name("other-b"), try name("tool-b")]
    #expect(problem.fault == .content(.undefined(aliased: aliased, known: known)))
    #expect(
      problem.tool == ToolName("b") && problem.origin == origin && problem.exitCode == .notAvailable
    )
    #expect(
      try registries().undefined(try name("tolo-b"), at: origin).fault
        == .content(.undefined(aliased: [], known: known)))
  }

  /// A declaration, an executable, and whether a definition gives both.
  @Test(arguments: [
    ("a", ["source": "pypi", "package": "first"], "a", true),
    ("a", ["source": "pypi", "package": "first"], "b", false),
    ("a", ["source": "pypi", "package": "second"], "a", false),
    ("a", ["source": "pypi", "package": "first", "executables": "a=bin/a"], "a", false),
    ("tool-b", ["source": "pypi", "package": "b"], "bb", true),
    ("tool-b", ["source": "pypi", "package": "b"], "tool-b", false),
    ("tool-b", ["source": "directory", "package": "b"], "bb", false),
    ("tool-b", ["source": "pypi", "package": "b", "address": "https://example.org"], "bb", false),
    ("tool-b", ["source": "pypi", "package": "b", "host": "https://example.org"], "bb", false),
    ("tool-b", ["source": "pypi", "package": "b", "executables": "bb=x"], "bb", false),
    ("at", ["source": "pypi", "package": "at", "executables": "at=bin/at"], "at", true),
    ("at", ["source": "pypi", "package": "at", "executables": "at=bin/other"], "at", false),
    ("broken", ["source": "pypi", "package": "broken"], "broken", false),
    ("c", ["source": "pypi", "package": "c"], "c", false),
  ])
  func `a definition provides only its own executables of its own package`(
    _ tool: String, _ options: [String: String], _ executable: String, _ isProvided: Bool
  ) throws {
    let declaration = LockedDeclaration(options: options.map { .init($0.key, $0.value) })
    let executable = try #require(ExecutableName(executable))
    #expect(try registries().provides(executable, by: try name(tool), declaration) == isProvided)
  }

  /// Options of a lock, and whether the definition states the archive and the steps together.
  @Test(arguments: [
    (["build=make,make install"], true),
    (["build=make,make install", "groups=default", "executables=made,maker"], true),
    (["build=make,make install,sh x"], false),
    (["build=make"], false),
    ([], false),
    (["build=make,make install", "package=https://example.com/made-{version}.tar.gz"], false),
    (["build=make,make install", "source=github"], false),
    (["build=make,make install", "address=https://example.com"], false),
    (["build=make,make install", "checksums=https://example.org/x"], false),
  ])
  func `a definition vouches for the steps of its own archive alone`(
    _ words: [String], _ isVouchedFor: Bool
  ) throws {
    var values = ["source": "url", "package": "https://example.org/made-{version}.tar.gz"]
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1)
      values[String(parts[0])] = String(parts[1])
    }
    let declaration = LockedDeclaration(options: values.map { .init($0.key, $0.value) })
    let version = try #require(VersionText("1.0"))
    #expect(try registries().build(name("made"), version, as: declaration) == isVouchedFor)
  }
}
