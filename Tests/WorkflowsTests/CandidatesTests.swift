import Diagnostics
import Manifests
import Testing
import Versions

@testable import ToolSources
@testable import Workflows

@Suite struct CandidatesTests {
  /// A package whose releases are said in words, newest first: `1.0`, `1.0 yanked`, `1.0 day=3`, `1.0 empty`.
  private struct SamplePackage: SourcePackage {
    let releases: [Release]

    init(_ texts: [String]) throws {
      var releases: [Release] = []
      for (index, text) in texts.enumerated() {
        let words = text.split(separator: " ").map(String.init)
        let day = words.compactMap { $0.hasPrefix("day=") ? Int64($0.dropFirst(4)) : nil }.first
        releases.append(
          Release(
            version: try Version(parsing: words[0], scheme: .pep440),
            released: day.map { ReleaseTime(secondsSince1970: $0 * 86_400) },
            yanked: words.contains("yanked") ? "bad" : nil,
            isInstallable: !words.contains("empty"), index: index))
      }
      self.releases = releases
    }

    func artifact(of release: Release, for platform: Platform) -> ArtifactChoice { .serves(nil) }

    func content(
      of release: Release, for platforms: [Platform]
    ) async throws(SourceError) -> ReleaseContent {
      ReleaseContent(artifacts: [], provides: [], needs: [], isTrustedOnFirstUse: false)
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let title: String
    let releases: [String]
    var wants: [String] = []
    var keeping: String?
    /// Releases after this day are too young.
    var latestDay: Int64?
    /// nil: none.
    let choice: String?

    var testDescription: String { title }
  }

  static let cases = [
    Case(title: "the newest", releases: ["2.0", "1.0"], choice: "2.0"),
    Case(
      title: "the newest that fits", releases: ["2.0", "1.5", "1.0"], wants: ["~> 1.0"],
      choice: "1.5"),
    Case(
      title: "what all ask for", releases: ["2.0", "1.5", "1.0"], wants: ["< 2", "= 1.0"],
      choice: "1.0"),
    Case(title: "nothing fits", releases: ["2.0", "1.0"], wants: [">= 3"], choice: nil),
    Case(title: "nothing is there", releases: [], choice: nil),
    Case(
      title: "no version of this source", releases: ["1.0"], wants: ["= 1.0.0-alpha.beta"],
      choice: nil),

    Case(title: "the locked stays", releases: ["2.0", "1.0"], keeping: "1.0", choice: "1.0"),
    Case(
      title: "the locked that no longer fits goes", releases: ["2.0", "1.0"], wants: [">= 2"],
      keeping: "1.0", choice: "2.0"),
    Case(
      title: "the locked that is no more goes", releases: ["2.0", "1.0"], keeping: "1.5",
      choice: "2.0"),

    Case(title: "not the yanked", releases: ["2.0 yanked", "1.0"], choice: "1.0"),
    Case(
      title: "the yanked for who names it", releases: ["2.0 yanked", "1.0"], wants: ["= 2.0"],
      choice: "2.0"),
    Case(title: "only yanked", releases: ["2.0 yanked"], wants: ["~> 2.0"], choice: nil),

    Case(
      title: "not the too young", releases: ["3.0 day=9", "2.0 day=5", "1.0 day=1"], latestDay: 5,
      choice: "2.0"),
    Case(
      title: "the too young for who names it", releases: ["3.0 day=9", "2.0 day=5"],
      wants: ["= 3.0"], latestDay: 5, choice: "3.0"),
    Case(
      title: "whose day is not known is old enough", releases: ["3.0", "2.0 day=5"], latestDay: 5,
      choice: "3.0"),
    Case(
      title: "the locked that is old enough stays", releases: ["2.0 day=5", "1.0 day=1"],
      keeping: "1.0", latestDay: 5, choice: "1.0"),
    Case(title: "all too young", releases: ["3.0 day=9"], latestDay: 5, choice: nil),

    Case(title: "no prerelease", releases: ["2.0rc1", "1.0"], choice: "1.0"),
    Case(
      title: "a prerelease for who names one", releases: ["2.0rc1", "1.0"], wants: [">= 2.0rc1"],
      choice: "2.0rc1"),
    Case(
      title: "a prerelease that another admits", releases: ["2.0rc1", "1.0"],
      wants: [">= 1", ">= 1.0rc1"], choice: "2.0rc1"),
    Case(title: "only prereleases", releases: ["2.0rc1"], choice: nil),
    Case(title: "no local version", releases: ["1.0+cpu", "1.0"], choice: "1.0"),
    Case(
      title: "a local version for who names it", releases: ["1.0+cpu", "1.0"], wants: ["= 1.0+cpu"],
      choice: "1.0+cpu"),

    Case(
      title: "one that can be installed", releases: ["2.0 empty", "1.0"], choice: "1.0"),
    Case(
      title: "where none can, the newest explains it", releases: ["2.0 empty", "1.0 empty"],
      choice: "2.0"),
  ]

  @Test func `what contradicts itself is explained with both places`() async throws {
    let tool = try #require(ToolName("ruff"))
    let wishes = [
      Wish(
        requirement: try Requirement(parsing: ["~> 2.0"]),
        origin: .file("Toolfile", line: 1, column: 14)),
      Wish(
        requirement: try Requirement(parsing: ["= 1.0"]),
        origin: .file(".tool-version", line: 1, column: 1)),
    ]
    let candidates = Candidates(
      tool: tool, wishes: wishes, source: "pypi", package: try SamplePackage(["2.0", "1.0"]),
      name: "ruff", latestRelease: nil)
    await #expect(
      throws: Problem.project(
        .conflict(
          tools: ["ruff"],
          explanation: [
            "because Toolfile:1:14 wants ruff ~> 2.0", "and .tool-version:1:1 wants ruff = 1.0,",
            "no version of ruff will do",
          ]))
    ) {
      try await Choosing([candidates]).choose(keeping: [:])
    }
  }

  @Test(arguments: cases) func `the release to lock is the best that is admitted`(
    _ one: Case
  ) async throws {
    let tool = try #require(ToolName("ruff"))
    let wishes = try (one.wants.isEmpty ? [.any] : one.wants.map { try Requirement(parsing: [$0]) })
      .map { Wish(requirement: $0, origin: .commandLine) }
    let candidates = Candidates(
      tool: tool, wishes: wishes, source: "pypi", package: try SamplePackage(one.releases),
      name: "ruff",
      latestRelease: one.latestDay.map { ReleaseTime(secondsSince1970: $0 * 86_400) })
    let previous = try one.keeping.map { [tool: try #require(VersionText($0))] } ?? [:]
    if let choice = one.choice {
      let chosen = try await Choosing([candidates]).choose(keeping: previous)
      #expect(chosen[tool]?.version.spelling == choice)
      return
    }
    let problem = await #expect(throws: Problem.self) {
      try await Choosing([candidates]).choose(keeping: previous)
    }
    guard case .sources(let problems)? = problem, let problem = problems.first else {
      Issue.record("\(String(describing: problem))")
      return
    }
    switch problem.fault {
    case .noReleases: #expect(one.releases == [])
    case .noVersion(let wanted, let existing):
      #expect(wanted == one.wants.joined(separator: ", "))
      #expect(existing == one.releases.map { String($0.prefix { $0 != " " }) })
    default: Issue.record("\(problem)")
    }
  }
}
