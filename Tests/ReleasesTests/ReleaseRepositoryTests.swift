import Cryptography
import Diagnostics
import Filesystem
import Foundation
import Layout
import LoopbackServer
import Releases
import Sandboxes
import Snapshots
import Testing
import Transport

/// Indexes that a server publishes, signed by minisign in `Fixtures/Releases`.
@Suite struct ReleaseRepositoryTests {
  private let server: LoopbackServer
  private let directory: TemporaryDirectory
  private let root: Root

  init() throws {
    server = try LoopbackServer()
    directory = try TemporaryDirectory()
    root = Root(directory.path.appending("root"))
  }

  private static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Snapshot.fixtures.appendingPathComponent("Releases/\(name)")))
  }

  /// Publishes an index, with its own signature or that of another, or none.
  private func publish(_ name: String, signedAs signature: String? = nil) throws {
    server.serve("/releases", .file(try Self.bytes(name)))
    server.serve(
      "/releases.minisig", .file(try Self.bytes((signature ?? name) + ".minisig")))
  }

  private static func key(_ name: String) throws -> SignatureKey {
    try #require(SignatureKey(String(decoding: try bytes(name).dropLast(), as: UTF8.self)))
  }

  private func repository(
    key: String = "key", isOffline: Bool = false
  ) throws -> ReleaseRepository {
    let client = HTTPClient(HTTPSettings(environment: Environment([:])))
    return ReleaseRepository(
      server.address("/"), key: try Self.key(key), root: root, client: client,
      isOffline: isOffline)
  }

  /// Returns the reason an index is not used, or `nil` if it is.
  private func fault(key: String = "key") async throws -> ReleaseProblem.IndexFault? {
    let repository = try repository(key: key)
    do throws(Problem) {
      _ = try await repository.index()
      return nil
    } catch {
      guard case .release(.index(let address, let fault)) = error else { throw error }
      #expect(address == server.address("/releases"))
      #expect(error.exitCode == .corruptArtifact)
      return fault
    }
  }

  @Test func `an index is kept for the next time`() async throws {
    try publish("serial-2")
    let index = try await repository().index()
    #expect(index.serial == 2 && index.releases.count == 3)
    #expect(try await repository(isOffline: true).index() == index)
    #expect(try await fault() == nil)
  }

  @Test func `an older index than before is not used`() async throws {
    try publish("serial-2")
    #expect(try await fault() == nil)
    try publish("serial-1")
    #expect(try await fault() == .outdated(serial: 1, seen: 2))
    // What was kept does not matter if somebody has changed it.
    try root.releases.replaceContents(with: Array("damaged".utf8))
    #expect(try await fault() == nil)
    #expect(try await repository(isOffline: true).index().serial == 1)
  }

  @Test func `a signature must be there, and the right one`() async throws {
    server.serve("/releases", .file(try Self.bytes("serial-1")))
    #expect(try await fault() == .unsigned)
    try publish("serial-1", signedAs: "serial-2")
    #expect(try await fault() == .wrongSignature)
    server.serve("/releases.minisig", .text("<html>"))
    #expect(try await fault() == .badSignatureFile)
    try publish("serial-1")
    let ids = (found: try Self.key("key").id, expected: try Self.key("other-key").id)
    #expect(
      try await fault(key: "other-key") == .otherKey(found: ids.found, expected: ids.expected))
    #expect(!root.releases.exists)
  }

  @Test func `a signed text must still be an index`() async throws {
    try publish("damaged")
    #expect(try await fault() == .unreadable(line: 4))
    try publish("newer-format")
    #expect(try await fault() == .newerFormat)
  }

  @Test func `without a server, the reason is that of the network`() async throws {
    let problem = await #expect(throws: Problem.self) { try await repository().index() }
    #expect(problem?.exitCode == .unreachable)
    let offline = await #expect(throws: Problem.self) {
      try await repository(isOffline: true).index()
    }
    #expect(offline?.exitCode == .unreachable)
  }
}
