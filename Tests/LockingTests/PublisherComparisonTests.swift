import Diagnostics
import Dispatch
import Filesystem
import IndexWorlds
import LoopbackServer
import Manifests
import Projects
import SampleWheels
import Synchronization
import Testing
import Vocabulary

@testable import Locking

/// The comparison of publishers with those in the previous lock.
@Suite struct PublisherComparisonTests {
  private let world: IndexWorld
  private static let toolfile = "platforms \"linux-x64\"\nsource \"pypi\"\ntool \"ruff\"\n"

  init() throws {
    world = try IndexWorld()
  }

  /// Publishes a wheel whose provenance names a repository, or none if `repository` is `nil`.
  @discardableResult
  private func publish(_ name: String, _ version: String, by repository: String?) -> Wheel {
    let wheel = Wheel(name, version, for: .linuxX64).program(name)
    world.index.publish(wheel) {
      $0.publisher = repository.map {
        #""kind": "GitHub", "repository": "\#($0)", "workflow": "r.yml""#
      }
    }
    return wheel
  }

  private func lock(
    _ toolfile: String = toolfile, previous: Lockfile? = nil,
    updating update: LockUpdate = .everything, accepting tools: [String] = []
  ) async throws -> Lockfile {
    try world.path.appending(Toolfile.name).replaceContents(with: Array(toolfile.utf8))
    let project = try Project.load(world.path) { $0.lastComponent }
    return try await world.locking.resolve(
      LockRequest(
        project, replacing: previous, updating: update,
        accepting: Set(tools.compactMap { ToolName($0) }))
    ).lock
  }

  /// Returns the changes for which `body` fails.
  private func changes(_ body: () async throws -> Lockfile) async -> [PublisherChange] {
    let problem = await #expect(throws: Problem.self) { _ = try await body() }
    guard case .project(.lock(.publishersChanged(let changes))) = problem else {
      Issue.record("\(String(describing: problem))")
      return []
    }
    #expect(problem?.exitCode == .corruptArtifact)
    return changes
  }

  @Test func `a publisher may appear, but neither change nor vanish`() async throws {
    publish("ruff", "1.0", by: nil)
    let first = try await lock()
    #expect(first.tools.map(\.publisher) == [nil])
    publish("ruff", "2.0", by: "a/ruff")
    let second = try await lock(previous: first)
    #expect(second.tools.first?.publisher?.description == "github:a/ruff workflow r.yml")
    publish("ruff", "3.0", by: "b/ruff")
    let changed = await changes { try await lock(previous: second) }
    #expect(
      changed == [
        PublisherChange(
          tool: try #require(ToolName("ruff")), from: try #require(VersionText("2.0")),
          to: try #require(VersionText("3.0")), locked: "github:a/ruff workflow r.yml",
          published: "github:b/ruff workflow r.yml", origin: .file("Toolfile.lock", line: 5))
      ])
    publish("ruff", "4.0", by: nil)
    #expect(await changes { try await lock(previous: second) }.map(\.published) == [nil])
    let accepted = try await lock(previous: second, accepting: ["ruff"])
    #expect(accepted.tools.map(\.publisher) == [nil])
  }

  @Test func `another package in the Toolfile may have another publisher`() async throws {
    publish("ruff", "1.0", by: "a/ruff")
    let first = try await lock()
    publish("ruff-fork", "1.0", by: "b/ruff")
    let fork = Self.toolfile.replacing("\"ruff\"", with: "\"ruff\", package: \"ruff-fork\"")
    let second = try await lock(fork, previous: first, updating: .nothing)
    #expect(second.tools.first?.publisher?.account == "github:b/ruff")
  }

  @Test func `another definition must not have another publisher`() async throws {
    func toolfile(_ package: String) -> String {
      """
      platforms "linux-x64"
      define "mine" do
        pypi "\(package)"
      end
      tool "mine"

      """
    }
    publish("ruff", "1.0", by: "a/ruff")
    publish("ruff-fork", "1.0", by: "b/ruff")
    let first = try await lock(toolfile("ruff"))
    let changed = await changes { try await lock(toolfile("ruff-fork"), previous: first) }
    #expect(changed.map(\.published) == ["github:b/ruff workflow r.yml"])
  }

  @Test func `a kept stanza keeps its publisher without a request`() async throws {
    publish("ruff", "1.0", by: "a/ruff")
    let first = try await lock()
    publish("ninja", "1.0", by: nil)
    world.index.server.forgetRequests()
    let second = try await lock(
      Self.toolfile + "tool \"ninja\"\n", previous: first, updating: .nothing)
    #expect(second.tools.map(\.publisher?.account) == [nil, "github:a/ruff"])
    #expect(!world.index.server.requests.contains { $0.path.contains("ruff") })
  }

  @Test func `the publisher is requested beside the content`() async throws {
    let wheel = publish("ruff", "1.0", by: "a/ruff")
    let index = world.index
    let opened = DispatchSemaphore(value: 0)
    let wasInTime = Mutex(false)
    let file = ScriptedResponse.file(wheel.bytes)
    index.server.serve(index.filePath(of: wheel)) { _ in
      opened.signal()
      return file
    }
    index.server.serve(index.provenancePath(of: wheel)) { _ in
      let result = opened.wait(timeout: .now() + 20)
      wasInTime.withLock { $0 = result == .success }
      return .text(#"{"attestation_bundles": []}"#, type: "application/json")
    }
    #expect(try await lock().tools.map(\.publisher) == [nil])
    #expect(wasInTime.withLock { $0 })
  }
}
