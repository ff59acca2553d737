import Diagnostics
import Manifests
import SourceKinds
import Testing
import Versions
import Vocabulary

@Suite struct DeclaredToolTests {
  /// A kind of source with its own options, whose package names contain a slash.
  private enum SampleKind: SourceKind {
    static let name = "sample"
    static let scheme = VersionScheme.semver
    static let options = [
      SourceOption("channel", .text), SourceOption("mirrors", .texts),
      SourceOption("signed", .boolean), SourceOption("build", .steps),
    ]

    static func packageName(_ text: String) -> String? {
      text.contains("/") ? text.lowercased() : nil
    }
  }

  private let catalog = SourceCatalog(SourceCatalog.standard.all + [SampleKind.self])

  /// Returns the last tool of a Toolfile.
  private func tool(_ toolfile: String) throws -> DeclaredTool {
    let toolfile = try Toolfile(parsing: Array("\(toolfile)\n".utf8), path: "Toolfile")
    return DeclaredTool(try #require(toolfile.tools.last), toolfile.sources, in: catalog)
  }

  /// A tool in a Toolfile, and the fields of its `declares` line in the lock.
  @Test(arguments: [
    (#"tool "a""#, "groups=default"),
    (#"tool "a", pypi: "b-c""#, "groups=default package=b-c source=pypi"),
    (#"tool "a", source: "pypi", package: "b-c""#, "groups=default package=b-c source=pypi"),
    (
      #"tool "a", sample: "o/r", channel: "beta""#,
      "channel=beta groups=default package=o/r source=sample"
    ),
    (
      "source \"sample\", \"https://me:secret@example.org/x\"\ntool \"a\", sample: \"o/r\"",
      "address=https://example.org/x groups=default package=o/r source=sample"
    ),
    ("source \"sample\"\ntool \"a\", pypi: \"b\"", "groups=default package=b source=pypi"),
    (
      #"tool "a", sample: "o/r", mirrors: ["x", "y"], signed: true, executables: {b: "c/d"}"#,
      "executables=b=c/d groups=default mirrors=x,y package=o/r signed=true source=sample"
    ),
    // Commas do not separate steps, even if there is only one.
    (
      #"tool "a", sample: "o/r", build: "cc -Wl,-s""#,
      #"build="cc -Wl,-s" groups=default package=o/r source=sample"#
    ),
    (
      #"tool "a", sample: "o/r", build: ["make", "say \"a, b\""]"#,
      #"build=make,"say ""a, b""" groups=default package=o/r source=sample"#
    ),
  ])
  func `a locked declaration matches the Toolfile`(_ toolfile: String, _ expected: String) throws {
    let tool = try tool(toolfile)
    let locked = tool.declared
    let words = locked.options.map { "\($0.key)=\($0.value)" }
    #expect(words.joined(separator: " ") == expected)
    if let kind = catalog[locked.source] { #expect(tool.problems(for: kind) == []) }
  }

  /// An invalid declaration, and its faults with their lines and columns.
  @Test(arguments: [
    (#"tool "a", sample: "o/r", chanel: "beta""#, ["unknown chanel at 1:26"]),
    (#"tool "a", sample: "o/r", channel: 3"#, ["bad channel text at 1:26"]),
    (#"tool "a", sample: "o/r", mirrors: [1]"#, ["bad mirrors texts at 1:26"]),
    (#"tool "a", sample: "or""#, ["bad sample packageName at 1:11"]),
    (#"tool "a", sample: 4"#, ["bad sample text at 1:11"]),
    (#"tool "a", sample: "o/r", package: "x/y""#, ["twice package sample at 1:35"]),
    (#"tool "a", source: "pypi", sample: "o/r""#, ["twice source sample at 1:19"]),
    (#"tool "a", pypi: "a", sample: "o/r""#, ["twice sample pypi at 1:22"]),
    (#"tool "a", pypi: "a", channel: "x""#, ["unknown channel at 1:22"]),
    (#"tool "a", package: "b""#, ["package without source at 1:20"]),
  ])
  func `all faults of a declaration are reported with their positions`(
    _ toolfile: String, _ expected: [String]
  ) throws {
    let tool = try tool(toolfile)
    let kind = try #require(catalog[tool.source?.name ?? "pypi"])
    let problems = tool.problems(for: kind).map { problem in
      let place = "\(problem.origin.map { "\($0)" } ?? "")".dropFirst("Toolfile:".count)
      return switch problem.fault {
      case .declaration(.unknownOption(let option, _)): "unknown \(option) at \(place)"
      case .declaration(.badOption(let option, let form)): "bad \(option) \(form) at \(place)"
      case .declaration(.conflictingOption(let option, let other)):
        "twice \(option) \(other) at \(place)"
      case .declaration(.packageWithoutSource): "package without source at \(place)"
      default: "\(problem.fault)"
      }
    }
    #expect(problems == expected)
  }

  /// Forms in which a more lenient reader of addresses would find a password or a token.
  @Test(
    arguments: SourceCatalog.standard.names,
    [
      "http:/me:sesame@example.org/simple", "http:///me:sesame@example.org/simple",
      "https:me:sesame@example.org", "//me:sesame@example.org/simple",
      "me:sesame@example.org/simple",
      "https://?page=sesame", "file://me:sesame@example.org/tools", "sesame:x@example.org",
      "ht\\ntps://me:sesame@example.org/",
    ])
  func `an unclear address is refused without showing it`(source: String, address: String) throws {
    let tool = try tool("source \"\(source)\", \"\(address)\"\ntool \"a\"")
    let kind = try #require(catalog[source])
    // The last two sources also miss the option that names the package.
    let problems = tool.problems(for: kind)
    let faults = problems.filter {
      if case .declaration(.badAddress) = $0.fault { true } else { false }
    }
    #expect(faults.map(\.exitCode) == [.unreadableManifest])
    #expect(faults.map { $0.origin?.description } == ["Toolfile:1:1"])
    #expect(!"\(problems)".contains("sesame"))
    // `lock --check` compares and shows the declaration.
    #expect(tool.declared["address"] == "(invalid)")
  }

  @Test(arguments: ["https://example.org/simple?page=sesame", "https://example.org/simple#sesame"])
  func `the address of an index has no query or fragment`(address: String) throws {
    let tool = try tool("source \"pypi\", \"\(address)\"\ntool \"a\"")
    let kind = try #require(catalog["pypi"])
    #expect(tool.problems(for: kind).map(\.fault) == [.declaration(.badAddress(.query))])
    #expect(tool.declared["address"] == "(invalid)")
  }

  @Test func `a needed tool comes from the source of the tool that needs it`() throws {
    let name = try #require(ToolName("ruby"))
    let origin = Origin.tool(name: "fastlane", version: "2.220")
    let tool = DeclaredTool(
      name, from: .init(name: "directory", address: "vendor", origin: origin), origin: origin)
    #expect(
      tool.declared
        == LockedDeclaration(
          source: "directory", options: [.init("address", "vendor"), .init("package", "ruby")]))
  }

  @Test func `an unknown source uses the general version order`() {
    #expect(catalog.scheme(of: LockedDeclaration(source: "later", options: [])) == .general)
    #expect(catalog.scheme(of: "later") == nil)
    #expect(catalog.names == ["directory", "gem", "github", "pypi", "sample", "url"])
  }
}
