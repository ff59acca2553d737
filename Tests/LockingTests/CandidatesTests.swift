import Diagnostics
import IndexWorlds
import Manifests
import SourceKinds
import Testing
import Versions
import Vocabulary

@testable import Locking
@testable import Resolution
@testable import ToolSources

/// The release that the solver chooses from the candidates of one tool, or the reason that it
/// chooses none.
@Suite struct CandidatesTests {
  /// A package with releases such as `1.0`, `1.0 yanked`, `1.0 day=3` (released on the third day
  /// after 1970-01-01), `1.0 empty` (without an artifact), and `1.0 without=macos-x64`, newest
  /// first.
  private struct SamplePackage: SourcePackage {
    let request: PackageRequest
    let releases: [SourceRelease]
    /// The platforms that each release lacks, by its index.
    private let lacking: [[Platform]]

    init(
      _ texts: [String], _ request: PackageRequest, _ scheme: VersionScheme = .pep440
    ) throws {
      self.request = request
      var releases: [SourceRelease] = []
      for (index, text) in texts.enumerated() {
        let words = text.split(separator: " ").map(String.init)
        let day = words.compactMap { $0.hasPrefix("day=") ? Int64($0.dropFirst(4)) : nil }.first
        releases.append(
          SourceRelease(
            version: try Version(parsing: words[0], scheme: scheme),
            released: day.map { ReleaseTime(secondsSince1970: $0 * 86_400) },
            yanked: words.contains("yanked") ? "bad" : nil,
            isInstallable: !words.contains("empty"), index: index))
      }
      self.releases = releases
      lacking = texts.map { text in
        text.split(separator: " ").filter { $0.hasPrefix("without=") }
          .compactMap { Platform(rawValue: String($0.dropFirst("without=".count))) }
      }
    }

    func artifact(of release: SourceRelease, for platform: Platform) -> ArtifactChoice {
      lacking[release.index].contains(platform) ? .missing(.sourceOnly) : .serves(nil)
    }

    func files(of release: SourceRelease) -> [PublishedFile] { [] }

    func content(
      of release: SourceRelease, for platforms: [Platform],
      announcing announce: @escaping @Sendable (AnnouncedArtifact) -> Void
    ) async throws(SourceError) -> ReleaseContent {
      ReleaseContent(artifacts: [], provides: [])
    }
  }

  /// The releases of a tool, the requirements on it, and the expected choice.
  struct Case: Sendable, CustomTestStringConvertible {
    let title: String
    let releases: [String]
    var wants: [String] = []
    /// The version in the previous lock, or `nil` if there is none.
    var keeping: String?
    /// The last day whose releases are past their cooldown, or `nil` if there is no cooldown.
    var latestDay: Int64?
    /// The chosen version, or `nil` if there is none.
    let choice: String?
    /// If no version is chosen, the reasons that exclude releases that meet the requirements.
    var reasons: [ExcludedVersion.Reason] = []

    var testDescription: String { title }
  }

  static let cases = [
    Case(title: "the newest version", releases: ["2.0", "1.0"], choice: "2.0"),
    Case(
      title: "the newest version that fits", releases: ["2.0", "1.5", "1.0"], wants: ["~> 1.0"],
      choice: "1.5"),
    Case(
      title: "the version that meets all requirements", releases: ["2.0", "1.5", "1.0"],
      wants: ["< 2", "= 1.0"],
      choice: "1.0"),
    Case(title: "no version fits", releases: ["2.0", "1.0"], wants: [">= 3"], choice: nil),
    Case(title: "no releases", releases: [], choice: nil),
    Case(
      title: "a requirement that is not valid in the source's version scheme", releases: ["1.0"],
      wants: ["= 1.0.0-alpha.beta"],
      choice: nil),

    Case(
      title: "the locked version is kept", releases: ["2.0", "1.0"], keeping: "1.0", choice: "1.0"),
    Case(
      title: "a locked version that no longer fits is replaced", releases: ["2.0", "1.0"],
      wants: [">= 2"],
      keeping: "1.0", choice: "2.0"),
    Case(
      title: "a locked version that no longer exists is replaced", releases: ["2.0", "1.0"],
      keeping: "1.5",
      choice: "2.0"),

    Case(title: "a yanked version is skipped", releases: ["2.0 yanked", "1.0"], choice: "1.0"),
    Case(
      title: "a yanked version is chosen if named", releases: ["2.0 yanked", "1.0"],
      wants: ["= 2.0"],
      choice: "2.0"),
    Case(
      title: "only yanked versions", releases: ["2.0 yanked"], wants: ["~> 2.0"], choice: nil,
      reasons: [.yanked(reason: "bad")]),

    Case(
      title: "a version in its cooldown is skipped",
      releases: ["3.0 day=9", "2.0 day=5", "1.0 day=1"], latestDay: 5,
      choice: "2.0"),
    Case(
      title: "a version in its cooldown is chosen if named", releases: ["3.0 day=9", "2.0 day=5"],
      wants: ["= 3.0"], latestDay: 5, choice: "3.0"),
    Case(
      title: "a version without a release date is too young", releases: ["3.0", "2.0 day=5"],
      latestDay: 5,
      choice: "2.0"),
    Case(
      title: "only versions without a release date", releases: ["3.0"], latestDay: 5, choice: nil,
      reasons: [.undated]),
    Case(
      title: "a locked version past its cooldown is kept", releases: ["2.0 day=5", "1.0 day=1"],
      keeping: "1.0", latestDay: 5, choice: "1.0"),
    Case(
      title: "only versions in their cooldown", releases: ["3.0 day=9"], latestDay: 5, choice: nil,
      reasons: [.cooldown(age: -3 * 86_400, cooldown: 86_400, eligibleFrom: "1970-01-11T00:00:00Z")]
    ),

    Case(title: "a prerelease is skipped", releases: ["2.0rc1", "1.0"], choice: "1.0"),
    Case(
      title: "a prerelease is chosen if named", releases: ["2.0rc1", "1.0"], wants: [">= 2.0rc1"],
      choice: "2.0rc1"),
    Case(
      title: "a prerelease is chosen if another requirement admits it",
      releases: ["2.0rc1", "1.0"],
      wants: [">= 1", ">= 1.0rc1"], choice: "2.0rc1"),
    Case(
      title: "only prereleases", releases: ["2.0rc1"], choice: nil, reasons: [.prerelease]),
    Case(title: "a local version is skipped", releases: ["1.0+cpu", "1.0"], choice: "1.0"),
    Case(
      title: "a local version is chosen if named", releases: ["1.0+cpu", "1.0"],
      wants: ["= 1.0+cpu"],
      choice: "1.0+cpu"),

    Case(
      title: "a version that cannot be installed is skipped", releases: ["2.0 empty", "1.0"],
      choice: "1.0"),
    Case(
      title: "the newest version excluded for each reason explains the failure",
      releases: ["4.0 empty", "3.0 yanked", "2.0 empty", "1.0rc1"], choice: nil,
      reasons: [.platforms([]), .yanked(reason: "bad"), .prerelease]),
  ]

  /// Returns the candidates of the tool `ruff`, which the Toolfile declares.
  private func candidates(
    _ releases: [String], wants: [String], latestDay: Int64? = nil
  ) throws -> Candidates {
    let tool = try #require(ToolName("ruff"))
    let requirements = try (wants.isEmpty ? [.any] : wants.map { try Requirement(parsing: [$0]) })
      .map { Located($0, at: .commandLine) }
    let world = try IndexWorld()
    let source = try world.sources.source("pypi")
    let request = try source.request(for: DeclaredTool(tool, origin: .commandLine))
    return Candidates(
      query: SourceQuery(
        tool: SourcedTool(name: tool, location: nil), requirements: requirements,
        origins: [.init(source: source, request: request)], platforms: [.linuxX64], isStrict: true,
        age: latestDay.map {
          MinimumAge(
            cooldown: Cooldown(seconds: 86_400),
            now: ReleaseTime(secondsSince1970: ($0 + 1) * 86_400))
        }),
      package: try SamplePackage(releases, request))
  }

  @Test func `each version comes from the first source that serves all platforms`() throws {
    let request = try candidates([], wants: []).query.request
    let first = try SamplePackage(
      ["3.0+b2", "3.0+b1", "2.0 without=macos-arm64", "1.5 without=macos-arm64"], request,
      .general)
    let second = try SamplePackage(
      ["3.1", "3.0", "2.0", "1.5 without=linux-x64", "1.0"], request, .general)
    let both = AlternativePackages([first, second], for: [.linuxX64, .macosArm64])
    #expect(
      both.releases.map(\.version.spelling) == ["3.1", "3.0+b2", "3.0+b1", "2.0", "1.5", "1.0"])
    func platforms(_ spelling: String) throws -> [Platform] {
      let release = try #require(both.releases.first { $0.version.spelling == spelling })
      return [.linuxX64, .macosArm64].filter {
        if case .serves = both.artifact(of: release, for: $0) { true } else { false }
      }
    }
    #expect(try platforms("2.0") == [.linuxX64, .macosArm64])
    #expect(try platforms("1.5") == [.linuxX64])
  }

  /// Returns the version that the solver chooses.
  private func choice(
    of candidates: Candidates, keeping: String?
  ) async throws -> String? {
    let tool = candidates.query.tool
    if let unmet = candidates.unmetRequirement(for: [.linuxX64]) {
      throw Problem.sources([unmet.problem])
    }
    let nameResolution = ToolNameResolution(
      declared: [tool.name: .pep440], defined: [:], system: [], catalog: .standard)
    let provider = SourceVersionProvider(
      nameResolution, candidates: [tool: candidates], locked: [:],
      platforms: PlatformNeeds([tool: [.linuxX64]])
    ) { tool, _ in .unknown(similar: []) }
    var wanted: [Dependency<ToolUniverse>] = []
    for requirement in candidates.query.requirements {
      wanted.append(try requirement.dependency(on: tool, in: .pep440))
    }
    let selection = VersionSelection(provider: provider, wanted: wanted) { _ in [] }
    let kept = try keeping.map { [tool: try Version(parsing: $0, scheme: .pep440)] } ?? [:]
    return try await selection.choose(keeping: LockedVersions(kept: kept)).versions[tool]?.spelling
  }

  @Test(arguments: cases) func `the best admitted release is locked`(_ one: Case) async throws {
    let candidates = try candidates(one.releases, wants: one.wants, latestDay: one.latestDay)
    if let choice = one.choice {
      #expect(try await self.choice(of: candidates, keeping: one.keeping) == choice)
      if one.keeping == nil {
        #expect(try candidates.newest(for: [.linuxX64]).version.spelling == choice)
      }
      return
    }
    let problem = await #expect(throws: Problem.self) {
      try await self.choice(of: candidates, keeping: one.keeping)
    }
    #expect(throws: try #require(problem)) { try candidates.newest(for: [.linuxX64]) }
    guard case .sources(let problems)? = problem, let problem = problems.first else {
      Issue.record("\(String(describing: problem))")
      return
    }
    switch problem.fault {
    case .content(.noReleases): #expect(one.releases == [])
    case .content(.noVersion(let wanted, let existing, _, _, _)):
      #expect(wanted == one.wants.joined(separator: ", "))
      #expect(existing == one.releases.map { String($0.prefix { $0 != " " }) })
    case .content(.allExcluded(_, let exclusions)):
      #expect(exclusions.flatMap(\.reasons) == one.reasons)
    default: Issue.record("\(problem)")
    }
  }

  @Test func `the platform that no release serves is the cause`() throws {
    let candidates = try candidates(
      [
        "3.0 without=macos-arm64 without=macos-x64", "2.0 without=macos-x64",
        "1.0 without=macos-x64",
      ], wants: [])
    let unmet = candidates.unmetRequirement(for: [.linuxX64, .macosArm64, .macosX64])
    #expect(
      unmet?.problem.fault
        == .content(
          .noArtifact(
            version: "2.0", platform: .macosX64, .sourceOnly,
            served: [.linuxX64, .macosArm64])))
  }
}
