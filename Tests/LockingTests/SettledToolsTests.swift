import Diagnostics
import Filesystem
import IndexWorlds
import Manifests
import Projects
import Resolution
import ResolutionScenarios
import Sandboxes
import Testing
import Versions
import Vocabulary

@testable import Locking

/// Edits of random projects. A lock leaves settled tools out of the search for versions. It must
/// contain the same versions as if the search included them.
@Suite struct SettledToolsTests {
  private let world: IndexWorld

  init() throws {
    world = try IndexWorld()
  }

  @Test func `leaving settled tools out changes no version`() async throws {
    var counts = (settled: 0, conflicts: 0)
    for seed in 0..<60 {
      var random = RandomProject(seed: UInt64(seed))
      try write(random.index)
      let first = try? await lock(random.toolfile, replacing: nil)
      random.publish()
      try write(random.index)
      for edit in 0..<4 {
        random.edit()
        let project = try project(random.toolfile)
        var request = LockRequest(project, replacing: first, updating: .nothing)
        request.difference = first.map { project.difference(from: $0) }
        let (context, _) = try await world.locking.prepare(request)
        counts.settled += context.previous.settledVersions(of: project.requests).count
        let found = try await choices(in: context, request)
        if found.all == nil { counts.conflicts += 1 }
        #expect(found.lock == found.all, "seed \(seed), edit \(edit): \(random.toolfile)")
      }
    }
    // Most projects have settled tools, and some have no solution.
    #expect(counts.settled > 100 && counts.conflicts > 5, "\(counts)")
  }

  /// Returns the versions that a lock contains, and those of a search for all tools, or `nil` where
  /// there is a conflict.
  private func choices(
    in context: LockContext, _ request: LockRequest
  ) async throws -> (lock: [SourcedTool: Version]?, all: [SourcedTool: Version]?) {
    try await ReleaseContentPrefetcher.withPrefetcher(announcing: { _, _ in }) {
      (prefetcher) async throws(Problem) in
      var attempt = LockAttempt(context: context, PublisherComparison(request), prefetcher)
      let choice = try? await attempt.choice()
      let selection = try attempt.selection(context.project.requests)
      let all = try? await selection.choose(
        keeping: LockedVersions(context.previous), findsRemedies: false)
      return (
        choice.map {
          Dictionary(uniqueKeysWithValues: $0.tools.map { ($0.tool, $0.version) })
        }, all?.versions
      )
    }
  }

  private func lock(
    _ toolfile: String, replacing previous: Lockfile?
  ) async throws -> Lockfile {
    try await world.locking.resolve(
      LockRequest(project(toolfile), replacing: previous, updating: .nothing)
    ).lock
  }

  private func project(_ toolfile: String) throws -> Project {
    try world.path.appending(Toolfile.name).replaceContents(with: Array(toolfile.utf8))
    return try Project.load(world.path) { $0.lastComponent }
  }

  private func write(_ index: String) throws {
    let folder = world.path.appending("tools")
    try folder.makeDirectories()
    try folder.appending("index").replaceContents(with: Array(index.utf8))
  }
}

/// A project whose tools, and the tools that they need, are random. A version needs only tools that
/// come later in the alphabet.
private struct RandomProject {
  private static let names = ["a", "b", "c", "d", "e", "f", "g", "h"]

  private var generator: Generator

  /// The versions of each tool, with their needs: tools and requirements.
  private var releases: [String: [[(tool: String, requirement: String)]]] = [:]

  /// The requirement of each tool in the Toolfile.
  private var requirements: [String: String] = [:]

  init(seed: UInt64) {
    generator = Generator(seed: seed)
    for _ in 0..<2 { publish() }
    for _ in 0..<5 { edit() }
  }

  /// Publishes another version of most tools.
  mutating func publish() {
    for (place, name) in Self.names.enumerated() where chance(of: 80) {
      var needs: [(String, String)] = []
      for needed in Self.names[(place + 1)...] where chance(of: 12) {
        needs.append((needed, requirement()))
      }
      releases[name, default: []].append(needs)
    }
  }

  /// Adds a tool to the Toolfile, removes one, or changes its requirement.
  mutating func edit() {
    guard let name = Self.names.randomElement(using: &generator) else { return }
    requirements[name] = requirements[name] != nil && chance(of: 30) ? nil : requirement()
  }

  /// The Toolfile.
  var toolfile: String {
    requirements.sorted { $0.key < $1.key }.reduce(
      "platforms \"linux-x64\"\nsource \"directory\", \"tools\"\n"
    ) { text, tool in
      text + "tool \"\(tool.key)\"" + (tool.value.isEmpty ? "\n" : ", \"\(tool.value)\"\n")
    }
  }

  /// The index of all tools.
  var index: String {
    let digest = String(repeating: "0a", count: 32)
    var index = "index 1\n"
    for (name, versions) in releases.sorted(by: { $0.key < $1.key }) {
      for (place, needs) in versions.enumerated() {
        let version = "\(name) \(place + 1).0"
        index += "artifact \(version) any raw sha256:\(digest) 5 f provides \(name)\n"
        for (tool, requirement) in needs {
          let suffix = requirement.isEmpty ? "" : " \"\(requirement)\""
          index += "needs \(version) \(tool)\(suffix)\n"
        }
      }
    }
    return index
  }

  private mutating func requirement() -> String {
    ["", "", ">= 2", "< 3", "~> 2.0", "< 2"].randomElement(using: &generator) ?? ""
  }

  private mutating func chance(of percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }
}
