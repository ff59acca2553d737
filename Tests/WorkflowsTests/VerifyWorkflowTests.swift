import Cryptography
import Diagnostics
import Filesystem
import Installation
import Inventory
import Layout
import Projects
import SampleWheels
import Testing
import Vocabulary

@testable import Workflows

/// The comparison of installations with what was installed, and the record of earlier results.
@Suite struct VerifyWorkflowTests {
  private let world: WorkflowWorld

  init() throws {
    world = try WorkflowWorld()
  }

  private var verifying: VerifyWorkflow {
    VerifyWorkflow(root: world.root, inventory: world.inventorySource)
  }

  /// Installs tools with one program and `files` additional files each. Returns the installations,
  /// sorted by name.
  private func install(_ tools: [String], files: Int = 0) async throws -> [InstalledVersion] {
    let planned = try tools.sorted().map { tool in
      var wheel = Wheel(tool, "1.0", for: .host).program(tool)
      for number in 0..<files {
        wheel = wheel.member(ZipMember("\(tool)/\(number)", "\(number)\n"))
      }
      return try world.planned(wheel)
    }
    try await world.install(planned)
    return planned.map(\.installed)
  }

  /// Verifies installations and returns the names of their tools in the order of the results.
  private func order(_ installations: [InstalledVersion]) async throws -> [String] {
    var names: [String] = []
    _ = try await verifying.verify(installations) { names.append($0.installed.tool.text) }
    return names
  }

  @Test func `every file is verified in parallel and nothing is changed`() async throws {
    let installed = try await install(["ninja", "ruff"], files: 300)
    let before = try world.root.folder(of: installed[0]).appending("content/ninja").entries()
    for round in 0..<2 {
      let report = try await verifying.verify(installed)
      #expect(report.results.map(\.installed) == installed)
      #expect(report.results.map(\.fileCount) == [304, 304])
      #expect(report.results.allSatisfy { $0.damage == nil && $0.byteCount > 1000 })
      #expect(
        report.results.map { $0.before?.fileCount } == (round == 0 ? [nil, nil] : [304, 304]))
      #expect(report.unrecorded == nil)
    }
    #expect(
      try world.root.folder(of: installed[0]).appending("content/ninja").entries() == before)
    for number in stride(from: 0, to: 300, by: 3) {
      try world.root.folder(of: installed[1]).appending("content/ruff/\(number)")
        .replaceContents(with: Array(String(repeating: "x", count: "\(number)\n".count).utf8))
    }
    let report = try await verifying.verify(installed)
    #expect(report.results.map { $0.damage?.count } == [nil, 100])
    #expect(
      try await world.inventory.verifications.values().byID.mapValues(\.damagedCount)
        == [installed[0]: 0, installed[1]: 100])
  }

  @Test(arguments: [Wheel.Record.names, .digests, .wrongDigests])
  func `a changed file is damage, but a wheel's wrong record is not`(
    record: Wheel.Record
  ) async throws {
    var wheel = Wheel("ruff", "1.0", for: .host).program("ruff")
      .member(ZipMember("ruff/data", "data\n"))
    wheel.record = record
    let planned = try world.planned(wheel)
    try await world.install([planned])
    let folder = world.root.folder(of: planned.installed)
    let receipt = try #require(try Receipt.read(in: folder))
    let data = try #require(receipt.files.first { $0.path == "content/ruff/data" })
    let isRight = data.digest == Cryptography.SHA256.digest(of: Array("data\n".utf8))
    #expect(isRight == (record != .wrongDigests))
    #expect(try await verifying.verify([planned.installed]).results.map(\.damage) == [nil])

    // A file changed to match the wheel's wrong record is damage as well.
    try folder.appending(data.path).replaceContents(with: Array("data\n".utf8.reversed()))
    let changed = InstallationDamage(
      tool: planned.tool, version: planned.version,
      kind: .files([FileDamage(path: data.path, fault: .digest)]))
    #expect(try await verifying.verify([planned.installed]).results.map(\.damage) == [changed])

    // If the artifact is missing or has other bytes, the file is compared with the store's record,
    // which repeats the wheel's own record.
    try folder.appending(data.path).replaceContents(with: Array("data\n".utf8))
    let artifact = world.root.download(planned.artifact.digest)
    for contents in [Array("other".utf8), nil] {
      if let contents {
        try artifact.replaceContents(with: contents)
      } else {
        try artifact.removeFile()
      }
      let damage = try await verifying.verify([planned.installed]).results.first?.damage
      #expect((damage == nil) == (record != .wrongDigests))
    }
  }

  @Test func `unverified installations come first, then the oldest results`() async throws {
    let installed = try await install(["a", "b", "c", "d"])
    #expect(try await order([installed[2], installed[1]]) == ["c", "b"])
    #expect(try await order([installed[3]]) == ["d"])
    #expect(try await order(installed) == ["a", "c", "b", "d"])
    // The report keeps the requested order.
    let report = try await verifying.verify(installed)
    #expect(report.results.map(\.installed) == installed)
  }

  @Test func `an interrupted verification keeps the finished results`() async throws {
    // There are more installations than one batch contains, so the cancellation precedes a batch.
    let installed = try await install((10..<30).map { "tool-\($0)" })
    let verifying = verifying
    let (results, continuation) = AsyncStream.makeStream(of: InstalledVersion.self)
    let task = Task {
      _ = try await verifying.verify(installed) { result in
        continuation.yield(result.installed)
        // Like a signal, this cancels the task in the middle of its work.
        unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
      }
    }
    let outcome = await task.result
    continuation.finish()
    #expect(throws: Problem.interrupted) { try outcome.get() }
    var verified: Set<InstalledVersion> = []
    for await one in results { verified.insert(one) }
    #expect(!verified.isEmpty && verified.count < installed.count)
    let recorded = try await world.inventory.verifications.values()
    #expect(Set(recorded.map(\.installed)) == verified)
    // The next verification starts with the remaining installations.
    let next = try await order(installed)
    #expect(!verified.map(\.tool.text).contains(next[0]))
  }

  @Test func `a missing installation is neither intact nor damaged`() async throws {
    let installed = try await install(["ninja", "ruff"])
    try world.root.folder(of: installed[0]).removeTree()
    let report = try await verifying.verify(installed)
    #expect(report.results.map(\.installed) == [installed[1]])
  }

  @Test func `an inspection of a replaced folder is outdated`() async throws {
    let installed = try await install(["ruff"])
    let candidate = try #require(try InspectionCandidate(installed[0], in: world.root))
    let anchor = InstallationAnchor(
      basis: .download, contents: candidate.receipt.map(ExpectedContents.init))
    let inspection = try InstallationInspection(of: candidate, anchor, comparesReceipts: true)
    #expect(!inspection.isOutdated)
    let planned = try world.planned(Wheel("ruff", "1.0", for: .host).program("ruff"))
    try await world.install([planned], isForced: true)
    #expect(inspection.isOutdated)
    try world.root.folder(of: installed[0]).removeTree()
    #expect(inspection.isOutdated)
  }

  @Test func `names that look the same are separate files`() async throws {
    // One name is composed, one decomposed. They are equal as text, but not as bytes.
    let (composed, decomposed) = ("content/caf\u{E9}", "content/cafe\u{301}")
    let installed = try await install(["ruff"])
    let folder = world.root.folder(of: installed[0])
    let receipt = try #require(try Receipt.read(in: folder))
    try folder.appending(composed).replaceContents(with: Array("one".utf8))
    try folder.appending(decomposed).replaceContents(with: Array("other".utf8))
    if try folder.appending("content").entries().count == receipt.files.count { return }
    let report = try await verifying.verify(installed)
    let damages: [FileDamage] = [
      .init(path: decomposed, fault: .added), .init(path: composed, fault: .added),
    ]
    #expect(report.results.map { $0.damage?.kind } == [.files(damages)])
    #expect(report.results[0].damage?.count == 2)
  }

  @Test func `a receipt with another artifact's digest is malformed`() async throws {
    let installed = try await install(["ruff"])
    let path = world.root.folder(of: installed[0]).appending(Receipt.fileName)
    let text = String(decoding: try path.contents(limit: 1 << 16), as: UTF8.self)
    let digest = try #require(text.firstMatch(of: /wheel sha256:(\w{12})/)?.1)
    let other = text.replacing("wheel sha256:\(digest)", with: "wheel sha256:000000000000")
    try path.replaceContents(with: Array(other.utf8))
    let report = try await verifying.verify(installed)
    #expect(report.results.map { $0.damage?.kind } == [.files([], receipt: .malformed)])
  }

  @Test(
    arguments: [
      // Missing bits of group and others are not damage, because a umask may have removed them.
      (0o755, 0o755, true), (0o755, 0o700, true), (0o644, 0o600, true), (0o644, 0o640, true),
      (0o755, 0o644, false), (0o644, 0o044, false), (0o644, 0o444, false),
      // Additional bits.
      (0o644, 0o666, false), (0o644, 0o664, false), (0o755, 0o4755, false), (0o755, 0o1755, false),
      (0o644, 0o744, true),
    ] as [(UInt16, UInt16, Bool)])
  func `a mode is damaged if owner bits are lost or permissions are added`(
    wanted: UInt16, found: UInt16, isComplete: Bool
  ) async throws {
    let installed = try await install(["ruff"])
    let folder = world.root.folder(of: installed[0])
    let receipt = try #require(try Receipt.read(in: folder))
    let file = try #require(receipt.files.first { $0.mode == (wanted == 0o644 ? 0o644 : 0o755) })
    try folder.appending(file.path).setPermissions(found)
    defer { try? folder.appending(file.path).setPermissions(0o755) }
    let damage = try await verifying.verify(installed).results[0].damage
    let expected = FileDamage(path: file.path, fault: .mode(expected: file.mode, actual: found))
    switch damage?.kind {
    case nil: #expect(isComplete)
    case .files(let damages, _)?: #expect(!isComplete && damages.contains(expected))
    case .receipt(let fault)?: Issue.record("\(fault)")
    }
  }
}
