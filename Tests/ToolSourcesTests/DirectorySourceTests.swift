import Archives
import Diagnostics
import Filesystem
import Manifests
import Sandboxes
import SourceKinds
import Testing
import Versions
import Vocabulary

@testable import ToolSources

@Suite struct DirectorySourceTests {
  private static let digest = String(repeating: "0a", count: 32)

  /// Returns an `artifact` statement for the tool `greet`.
  private static func artifact(
    _ version: String, _ platform: String, format: String = "raw", file: String = "f",
    provides: String = "greet"
  ) -> String {
    "artifact greet \(version) \(platform) \(format) sha256:\(digest) 5 \(file) "
      + "provides \(provides)"
  }

  /// Returns an environment with a folder `vendor/my tools` whose index has the given lines.
  private func world(_ lines: String...) throws -> SourceWorld {
    let world = try SourceWorld()
    let folder = world.path.appending("vendor/my tools")
    try folder.makeDirectories()
    let text = (["index 1"] + lines).joined(separator: "\n")
    try folder.appending("index").replaceContents(with: Array("\(text)\n".utf8))
    return world
  }

  @Test(arguments: SourceCatalog.standard.names)
  func `every kind of source can be opened and uses its own version scheme`(name: String) throws {
    let sources = try SourceWorld().sources
    let source = try sources.source(name, address: name == "directory" ? "tools" : nil)
    #expect(source.name == name)
    let declaration = LockedDeclaration(source: name, options: [])
    #expect(sources.catalog.scheme(of: declaration) == source.scheme)
  }

  @Test(arguments: ["vendor/my tools", "file:vendor/my%20tools"])
  func `a folder relative to the Toolfile works like any source`(address: String) async throws {
    let world = try world(
      "# a comment", "", "released greet 1.10.0 2026-01-02T03:04:05Z",
      "yanked greet 1.9.0 \"says hello twice\"", "\tyanked greet 1.8.0\r",
      Self.artifact("1.9.0", "linux-x64"), Self.artifact("1.8.0", "any"),
      Self.artifact(
        "1.10.0", "linux-x64", format: "tar.gz", file: "\"a b/1.tgz\"", provides: "hi greet"),
      Self.artifact("1.10.0", "macos-arm64", format: "zip", file: "1.zip", provides: "greet"))
    let package = try await world.package("greet", of: "directory", at: address)
    #expect(package.releases.map(\.version.spelling) == ["1.10.0", "1.9.0", "1.8.0"])
    #expect(package.releases.map(\.yanked) == [nil, "says hello twice", ""])
    #expect(package.releases[0].released?.description == "2026-01-02T03:04:05Z")
    #expect(
      package.artifact(of: package.releases[0], for: .linuxArm64)
        == .missing(.otherMachines(["linux-x64", "macos-arm64"])))
    #expect(package.artifact(of: package.releases[2], for: .linuxArm64) == .serves(nil))

    let content = try await package.content(
      of: package.releases[0], for: [.macosArm64, .linuxX64])
    #expect(content.artifacts.map(\.platform) == [.linuxX64, .macosArm64])
    #expect(
      content.artifacts.map { $0.urls.map(\.text) }
        == [["file:vendor/my%20tools/a%20b/1.tgz"], ["file:vendor/my%20tools/1.zip"]])
    #expect(content.artifacts.map(\.format.text) == ["tar.gz", "zip"])
    #expect(content.artifacts.map(\.size) == [5, 5])
    // The executables are those of the first platform, sorted.
    #expect(content.provides.map(\.name.text) == ["greet", "hi"])
  }

  @Test func `a folder lists needs and versions without a file`() async throws {
    let world = try world(
      Self.artifact("1.0.0", "any"), "needs greet 1.0.0 ruby \">= 2.6\" \"< 4\"",
      "needs greet 1.0.0 git", "released greet 2.0.0 2026-01-02T03:04:05Z",
      // Here, `1.0` is another spelling of `1.0.0`.
      "needs greet 1.0 node 24")
    let package = try await world.package("greet", of: "directory", at: "vendor/my tools")
    #expect(package.releases.map(\.version.spelling) == ["2.0.0", "1.0"])
    #expect(package.releases.map(\.isInstallable) == [false, true])
    #expect(package.needs(of: package.releases[0]) == [])
    #expect(
      package.needs(of: package.releases[1]).map {
        "\($0.value.tool) \($0.value.requirement) \($0.origin)"
      }
        == [
          "node = 24 vendor/my tools/index:6", "ruby >= 2.6, < 4 vendor/my tools/index:3",
          "git  vendor/my tools/index:4",
        ])
  }

  @Test func `a declaration names the folder`() throws {
    let tool = try SourceWorld.tool(
      "a", package: "greet", source: #""directory", "file:vendor/x%20y""#)
    let request = try SourceWorld().sources.source(of: tool).request(for: tool)
    #expect(
      request.declared
        == LockedDeclaration(
          source: "directory",
          options: [
            .init("address", "file:vendor/x%20y"), .init("package", "greet"),
            .init("groups", "default"),
          ]))
  }

  @Test func `an absolute folder stays absolute`() async throws {
    let world = try world(Self.artifact("1", "any"))
    let address = "file://\(world.path)/vendor/my%20tools"
    let package = try await world.package("greet", of: "directory", at: address)
    let content = try await package.content(of: package.releases[0], for: [.linuxX64])
    #expect(content.artifacts[0].urls[0].text == "file:\(world.path)/vendor/my%20tools/f")
    #expect(FileAddress.path(of: content.artifacts[0].urls[0].text)?.isAbsolute == true)
  }

  @Test func `a link out of the project is neither read nor locked`() async throws {
    let world = try world(Self.artifact("1", "any", file: "secret"))
    let other = try TemporaryDirectory()
    let secret = other.path.appending("secret")
    try secret.replaceContents(with: Array("pass\n".utf8))
    let folder = world.path.appending("vendor/my tools")
    try folder.appending("secret").makeLink(to: secret)
    let package = try await world.package("greet", of: "directory", at: "vendor/my tools")
    let problem = try await SourceWorld.problem {
      _ = try await package.content(of: package.releases[0], for: [.linuxX64])
    }
    #expect(problem.fault == .answer(.foreignFile(path: folder.appending("secret").string)))

    // A folder elsewhere may be linked as a whole, and then contains its own files.
    try world.path.appending("linked").makeLink(to: other.path)
    try other.path.appending("index").replaceContents(
      with: folder.appending("index").contents(limit: 1000))
    let linked = try await world.package("greet", of: "directory", at: "linked")
    #expect(
      try await linked.content(of: linked.releases[0], for: [.linuxX64]).artifacts.count == 1)

    try folder.appending("index").replaceLink(to: secret)
    let index = try await SourceWorld.problem {
      _ = try await world.package("greet", of: "directory", at: "vendor/my tools")
    }
    #expect(index.fault == .answer(.foreignFile(path: folder.appending("index").string)))
  }

  @Test func `an unknown package is reported with the known names`() async throws {
    let world = try world(Self.artifact("1", "any"))
    let problem = try await SourceWorld.problem {
      _ = try await world.package("great", of: "directory", at: "vendor/my tools")
    }
    #expect(problem.fault == .content(.unknownPackage(known: ["greet"])))
  }

  @Test func `a missing folder is a problem`() async throws {
    let world = try SourceWorld()
    let problem = try await SourceWorld.problem {
      _ = try await world.package("greet", of: "directory", at: "nowhere")
    }
    #expect(problem.fault == .answer(.noFile(path: "\(world.path)/nowhere/index")))
  }

  @Test(arguments: [nil, "", "https://example.org/x", "file://example.org/x", "file:%zz", "file:"])
  func `an address that is not a folder is rejected`(address: String?) async throws {
    let problem = try await SourceWorld.problem {
      _ = try SourceWorld().sources.source("directory", address: address)
    }
    switch problem.fault {
    case .own(.noAddress): #expect((address ?? "").isEmpty)
    case .declaration(.badAddress): #expect(!(address ?? "").isEmpty)
    default: Issue.record("\(problem.fault)")
    }
  }

  @Test(arguments: [
    ("", 1, IndexLineFault.noHeader),
    ("# x\nartifact", 2, .noHeader),
    ("index 2", 1, .newerVersion("2")),
    ("index", 1, .missingField("version")),
    ("index 1 2", 1, .badField("end of line", found: "2")),
    ("index 1\ntool a", 2, .unknownKeyword("tool")),
    ("index 1\nartifact A 1", 2, .badField("tool", found: "A")),
    ("index 1\nartifact a ../1", 2, .badField("version", found: "../1")),
    ("index 1\nartifact a 1", 2, .missingField("platform")),
    (
      "index 1\nartifact a 1 linux", 2,
      .unknownPlatform("linux", known: Platform.allCases.map(\.rawValue) + ["any"])
    ),
    ("index 1\nartifact a 1 any rar", 2, .unknownFormat("rar", known: ArchiveFormat.names)),
    ("index 1\nartifact a 1 any raw md5:00", 2, .badField("digest", found: "md5:00")),
    (
      "index 1\nartifact a 1 any raw sha256:\(digest) 1000000000000000000 f provides a", 2,
      .sizeTooLarge("1000000000000000000", limit: 32_000_000_000)
    ),
    (
      "index 1\nartifact a 1 any raw sha256:\(digest) 99999999999999999999 f provides a", 2,
      .sizeTooLarge("99999999999999999999", limit: 32_000_000_000)
    ),
    (
      "index 1\nartifact a 1 any zip sha256:\(digest) 1 f provides a b a", 2,
      .repeatedExecutable("a")
    ),
    ("i\0n\0d\0e\0x\0 \01\0", 1, .notText(isUTF16: true)),
    ("index 1\n\0", 1, .notText(isUTF16: false)),
    (
      "index 1\nartifact a 1 any raw sha256:\(digest) -1", 2, .badField("size", found: "-1")
    ),
    (
      "index 1\nartifact a 1 any raw sha256:\(digest) 1 ../x", 2, .badField("file", found: "../x")
    ),
    (
      "index 1\nartifact a 1 any raw sha256:\(digest) 1 /x", 2, .badField("file", found: "/x")
    ),
    ("index 1\nartifact a 1 any raw sha256:\(digest) 1 x", 2, .missingField("provides")),
    (
      "index 1\nartifact a 1 any raw sha256:\(digest) 1 x provides", 2, .missingField("executable")
    ),
    (
      "index 1\nartifact a 1 any raw sha256:\(digest) 1 x provides -x", 2,
      .badField("executable", found: "-x")
    ),
    (
      "index 1\nartifact a 1 any raw sha256:\(digest) 1 x provides x y", 2,
      .severalExecutables(format: "raw", extra: "y")
    ),
    (
      "index 1\n\(artifact("1", "any"))\n\(artifact("1", "linux-x64"))", 3, .duplicate
    ),
    ("index 1\nreleased a 1 yesterday", 2, .badField("time", found: "yesterday")),
    ("index 1\nneeds a 1", 2, .missingField("needed tool")),
    ("index 1\nneeds a 1 B", 2, .badField("needed tool", found: "B")),
    ("index 1\nneeds a 1 b ^2", 2, .badField("requirement", found: "^2")),
    ("index 1\nneeds a 1 b 2\nneeds a 1 b", 3, .duplicate),
    (
      "index 1\n" + (0...1000).map { "needs a 1 b\($0)" }.joined(separator: "\n"), 1002,
      .tooMany("needs")
    ),
    (
      "index 1\nneeds a 1 b " + String(repeating: "2 ", count: 4097), 2, .tooMany("requirements")
    ),
    (
      "index 1\nartifact a 1 any zip sha256:\(digest) 1 x provides"
        + (0...1000).map { " x\($0)" }.joined(), 2, .tooMany("executables")
    ),
    ("index 1\nyanked a 1 \"x", 2, .badField("text", found: "\"x")),
  ])
  func `an invalid line is reported with its number`(text: String, line: Int, fault: IndexLineFault)
  {
    #expect(throws: DirectoryIndex.Failure(line: line, fault: fault)) {
      try DirectoryIndex(parsing: Array(text.utf8))
    }
  }
}

@Suite struct FileAddressTests {
  @Test(arguments: [
    ("vendor/x", "vendor/x"), ("./x", "./x"), ("/a/b", "/a/b"), ("file:a%20b", "a b"),
    ("file:/a", "/a"), ("file:///a/b", "/a/b"), ("file://localhost/a", "/a"),
    ("file://host/a", nil), ("https://host/a", nil), ("", nil), ("file:%0", nil),
    ("file:a%00b", nil),
  ])
  func `an address is converted to a path`(text: String, path: String?) {
    #expect(FileAddress.path(of: text)?.string == path)
  }

  @Test(arguments: ["a b/ü.zip", "/x+y/#1%", "a.tar.gz"])
  func `a path round-trips through its address`(path: String) {
    #expect(FileAddress.path(of: FileAddress.text(of: FilePath(path)))?.string == path)
  }
}
