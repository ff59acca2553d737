import Diagnostics
import Manifests
import Testing
import Versions
import Vocabulary

@testable import SourceKinds

/// A kind of source with options of several forms.
enum AssetKind: SourceKind {
  static let name = "asset"
  static let scheme = VersionScheme.general
  static let options = [
    SourceOption("tag", .text), SourceOption("mirrors", .texts), SourceOption("os", .map),
    SourceOption("signed", .boolean), SourceOption("depth", .integer),
    SourceOption("build", .steps),
  ]

  static func packageName(_ text: String) -> String? { text }
}

@Suite struct AppliedDefinitionTests {
  private let catalog = SourceCatalog(SourceCatalog.standard.all + [AssetKind.self])

  private let text = """
    define "rg" do
      executables "rgrep", until: "1.0.0"
      executables "rg", from: "1.0.0"
      platforms "macos-arm64", "linux-x64"
      scheme "semver"
      asset "o/r"
      tag "v{version}"
      tag "{version}", from: "2.0.0"
      mirrors "a, b", "c \\"d\\""
      os linux: "x,y", macos: "z"
      signed true
      depth 3
      build "cc -Wl,-s a.c", "true", until: "1.0.0"
      build "make CC=\\"cc -O2\\"", "make install, if it worked", from: "1.0.0"
      needs "node", ">= 16"
      needs "zlib"
      needs "node", ">= 18", "< 22", from: "1.0.0"
    end
    """

  private func applied(
    _ text: String, in catalog: SourceCatalog? = nil
  ) throws -> AppliedDefinition {
    let registry = try RegistryText(parsing: Array("\(text)\n".utf8), path: "tools.rb")
    return try AppliedDefinition(
      #require(registry.definitions.last), in: "./tools.rb", catalog ?? self.catalog)
  }

  private func version(_ text: String) throws -> Version {
    try Version(parsing: text, scheme: .semver)
  }

  /// Returns the options as text, without their locations.
  private func options(_ definition: AppliedDefinition) -> Set<String> {
    Set(definition.options.map { "\($0.key)[\($0.condition)]=\($0.value)" })
  }

  @Test func `a definition states the source, the package, and the options`() throws {
    let found = try applied(text)
    #expect(found.source == "asset" && found.package.value == "o/r")
    #expect(found.package.origin == .file("tools.rb", line: 6, column: 3))
    #expect(found.scheme == .semver && found.registry == "./tools.rb")
    #expect(
      found.options.map(\.key) == [
        "tag", "tag", "mirrors", "os", "signed", "depth", "build", "build",
      ])
    #expect(try applied("define \"a\" do\npypi \"b\"\nend").scheme == .pep440)
  }

  @Test func `a lock contains the steps of its version`() throws {
    let found = try applied(text)
    #expect(
      try found.declaration(for: #require(VersionText("0.9.0"))).steps
        == ["cc -Wl,-s a.c", "true"])
    #expect(
      try found.declaration(for: #require(VersionText("2.0.0"))).steps
        == ["make CC=\"cc -O2\"", "make install, if it worked"])
  }

  @Test func `a lock contains the source of its version, and what a build needs`() throws {
    let found = try applied(
      """
      define "a" do
        oldest "0.5", because: "the rest is lost"
        before "3.0", because: "the rest is built in"
        asset "o/r"
        otherwise do
          asset "o/source"
          needs_host "make", apt: "make"
          needs_host "make", apt: "gmake", from: "2.0"
          needs_host "zlib.h", until: "2.0"
          build "make"
        end
      end
      """)
    #expect(found.all.map(\.package.value) == ["o/r", "o/source"])
    let source = found.alternatives[0]
    func declaration(_ text: String) throws -> LockedDeclaration {
      source.declaration(for: try #require(VersionText(text)))
    }
    #expect(try declaration("1.0").steps == ["make"])
    #expect(try declaration("1.0").hostNeeds.map(\.name) == ["make", "zlib.h"])
    #expect(try declaration("2.0").hostNeeds.map(\.packages) == [[.apt: "gmake"]])
    #expect(try found.matches(declaration("1.0")))
    let again = AppliedDefinition(
      source.locked(for: try version("1.0.0")), catalog, origin: .file("Toolfile.lock"))
    #expect(again.alternatives.isEmpty && again.oldest == found.oldest)
    #expect(again.until?.reason == "the rest is built in")
    #expect(again.locked(for: try version("2.0.0")) == source.locked(for: try version("2.0.0")))

    let tool = DeclaredTool(try #require(ToolName("a")), origin: .commandLine)
    #expect(tool.defined(by: found).alternatives(in: catalog).count == 2)
  }

  /// The lines of a definition divide the versions into ranges, each with its platforms.
  @Test func `a definition tells which platforms its versions may have files for`() throws {
    func platforms(_ text: String) throws -> [String: [Platform]] {
      let offer = try applied(text, in: .standard).offer(in: .standard)
      return Dictionary(
        uniqueKeysWithValues: offer.map { ($0.first?.spelling ?? "", $0.platforms) })
    }
    let address = "https://example.org/a-{version}-{target}.zip"
    #expect(
      try platforms(
        """
        define "a" do
          oldest "1.0", because: "the rest is lost"
          before "4.0", because: "the rest is built in"
          url "\(address)", from: "2.0"
          target linux_x64: "l", until: "3.0"
          target linux_x64: "l", linux_x64_musl: "m", from: "3.0"
        end
        """) == [
          "": [], "1.0": [], "2.0": [.linuxX64], "3.0": [.linuxX64, .linuxX64Musl], "4.0": [],
        ])
    #expect(
      try platforms(
        """
        define "a" do
          platforms "linux-x64", "macos-arm64"
          github "o/r"
          asset "a-{target}.zip", until: "2.0"
          target linux: "l", until: "1.0"
          target linux: "l", macos_x64: "m", from: "1.0"
          rosetta true
        end
        """) == [
          "": [.linuxX64], "1.0": [.linuxX64, .macosArm64], "2.0": [.linuxX64, .macosArm64],
        ])
    #expect(try platforms("define \"a\" do\npypi \"b\"\nend") == ["": Platform.allCases])
  }

  @Test(arguments: ["0.9.0", "1.5.0", "2.0.0"])
  func `a lock keeps the whole definition`(_ text: String) throws {
    let found = try applied(self.text)
    let locked = found.locked(for: try version(text))
    let again = AppliedDefinition(locked, catalog, origin: .file("Toolfile.lock"))
    #expect(options(again) == options(found))
    #expect(Set(again.executables) == Set(found.executables))
    #expect(again.scheme == found.scheme && again.source == found.source)
    #expect(again.package.value == found.package.value)
    #expect(Set(again.platforms ?? []) == Set(found.platforms ?? []))
    // Another version can be locked by the same definition.
    for other in ["0.9.0", "1.5.0", "2.0.0"] {
      #expect(again.locked(for: try version(other)) == found.locked(for: try version(other)))
    }
  }

  @Test func `needs depend on the version, and the last about a tool counts`() throws {
    let found = try applied(text)
    func needs(_ definition: AppliedDefinition, _ text: String) throws -> [String] {
      definition.needs(of: try version(text)).map {
        "\($0.value.tool) \($0.value.requirement) \($0.origin)"
      }
    }
    #expect(try needs(found, "0.9.0") == ["node >= 16 tools.rb:15:3", "zlib  tools.rb:16:3"])
    #expect(
      try needs(found, "1.0.0") == ["zlib  tools.rb:16:3", "node >= 18, < 22 tools.rb:17:3"])
    #expect(found.neededTools.map(\.value.text) == ["node", "zlib", "node"])

    let locked = found.locked(for: try version("1.0.0"))
    #expect(locked.needs.definitionValue == "zlib; node >= 18, < 22")
    let again = AppliedDefinition(locked, catalog, origin: .file("Toolfile.lock"))
    #expect(try needs(again, "0.9.0") == ["node >= 16 Toolfile.lock", "zlib  Toolfile.lock"])
    #expect(
      try needs(again, "1.0.0") == ["zlib  Toolfile.lock", "node >= 18, < 22 Toolfile.lock"])
  }

  @Test func `options depend on the version`() throws {
    let found = try applied(text)
    func words(_ text: String) throws -> [String] {
      let options = found.locked(for: try version(text)).options
      return options.filter { ["tag", "executables"].contains($0.key) }.map {
        "\($0.key)=\($0.value)"
      }
    }
    #expect(try words("0.9.0") == ["executables=rgrep", "tag=v{version}"])
    #expect(try words("1.0.0") == ["executables=rg", "tag=v{version}"])
    #expect(try words("2.1.0") == ["executables=rg", "tag={version}"])
    #expect(
      found.locked(for: try version("1.0.0")).lines.map {
        "\($0.option.key)[\($0.condition)]=\($0.option.value)"
      }.filter { !$0.hasPrefix("needs") && !$0.hasPrefix("build") } == [
        "tag[]=v{version}", "tag[>=2.0.0]={version}", "executables[<1.0.0]=rgrep",
        "executables[>=1.0.0]=rg",
      ])
  }

  @Test func `a tool's own options take precedence`() throws {
    let file = try Toolfile(
      parsing: Array("tool \"rg\", tag: \"mine\", executables: [\"x\"]\n".utf8), path: "Toolfile")
    let tool = DeclaredTool(try #require(file.tools.first), [], in: catalog)
      .defined(by: try applied(text))
    #expect(tool.problems(for: AssetKind.self) == [])
    #expect(tool.source?.name == "asset")
    #expect(tool.declared.source == "")
    let locked = try #require(tool.definition).locked(for: try version("1.5.0"))
    let declaration = locked.completing(tool.declared)
    #expect(declaration["tag"] == "mine" && declaration["executables"] == "x")
    #expect(declaration["package"] == "o/r" && declaration["signed"] == "true")
  }

  private static let known = ["asset", "gem", "github", "pypi", "url"]

  @Test(arguments: [
    ("", SourceProblem.Fault.declaration(.noSourceInDefinition(known: known))),
    ("tag \"v\"", .declaration(.noSourceInDefinition(known: known))),
    ("pypi 3", .declaration(.noSourceInDefinition(known: known))),
    ("pypi \"a\"\nasset \"b\"", .declaration(.conflictingOption("asset", besides: "pypi"))),
    ("pypi \"a\", from: \"2\"", .declaration(.conflictingOption("pypi", besides: "pypi"))),
    (
      "pypi \"a\"\nbefore \"2-x.y\", because: \"b\"",
      .declaration(.badOption("before", expected: .version))
    ),
  ])
  func `a definition names exactly one source, and limits in its scheme`(
    _ lines: String, _ fault: SourceProblem.Fault
  ) {
    let problem = #expect(throws: SourceProblem.self) {
      try applied("define \"a\" do\n\(lines)\nend")
    }
    #expect(problem?.fault == fault)
    #expect(problem?.exitCode == .unreadableManifest)
  }
}
