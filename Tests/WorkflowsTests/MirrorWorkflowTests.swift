import Cryptography
import Diagnostics
import Filesystem
import Foundation
import Layout
import LoopbackServer
import SampleLocks
import Sandboxes
import Synchronization
import Testing
import ToolSources
import Transport
import Vocabulary

@testable import Workflows

/// Copies of what locks name, in a registry and in a folder.
@Suite struct MirrorWorkflowTests {
  private let world: WorkflowWorld
  private let registry: RegistryServer
  private let server: LoopbackServer
  private let directory: TemporaryDirectory
  private let files = [
    Array("for one platform".utf8), Array("for another".utf8), Array("of another lock".utf8),
  ]

  init() throws {
    world = try WorkflowWorld()
    registry = try RegistryServer()
    server = try LoopbackServer()
    directory = try TemporaryDirectory()
    for (index, file) in files.enumerated() { server.serve("/\(index)", .file(file)) }
  }

  private var workflow: MirrorWorkflow {
    MirrorWorkflow(world.sources, inventory: world.inventorySource) { _ in }
  }

  private var target: MirrorTarget {
    get throws { .registry(try #require(OCIRepository(registry.repository))) }
  }

  /// Writes a lock in a folder of its own, which names these of ``files``.
  private func lock(_ name: String, _ platforms: [String: Int]) throws -> MirroredLock {
    let artifacts = platforms.sorted { $0.key < $1.key }.map { platform, index in
      "  artifact \(platform) ? wheel \(SHA256.digest(of: files[index])) \(files[index].count) "
        + server.address("/\(index)")
    }
    let text = SampleLock.withIDs(
      """
      lockfile 1
      platforms linux-arm64 linux-x64

      tool \(name) 1.0
        wants "" Toolfile
        declares groups=default package=\(name) source=pypi
        provides \(name)
      \(artifacts.joined(separator: "\n"))

      """)
    let folder = directory.path.appending(name)
    try folder.makeDirectories()
    try folder.appending("Toolfile.lock").replaceContents(with: text.utf8)
    return try MirroredLock(at: folder, formatPath: \.string)
  }

  private func names(_ indices: [Int]) -> Set<String> {
    Set(indices.map { "\(SHA256.digest(of: files[$0]))" })
  }

  /// The digests of the blobs in the registry.
  private var blobs: Set<String> { registry.state.withLock { Set($0.blobs.keys) } }

  @Test func `what a registry lacks is uploaded, with a manifest for each lock`() async throws {
    let locks = [
      try lock("a", ["linux-x64": 0, "linux-arm64": 1]),
      try lock("b", ["linux-x64": 2, "linux-arm64": 0]),
    ]
    var shortage = try await workflow.shortage(of: target, for: locks)
    #expect(shortage.fileCount == 3)
    #expect(shortage.files.count == 3)
    #expect(shortage.locks.map(\.name) == locks.map(\.name))
    _ = try await workflow.fill(target, with: shortage, for: locks)
    #expect(blobs.isSuperset(of: names([0, 1, 2])))

    let manifest = registry.state.withLock { $0.manifests[locks[0].tag] }
    let text = String(decoding: try #require(manifest), as: UTF8.self)
    for digest in names([0, 1]).union(["\(locks[0].digest)"]) {
      #expect(text.contains(digest))
      #expect(blobs.contains(digest))
    }
    #expect(!text.contains("\(SHA256.digest(of: files[2]))"))

    shortage = try await workflow.shortage(of: target, for: locks)
    #expect(shortage.isEmpty)
    let count = registry.requestCount("PUT")
    _ = try await workflow.fill(target, with: shortage, for: locks)
    #expect(registry.requestCount("PUT") == count)
  }

  @Test func `a push that the registry does not accept continues later`() async throws {
    let locks = [try lock("a", ["linux-x64": 0, "linux-arm64": 1])]
    registry.state.withLock { $0.failures = [507] }
    let first = try await workflow.shortage(of: target, for: locks)
    let problem = await #expect(throws: Problem.self) {
      _ = try await workflow.fill(try target, with: first, for: locks)
    }
    guard case .sources(let problems) = problem,
      case .answer(.refused(_, status: 507, _)) = problems.first?.fault
    else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(problems.first?.tool?.text == "a")
    #expect(problems.first?.source == registry.host)
    #expect(registry.state.withLock { $0.manifests.isEmpty })

    let second = try await workflow.shortage(of: target, for: locks)
    #expect(second.files.count == 1)
    _ = try await workflow.fill(target, with: second, for: locks)
    #expect(try await workflow.shortage(of: target, for: locks).isEmpty)
  }

  @Test func `a manifest that is missing is written again`() async throws {
    let locks = [try lock("a", ["linux-x64": 0])]
    _ = try await workflow.fill(target, with: workflow.shortage(of: target, for: locks), for: locks)
    registry.state.withLock { $0.manifests = [:] }
    let shortage = try await workflow.shortage(of: target, for: locks)
    #expect(shortage.files.isEmpty)
    #expect(shortage.locks.count == 1)
    _ = try await workflow.fill(target, with: shortage, for: locks)
    #expect(registry.state.withLock { $0.manifests.count } == 1)
  }

  @Test func `a manifest keeps the attestations that this machine lacks`() async throws {
    let attestation = Array("attestation".utf8)
    let digest = SHA256.digest(of: attestation)
    let folder = directory.path.appending("a")
    _ = try lock("a", ["linux-x64": 0])
    let text = String(
      decoding: try folder.appending("Toolfile.lock").contents(limit: 1 << 20), as: UTF8.self)
    try folder.appending("Toolfile.lock").replaceContents(
      with: text.replacing(
        "  provides a\n",
        with: "  verified github:acme/a bundle linux-x64 \(digest)\n  provides a\n"
      ).utf8)
    let locks = [try MirroredLock(at: folder, formatPath: \.string)]
    let name = "\(digest)"
    let incomplete = try await workflow.shortage(of: target, for: locks)
    #expect(incomplete.files.count == 2)
    // Another machine has the attestation, and uploads it after this one has asked.
    registry.state.withLock { $0.blobs[name] = attestation }
    let copies = try await workflow.fill(target, with: incomplete, for: locks)
    #expect(copies.missingAttestationCount == 1)
    let manifest = { registry.state.withLock { $0.manifests[locks[0].tag] ?? [] } }
    let written = manifest()
    #expect(String(decoding: written, as: UTF8.self).contains("\(name)\",\"size\":11"))

    // A manifest that does not name it is replaced.
    registry.state.withLock { $0.manifests[locks[0].tag] = [1] }
    let shortage = try await workflow.shortage(of: target, for: locks)
    #expect(shortage.files.isEmpty)
    #expect(shortage.locks.count == 1)
    _ = try await workflow.fill(target, with: shortage, for: locks)
    #expect(manifest() == written)
  }

  @Test func `a blob of another length is missing`() async throws {
    let locks = [try lock("a", ["linux-x64": 0])]
    let name = "\(SHA256.digest(of: files[0]))"
    registry.state.withLock { $0.blobs[name] = [1] }
    let shortage = try await workflow.shortage(of: target, for: locks)
    #expect(shortage.files.count == 1)
    _ = try await workflow.fill(target, with: shortage, for: locks)
    #expect(registry.state.withLock { $0.blobs[name] } == files[0])
  }

  @Test func `the root is not locked while files are uploaded`() async throws {
    let locks = [try lock("a", ["linux-x64": 0])]
    let root = world.sources.access.root
    let isFree = Mutex(false)
    let workflow = MirrorWorkflow(world.sources, inventory: world.inventorySource) { event in
      guard case .uploading = event else { return }
      do {
        let path = root.stagingLock
        _ = try FileLock.acquire(path, purpose: "test", timeout: .milliseconds(10)) { _ in }
        isFree.withLock { $0 = true }
      } catch {
        Issue.record("\(error)")
      }
    }
    _ = try await workflow.fill(target, with: workflow.shortage(of: target, for: locks), for: locks)
    #expect(isFree.withLock { $0 })
  }

  @Test func `a folder gets the files under their digests, and wrong ones are replaced`()
    async throws
  {
    let folder = directory.path.appending("mirror")
    let target = MirrorTarget.folder(folder, name: "mirror")
    let locks = [try lock("a", ["linux-x64": 0, "linux-arm64": 1])]
    _ = try await workflow.fill(target, with: workflow.shortage(of: target, for: locks), for: locks)
    let digests = [0, 1].map { SHA256.digest(of: files[$0]).hexadecimal }
    #expect(Set(try folder.entries()) == Set(digests))
    try folder.appending(digests[0]).replaceContents(with: files[1])
    let shortage = try await workflow.shortage(of: target, for: locks)
    #expect(shortage.files.map(\.digest.hexadecimal) == [digests[0]])
    _ = try await workflow.fill(target, with: shortage, for: locks)
    #expect(try folder.appending(digests[0]).contents(limit: 99) == files[0])
  }
}
