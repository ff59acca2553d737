import Diagnostics
import Manifests
import SourceKinds
import Testing
import Versions
import Vocabulary

@Suite struct TemplateTests {
  /// Returns the options of the only tool of a Toolfile.
  private func tool(_ options: String) throws -> DeclaredTool {
    let line = "tool \"a\"" + (options.isEmpty ? "" : ", \(options)")
    let toolfile = try Toolfile(parsing: Array("\(line)\n".utf8), path: "Toolfile")
    return DeclaredTool(try #require(toolfile.tools.first), toolfile.sources, in: .standard)
  }

  private func values(_ options: String, version: String = "1.2.3-rc1") throws -> TemplateValues {
    let tool = try tool(options)
    return try TemplateValues(version: version, tag: "v\(version)") { key in
      tool.options(key).last?.value
    }
  }

  @Test(arguments: [
    ("a-{version}.zip", Platform.linuxX64, "a-1.2.3-rc1.zip"),
    ("{tag}/{major}.{minor}/{patch}", .linuxX64, "v1.2.3-rc1/1.2/3"),
    ("{os}-{arch}", .linuxX64, "linux-amd64"), ("{os}-{arch}", .macosX64, "darwin-x64"),
    ("{os}-{arch}", .macosArm64, "darwin-arm64"), ("{os}-{arch}", .linuxArm64, "linux-aarch64"),
    ("{os}-{arch}", .linuxX64Musl, "linux-musl"), ("{target}", .macosX64, "mac-1.2.3-rc1"),
    ("{ext}", .linuxArm64Musl, "tgz"), ("plain", .linuxX64, "plain"),
  ])
  func `words stand for values of the version and the platform`(
    template: String, platform: Platform, expected: String
  ) throws {
    let values = try values(
      """
      os: {macos: "darwin"}, target: {macos: "mac-{version}"}, ext: {linux: "tgz"}, \
      arch: {linux_x64: "amd64", linux_arm64: "aarch64", linux_x64_musl: "musl"}
      """)
    #expect(try values.fill(Template(template), for: platform) == expected)
  }

  @Test(arguments: [
    ("{nope}", TemplateFault.unknownWord("nope")), ("{version", .brace), ("version}", .brace),
    ("{{version}}", .brace), ("{}", .unknownWord("")),
  ])
  func `a template with an unknown word is invalid`(text: String, fault: TemplateFault) {
    #expect(throws: fault) { try Template(text) }
  }

  @Test func `a word without a value is an error`() throws {
    let values = try values("", version: "7")
    #expect(throws: TemplateFault.noValue(.minor)) {
      try values.fill(Template("{minor}"), for: .linuxX64)
    }
    #expect(throws: TemplateFault.noValue(.target)) {
      try values.fill(Template("{target}"), for: .linuxX64)
    }
  }

  @Test(arguments: [
    ("{os}-{arch}", "", "linux-x64 linux-arm64 macos-x64 macos-arm64"),
    // Without a word for the platform, one file serves all.
    (
      "a-{version}.jar", "",
      "linux-x64 linux-arm64 linux-x64-musl linux-arm64-musl macos-x64 macos-arm64"
    ),
    (
      "{os}-{arch}", #"arch: {linux_x64_musl: "x64-musl"}"#,
      "linux-x64 linux-arm64 linux-x64-musl macos-x64 macos-arm64"
    ),
    ("{target}", #"target: {linux_x64: "a", macos: "b"}"#, "linux-x64 macos-x64 macos-arm64"),
    (
      "{target}", #"target: {linux: "a", linux_x64_musl: "b"}"#,
      "linux-x64 linux-arm64 linux-x64-musl"
    ),
  ])
  func `a platform with musl is served only if an option names it`(
    template: String, options: String, expected: String
  ) throws {
    let values = try values(options)
    let template = try Template(template)
    let served = Platform.allCases.filter { values.mayServe($0, by: template) }
    #expect(served.map(\.rawValue).joined(separator: " ") == expected)
  }

  @Test(arguments: [
    ("v{version}", "v1.2.3", "1.2.3"), ("terraform_{version}", "terraform_1.0", "1.0"),
    ("bun-v{version}", "bun-v1", "1"), ("bun-v{version}", "v1", nil),
    ("{version}/a-{version}.zip", "1.0/a-1.0.zip", "1.0"),
    ("{version}/a-{version}.zip", "1.0/a-1.1.zip", nil), ("v{version}", "v", nil),
    ("{version}-{version}", "1-1-1", nil), ("a{version}b", "ab", nil), ("a{version}a", "a", nil),
  ])
  func `a pattern reads the version back from a name`(
    pattern: String, name: String, expected: String?
  ) throws {
    #expect(try VersionPattern(pattern).match(name) == expected)
  }

  @Test(arguments: [
    ("v", TemplateFault.noVersion), ("{version}{tag}", .noVersion),
    ("{version}-{os}", .notReadable(.os)),
  ])
  func `a pattern needs exactly the version`(text: String, fault: TemplateFault) {
    #expect(throws: fault) { try VersionPattern(text) }
  }

  @Test func `a tag is read by the line that counts for its version`() throws {
    func line(_ text: String, from: String? = nil, until: String? = nil) -> Toolfile.Option {
      Toolfile.Option(
        key: "tag", value: .string(text),
        if: VersionCondition(
          from: from.flatMap { VersionText($0) }, until: until.flatMap { VersionText($0) }),
        origin: .file("r"))
    }
    let patterns = try TagPatterns([
      line("cli/v{version}", until: "2"), line("x@{version}", from: "2"),
    ])
    func version(_ name: String) -> String? {
      patterns.version(of: name, in: .general)?.spelling
    }
    #expect(version("cli/v1.9") == "1.9")
    #expect(version("x@2.0") == "2.0")
    #expect(version("cli/v2.1") == nil)
    #expect(version("x@1.0") == nil)
    #expect(version("v1.0") == nil)
    let usual = try TagPatterns([])
    for (name, expected) in [
      ("1.0", "1.0"), ("v1.0", "1.0"), ("nightly", nil), ("release-1.0", nil), ("vv1", nil),
      ("2024-01-01", "2024-01-01"), ("1.0/2", nil),
    ] {
      #expect(usual.version(of: name, in: .general)?.spelling == expected, "\(name)")
    }
  }

  @Test(arguments: [
    ("a.zip", "zip"), ("A.TGZ", "tar.gz"), ("a.tar.gz", "tar.gz"), ("a.txz", "tar.xz"),
    ("a.tar.xz", "tar.xz"), ("a.tzst", "tar.zst"), ("a.tbz", "tar.bz2"), ("a.tbz2", "tar.bz2"),
    ("a.tar", "tar"), ("a.gz", "gz"), ("a.xz", "xz"), ("a.zst", "zst"), ("a.bz2", "bz2"),
    ("a", "raw"), ("a-1.2.3", "raw"), ("a-linux.x86_64", "raw"),
  ])
  func `the ending states the format`(name: String, format: String) {
    #expect(PackageFormat(of: name) == ArtifactFormat(format).map { .known($0) })
  }

  @Test(arguments: ["7z", "dmg", "pkg", "msi", "deb", "rpm"])
  func `other formats are known by name`(ending: String) {
    #expect(PackageFormat(of: "a-1.\(ending)") == .unsupported(ending))
  }

  @Test(arguments: [
    ("https://Example.org/Download/{version}/x-{os}.zip", "https://example.org/Download/"),
    ("https://example.org/a-{version}", "https://example.org/"),
    ("https://example.org/x/list.json", "https://example.org/x/list.json"),
    ("https://example.org/x/?a=b", "https://example.org/x/"),
    ("https://example.org", "https://example.org/"),
  ])
  func `the fixed part of an address ends before the first word`(
    text: String, expected: String
  ) throws {
    #expect(try TemplateAddress(text, mayHaveQuery: true).fixedPart == expected)
  }

  @Test(arguments: [
    ("a.b", true), ("[].version", true), ("{}", true), ("a[].b{}", true), ("", false),
    ("a..b", false), ("{}.a", false), ("[", false), ("a[0]", false),
  ])
  func `a path leads to texts in a JSON document`(text: String, isValid: Bool) {
    #expect((JSONPath(text) != nil) == isValid)
  }

  /// The options of a tool, and the codes of their faults with the columns.
  @Test(arguments: [
    (#"url: "https://e.org/{version}", versions: "https://e.org/""#, []),
    (#"url: "https://e.org/{nope}""#, ["bad-template 11"]),
    (#"url: "https://e.org/{target}""#, ["bad-template 11"]),
    (#"url: "https://e.org/{url}""#, ["bad-template 11"]),
    (#"url: "https://{os}.org/a""#, ["word-in-server 11"]),
    (#"url: "https://me:secret@e.org/a""#, ["credentials 11"]),
    (#"url: "https://e.org/a/../{version}""#, ["address 11"]),
    (#"url: "https://e.org/%2E%2e/{version}""#, ["address 11"]),
    (#"url: "https://e.org/a?x={version}""#, ["address 11"]),
    (#"url: "ftp://e.org/a""#, ["address 11"]), (#"url: "a""#, ["address 11"]),
    (#"url: "https://e.org/a b""#, ["package 11"]),
    (#"url: "https://e.org/{version}.dmg""#, ["unsupported-format 11"]),
    (#"url: "https://e.org/a", os: {linus: "x"}"#, ["bad-template 35"]),
    (#"url: "https://e.org/a", digests: {linux_x64: "12"}"#, ["bad-digest 35"]),
    (#"url: "https://e.org/a", tag: "v", links: "{os}""#, ["bad-template 35", "bad-template 45"]),
    (#"url: "https://e.org/a", json: "..""#, ["bad-path 35"]),
    (#"url: "https://e.org/a", versions: ["1.0", "x"]"#, ["bad-version 35"]),
    (#"url: "https://e.org/a", versions: "1", tags: "https://e.org/b""#, ["conflict 50"]),
    (#"url: "https://e.org/a", checksums: "{url}.sha256""#, []),
    (#"url: "https://e.org/a", tags: "https://e.org/{version}""#, ["bad-template 35"]),
    (#"url: "https://e.org/a", os: "x""#, ["form 35"]),
  ])
  func `an invalid option is a problem at its position`(
    options: String, expected: [String]
  ) throws {
    let problems = try tool(options).problems(for: DirectURLKind.self)
    let found = problems.map { problem in
      let name: String
      switch problem.fault {
      case .own(let fault): name = fault.code
      case .declaration(.badAddress): name = "address"
      case .declaration(.badOption(_, .packageName)): name = "package"
      case .declaration(.badOption): name = "form"
      case .declaration(.conflictingOption): name = "conflict"
      default: name = "\(problem.fault)"
      }
      guard case .file(_, _, let column?)? = problem.origin else { return name }
      return "\(name) \(column)"
    }
    #expect(found == expected)
    #expect(problems.allSatisfy { $0.exitCode == .unreadableManifest })
  }

  @Test func `the addresses that a tool states are those outside of each other`() throws {
    let tool = try tool(
      """
      url: "https://e.org/d/{version}/x", versions: "https://e.org/d/index.json", \
      tags: "https://git.org/o/r", checksums: "https://e.org/sums/{version}"
      """)
    #expect(
      DirectURLKind.statedAddresses(of: tool).map(\.value)
        == ["https://e.org/d/", "https://git.org/o/r", "https://e.org/sums/"])
  }

  @Test func `the addresses of a locked version follow from the lock alone`() throws {
    let declared = try tool(
      """
      url: "https://e.org/{tag}/x-{os}-{arch}-{version}.zip", os: {macos: "mac, os"}, versions: "1"
      """
    ).declared
    let version = try #require(VersionText("1.0"))
    #expect(
      DirectURLKind.addresses(of: version, for: .macosX64, declared)
        == ["https://e.org/1.0/x-mac, os-x64-1.0.zip", "https://e.org/v1.0/x-mac, os-x64-1.0.zip"])
    #expect(
      DirectURLKind.addresses(of: version, for: .linuxArm64, declared).last
        == "https://e.org/v1.0/x-linux-arm64-1.0.zip")
  }

  @Test func `a definition may state another template for a range of versions`() throws {
    let text = """
      define "a" do
        url "https://e.org/old-{version}", until: "2"
        url "https://e.org/new-{version}", from: "2"
        versions "1.0", "2.0"
      end

      """
    let registry = try RegistryText(parsing: Array(text.utf8), path: "r")
    let definition = try AppliedDefinition(
      try #require(registry.definitions.first), in: "builtin", .standard)
    func package(_ definition: AppliedDefinition, _ version: String) throws -> String? {
      let version = try #require(VersionText(version))
      return definition.declaration(for: version)["package"]
    }
    #expect(try package(definition, "1.0") == "https://e.org/old-{version}")
    #expect(try package(definition, "2.0") == "https://e.org/new-{version}")
    // The lock of one version is enough to lock another.
    let locked = definition.locked(for: try Version(parsing: "1.0", scheme: .general))
    let again = AppliedDefinition(locked, .standard, origin: .file("lock"))
    #expect(try package(again, "2.0") == "https://e.org/new-{version}")
    #expect(again.locked(for: try Version(parsing: "1.0", scheme: .general)) == locked)
  }

  @Test func `the shipped definitions with templates are valid`() throws {
    var count = 0
    for definition in ShippedRegistry.standard.definitions {
      let isTemplate = definition.source.options.contains { $0.key == DirectURLKind.name }
      if !isTemplate { continue }
      count += 1
      let applied = try AppliedDefinition(definition, in: "builtin", .standard)
      let tool = DeclaredTool(definition.name, origin: definition.origin).defined(by: applied)
      #expect(tool.problems(for: DirectURLKind.self) == [], "\(definition.name)")
    }
    #expect(count > 0)
  }
}
