import Cryptography
import Diagnostics
import Filesystem
import Layout
import LoopbackServer
import Manifests
import Projects
import SampleWheels
import Sandboxes
import SourceKinds
import Testing
import Vocabulary

@testable import Installation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The download, verification, and storage of single artifacts.
@Suite struct ArtifactFetcherTests {
  private let world: InstallationWorld
  private let bytes = Array("the artifact".utf8)
  private let otherBytes = Array("another file".utf8)

  init() throws {
    world = try InstallationWorld()
    try staging.makeDirectories()
  }

  private var staging: FilePath { world.root.staging.appending("work") }

  /// Fetches `bytes` from the first of `urls` that supplies them, and returns the path of the file.
  /// The lock states `size`, or the correct size if `size` is `nil`.
  private func fetch(
    _ urls: [String], size: Int? = nil, isOffline: Bool = false, from address: String? = nil
  ) async throws -> FilePath {
    let plain = try world.planned("ruff", "1.0", bytes: bytes, urls: urls, address: address)
    let planned = PlannedInstallation(
      tool: plain.tool, version: plain.version, declaration: plain.declaration,
      artifact: Artifact(
        platform: .current, format: plain.artifact.format, digest: plain.artifact.digest,
        size: size ?? bytes.count, urls: plain.artifact.urls),
      provides: plain.provides)
    let fetcher = ArtifactFetcher(
      world.sources(isOffline: isOffline), staging: staging, jobs: 1
    ) { _ in }
    let fetched = try await fetcher.fetch(planned)
    return try #require(fetched.files.first).path
  }

  /// Expects that the fetch fails with `fault` and leaves no files behind.
  private func expectRejected(
    _ urls: [String], _ fault: SourceProblem.Fault,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let problem = await #expect(throws: Problem.self, sourceLocation: sourceLocation) {
      _ = try await fetch(urls)
    }
    guard case .sources(let problems)? = problem else {
      Issue.record("\(String(describing: problem))", sourceLocation: sourceLocation)
      return
    }
    #expect(problems.map(\.fault) == [fault], sourceLocation: sourceLocation)
    #expect(problems.map(\.version) == ["1.0"], sourceLocation: sourceLocation)
    #expect(problem?.exitCode == .corruptArtifact, sourceLocation: sourceLocation)
    #expect(try world.downloads == [], sourceLocation: sourceLocation)
    #expect(try staging.entries() == [], sourceLocation: sourceLocation)
  }

  /// Returns the fault of an address that supplies ``otherBytes`` instead of ``bytes``.
  private func wrongDigest(_ address: String) -> SourceProblem.Fault {
    .answer(
      .wrongDigest(
        address: address,
        expected: Cryptography.SHA256.digest(of: bytes).hexadecimal,
        actual: Cryptography.SHA256.digest(of: otherBytes).hexadecimal))
  }

  @Test func `an artifact is fetched once and kept under its digest`() async throws {
    world.server.serve("/a", .file(bytes))
    let path = try await fetch([world.server.address("/a")])
    #expect(path == world.root.download(Cryptography.SHA256.digest(of: bytes)))
    #expect(try path.contents(limit: 100) == bytes)
    #expect(try staging.entries() == [])
    #expect(try await fetch([world.server.address("/a")], isOffline: true) == path)
    #expect(world.server.requests.count == 1)
  }

  @Test func `a damaged artifact is fetched again`() async throws {
    world.server.serve("/a", .file(bytes))
    let path = try await fetch([world.server.address("/a")])
    for spoiled in [otherBytes, Array(bytes.dropLast()), []] {
      try path.replaceContents(with: spoiled, isDurable: false)
      #expect(try await fetch([world.server.address("/a")]) == path)
      #expect(try path.contents(limit: 100) == bytes)
    }
    #expect(world.server.requests.count == 4)
  }

  @Test func `anything but a file in the place of an artifact is replaced`() async throws {
    world.server.serve("/a", .file(bytes))
    let path = try await fetch([world.server.address("/a")])
    for kind in ["pipe", "link to a device", "folder"] {
      try path.removeTree()
      switch kind {
      case "pipe": try #require(unsafe mkfifo(path.string, 0o600) == 0)
      case "folder": try path.makeDirectories()
      default: try path.makeLink(to: "/dev/zero")
      }
      #expect(try await fetch([world.server.address("/a")]) == path, "\(kind)")
      #expect(try path.linkStatus()?.kind == .file, "\(kind)")
      #expect(try path.contents(limit: 100) == bytes, "\(kind)")
    }
  }

  @Test func `an artifact with the wrong digest is rejected and not kept`() async throws {
    world.server.serve("/a", .file(otherBytes))
    let address = world.server.address("/a")
    try await expectRejected([address], wrongDigest(address))
  }

  @Test func `an artifact of the wrong size is rejected and not kept`() async throws {
    world.server.serve("/a", .file(bytes + [0]))
    let address = world.server.address("/a")
    try await expectRejected(
      [address],
      .answer(.wrongSize(address: address, expected: bytes.count, actual: bytes.count + 1)))
  }

  @Test func `a kept artifact of another size than the lock states is reported and kept`()
    async throws
  {
    world.server.serve("/a", .file(bytes))
    let path = try await fetch([world.server.address("/a")])
    let problem = await #expect(throws: Problem.self) {
      _ = try await fetch([world.server.address("/a")], size: bytes.count + 1, isOffline: true)
    }
    guard case .sources(let problems)? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(
      problems.map(\.fault) == [
        .answer(
          .wrongSize(
            address: world.server.address("/a"), expected: bytes.count + 1, actual: bytes.count))
      ])
    #expect(try path.contents(limit: 100) == bytes)
  }

  @Test func `a part of another size than the lock states is rejected`() async throws {
    world.server.serve("/a", .file(bytes))
    let plain = try world.planned("ruff", "1.0", bytes: bytes, urls: [world.server.address("/a")])
    world.server.serve("/part", .file(otherBytes))
    let address = world.server.address("/part")
    let part = ArtifactPart(
      platform: nil, name: try #require(PartName("words")), version: plain.version, format: .raw,
      digest: Cryptography.SHA256.digest(of: otherBytes), size: otherBytes.count - 1,
      url: try #require(ArtifactURL(address)))
    let planned = PlannedInstallation(
      tool: plain.tool, version: plain.version, declaration: plain.declaration,
      artifact: plain.artifact, parts: [part], provides: plain.provides)
    let fetcher = ArtifactFetcher(world.sources(), staging: staging, jobs: 1) { _ in }
    let problem = await #expect(throws: Problem.self) { _ = try await fetcher.fetch(planned) }
    guard case .sources(let problems)? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(
      problems.map(\.fault) == [
        .answer(
          .wrongSize(address: address, expected: otherBytes.count - 1, actual: otherBytes.count))
      ])
  }

  @Test func `project files that do not match are not kept either`() async throws {
    try world.project.appending("a").replaceContents(with: otherBytes)
    try await expectRejected(["file:a"], wrongDigest("file:a"))
    try world.project.appending("a").replaceContents(with: bytes + [0])
    try await expectRejected(
      ["file:a"],
      .answer(.wrongSize(address: "file:a", expected: bytes.count, actual: bytes.count + 1)))
  }

  @Test(arguments: ["artifacts/a b", "a%b", "a+b", "日本"])
  func `a project file is found by relative or absolute path`(_ name: String) async throws {
    let path = world.project.appending(name)
    try path.parentDirectory.makeDirectories()
    try path.replaceContents(with: bytes)
    for file in [path, FilePath(name)] {
      let address = (file.isAbsolute ? "file://" : "file:") + PercentEncoding.encode(file.bytes)
      let kept = try await fetch([address], isOffline: true)
      #expect(try kept.contents(limit: 100) == bytes)
      // The kept file must be a copy, so that it does not change with the project.
      try kept.removeFile()
      #expect(path.exists)
    }
  }

  @Test func `a missing file is reported`() async throws {
    let problem = await #expect(throws: Problem.self) { _ = try await fetch(["file:none"]) }
    guard case .sources(let problems)? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(
      problems.map(\.fault) == [.answer(.noFile(path: world.project.appending("none").string))])
  }

  /// The argument is the fault of the first of two addresses, and also the path of this address.
  @Test(arguments: ["missing", "wrong", "refused", "cut"])
  func `the next address is used if the first fails`(_ first: String) async throws {
    world.server.serve("/refused", .status(404))
    world.server.serve("/cut", .file(bytes).cut(after: 3))
    try world.project.appending("wrong").replaceContents(with: otherBytes)
    try world.project.appending("right").replaceContents(with: bytes)
    world.server.serve("/right", .file(bytes))
    let isFile = first == "missing" || first == "wrong"
    for second in ["file:right", world.server.address("/right")] {
      let path = try await fetch([
        isFile ? "file:\(first)" : world.server.address("/\(first)"), second,
      ])
      #expect(try path.contents(limit: 100) == bytes)
      #expect(try staging.entries() == [])
      try path.removeFile()
    }
  }

  @Test func `the first failure is reported if all addresses fail`() async throws {
    world.server.serve("/a", .file(otherBytes))
    world.server.serve("/b", .status(503))
    let address = world.server.address("/a")
    try await expectRejected(
      [address, world.server.address("/b"), "file:none"], wrongDigest(address))
  }

  /// Each argument names a file of the user that is not the project's, or not a regular file.
  @Test(arguments: ["absolute", "parent", "link", "linkedFolder", "device", "pipe", "folder"])
  func `an address names only regular files of the project`(_ kind: String) async throws {
    let project = world.project
    let secret = project.parentDirectory.appending("secret-\(kind)")
    try secret.replaceContents(with: otherBytes)
    defer { try? secret.removeFile() }
    var isForeign = true
    let path: String
    switch kind {
    case "absolute": path = secret.string
    case "parent": path = "../\(secret.lastComponent)"
    case "link":
      path = "link"
      try project.appending(path).makeLink(to: secret)
    case "linkedFolder":
      try project.appending("folder").makeLink(to: project.parentDirectory)
      path = "folder/\(secret.lastComponent)"
    case "device": path = "/dev/zero"
    case "pipe":
      path = "pipe"
      try #require(unsafe mkfifo(project.appending(path).string, 0o600) == 0)
      isForeign = false
    default:
      path = "folder"
      try project.appending(path).makeDirectories()
      isForeign = false
    }
    let problem = await #expect(throws: Problem.self) { _ = try await fetch(["file:\(path)"]) }
    guard case .sources(let problems)? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    let shown = project.resolving(FilePath(path)).string
    #expect(
      problems.map(\.fault) == [
        isForeign ? .answer(.foreignFile(path: shown)) : .answer(.irregularFile(path: shown))
      ]
    )
    #expect(problem?.exitCode == .unreachable)
    #expect(try staging.entries() == [])
  }

  @Test func `a folder elsewhere supplies files if it has an index`() async throws {
    let folder = try TemporaryDirectory()
    try folder.path.appending("a").replaceContents(with: bytes)
    let address = "file:\(folder.path.string)/a"
    await #expect(throws: Problem.self) {
      _ = try await fetch([address], from: folder.path.string)
    }
    try folder.path.appending("index").replaceContents(with: Array("index 1\n".utf8))
    #expect(try await fetch([address], from: folder.path.string).contents(limit: 100) == bytes)
  }

  @Test func `an address without TLS in a lock is refused`() async throws {
    let problem = await #expect(throws: Problem.self) {
      _ = try await fetch(["http://files.example/a"])
    }
    guard case .sources(let problems)? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(
      problems.map(\.fault) == [
        .answer(
          .unencrypted(
            address: "http://files.example/a", listedBy: nil, advice: PyPIKind.unencryptedAdvice))
      ])
    #expect(problem?.exitCode == .unreachable)
  }

  @Test(arguments: [nil, "another-token", SampleRepository.token])
  func `a file of a private repository needs the token`(token: String?) async throws {
    let storage = try LoopbackServer()
    let repository = SampleRepository("acme/mytool", on: world.server, storage: storage)
    let asset = SampleRepository.Asset("mytool.tar.gz", bytes)
    repository.publish([.init("v1", [asset])])
    let planned = try world.planned(
      "mytool", "1", bytes: bytes, format: "tar.gz",
      urls: [world.server.address(repository.apiPath(of: asset, tag: "v1"))],
      declaration: LockedDeclaration(source: "github", options: [.init("package", "acme/mytool")]))
    var variables = ["GITHUB_API_URL": world.server.address(SampleRepository.apiPath)]
    variables["GITHUB_TOKEN"] = token
    let sources = world.sources(variables: variables)
    let fetcher = ArtifactFetcher(sources, staging: staging, jobs: 1) { _ in }
    if token == SampleRepository.token {
      let path = try #require(try await fetcher.fetch(planned).files.first).path
      #expect(try path.contents(limit: 100) == bytes)
      #expect(storage.requests.map { $0.headers["authorization"] } == [nil])
      // A kept download needs no token.
      let others = ArtifactFetcher(world.sources(), staging: staging, jobs: 1) { _ in }
      _ = try await others.fetch(planned)
      #expect(storage.requests.count == 1)
      return
    }
    let problem = await #expect(throws: Problem.self) { _ = try await fetcher.fetch(planned) }
    guard case .sources(let problems)? = problem, case .own(let fault)? = problems.first?.fault
    else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(fault.code == "private-file")
    #expect(problem?.exitCode == .unreachable)
    #expect(!"\(problems)".contains(token ?? "Bearer"))
    let reasons = fault.lines.filter { line in
      if case .detail("because", let words) = line {
        return words.joined().contains(token == nil ? "no token" : "token from GITHUB_TOKEN")
      }
      return false
    }
    #expect(reasons.count == 1)
    #expect(storage.requests.isEmpty)
  }

  @Test func `nothing is requested when offline`() async throws {
    world.server.serve("/a", .file(bytes))
    let problem = await #expect(throws: Problem.self) {
      _ = try await fetch([world.server.address("/a")], isOffline: true)
    }
    guard case .sources(let problems)? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(problems.map(\.fault) == [.answer(.offline(address: world.server.address("/a")))])
    #expect(world.server.connectionCount == 0)
  }
}
