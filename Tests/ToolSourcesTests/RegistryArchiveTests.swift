import Cryptography
import Diagnostics
import Filesystem
import Layout
import LoopbackServer
import Manifests
import SampleWheels
import Testing
import Transport
import Vocabulary

@testable import ToolSources

/// A registry in an archive, on a server or on this machine.
@Suite struct RegistryArchiveTests {
  private let world: SourceWorld
  private let origin = Origin.file("Toolfile", line: 2)

  init() throws { world = try SourceWorld() }

  private static func definition(_ name: String) -> String {
    "define \"\(name)\" do\n  pypi \"\(name)\"\nend\n"
  }

  /// The files of a repository with definitions, as an archive of it has them.
  private static let files = [
    ("registry-1.0/tools/b.rb", definition("b")), ("registry-1.0/a.rb", definition("a")),
    ("registry-1.0/deep/er/c.rb", definition("c")), ("registry-1.0/README.md", "no registry"),
    ("registry-1.0/.ci/check.rb", "if true"), ("registry-1.0/._a.rb", "\0"),
  ]

  private static func tar(_ files: [(String, String)]) -> TarWriter {
    var tar = TarWriter()
    for (path, text) in files { tar.add(path, text) }
    return tar
  }

  private static func zip(_ files: [(String, String)]) -> [UInt8] {
    var zip = ZipWriter()
    for (path, text) in files { zip.add(path, text) }
    return zip.bytes
  }

  private func registry(_ path: String) -> RemoteRegistry {
    RemoteRegistry(
      .init(place: .address(world.server.address(path)), origin: origin), world.sources.access)
  }

  @Test(arguments: [
    ("/registry.tar.gz", tar(files).gzipBytes), ("/registry.tgz", tar(files).gzipBytes),
    ("/registry.tar", tar(files).bytes), ("/registry.zip", zip(files)),
  ])
  func `has the definitions of all its files, and is pinned by its digest`(
    _ path: String, _ bytes: [UInt8]
  ) async throws {
    world.server.serve(path, .file(bytes), .file(Self.zip([("x.rb", "")])))
    let found = try await registry(path).content(locked: nil)
    #expect(found.definitions.map(\.name.text) == ["a", "c", "b"])
    #expect(found.digest == Cryptography.SHA256.digest(of: bytes))
    // The kept copy answers without a request.
    let kept = try await registry(path).content(locked: found.digest)
    #expect(kept.definitions == found.definitions && kept.digest == found.digest)
    #expect(await registry(path).keptDefinitions(found.digest) == found.definitions)
    #expect(world.server.requests.count == 1)

    try world.root.download(found.digest).replaceContents(with: [])
    let problem = await #expect(throws: Problem.self) {
      try await registry(path).content(locked: found.digest)
    }
    guard case .sources(let problems)? = problem,
      case .answer(.registryChanged)? = problems.first?.fault
    else {
      Issue.record("\(String(describing: problem))")
      return
    }
  }

  @Test func `names the file in the archive and the line of an error`() async throws {
    let files = [("r/a.rb", Self.definition("a")), ("r/tools/b.rb", "define \"b\" do\nend\nx 1\n")]
    world.server.serve("/r.zip", .file(Self.zip(files)))
    let problem = await #expect(throws: Problem.self) {
      try await registry("/r.zip").content(locked: nil)
    }
    guard case .syntax(let found)? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    let path = world.server.address("/r.zip/r/tools/b.rb")
    #expect(found.problems.map(\.origin) == [.file(path, line: 3, column: 1)])
  }

  @Test func `must be an archive with definitions`() async throws {
    let text = [("big.rb", String(repeating: "#\n", count: RegistryText.maximumByteCount / 2 + 1))]
    let manyFiles = (0...20_000).map { ("f\($0)", "") }
    for (index, (bytes, code)) in [
      (Self.zip([("README.md", "")]), "no-definitions"), (Array("text".utf8), "corrupt-archive"),
      (Self.zip([("../a.rb", "")]), "corrupt-archive"), (Self.zip(manyFiles), "corrupt-archive"),
      (Self.zip(text), "syntax"),
    ].enumerated() {
      world.server.serve("/\(index).zip", .file(bytes))
      let problem = await #expect(throws: Problem.self) {
        try await registry("/\(index).zip").content(locked: nil)
      }
      #expect(problem.map(Self.code) == code, "\(index)")
    }
  }

  private static func code(_ problem: Problem) -> String {
    switch problem {
    case .syntax: "syntax"
    case .sources(let problems):
      switch problems.first?.fault {
      case .own(let fault)?: fault.code
      case .answer(.unreadableArchive)?: "corrupt-archive"
      default: "\(problems)"
      }
    default: "\(problem)"
    }
  }

  @Test func `is known by its name`() {
    for name in [
      "r.tar.gz", "r.tgz", "r.tar.xz", "r.tar.zst", "r.tar.bz2", "r.ZIP", "https://a/r.zip?x=y.rb",
    ] {
      #expect(RegistryArchive(named: name) != nil, "\(name)")
    }
    for name in ["r.rb", "r", "./tools", "r.gz", "r.7z", "https://a/r.rb?x=r.zip"] {
      #expect(RegistryArchive(named: name) == nil, "\(name)")
    }
  }
}
