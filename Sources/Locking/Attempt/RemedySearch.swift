internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects
internal import Resolution
internal import ToolSources
internal import Versions
internal import Vocabulary

/// Finds changes to single statements of a project's files that allow the project to be locked.
///
/// Tries each change before suggesting it, by choosing versions for the changed project. All trials
/// share a limited effort. A change that cannot be verified within it is not suggested.
struct RemedySearch {
  let attempt: LockAttempt
  /// The project with the changes that earlier problems require.
  var project: Project
  /// The tools to leave out of trials, because no remedy for their problems is known yet.
  var unresolved: Set<ToolName> = []
  private var effort = Resolver<SourceVersionProvider>.effortOfRemedies

  /// Creates a search for remedies of an attempt that failed.
  init(for attempt: LockAttempt) {
    self.attempt = attempt
    project = attempt.project
  }

  var toolfile: Toolfile { project.toolfile }

  /// A change that has not been tried yet.
  struct Candidate {
    let remedy: ProjectRemedy
    /// The project with the change.
    let project: Project
    /// The excluded version that the change admits, or `nil` if it is not about one.
    private(set) var version: Version?

    /// Returns a copy that states which excluded version the change admits.
    func admitting(_ version: Version) -> Candidate {
      var copy = self
      copy.version = version
      return copy
    }
  }

  func candidate(
    _ tool: ToolName?, _ change: ToolfileRemedy.Change, _ proposal: Toolfile.Proposal
  ) -> Candidate {
    Candidate(
      remedy: .toolfile(ToolfileRemedy(tool: tool, change, line: proposal.line)),
      project: project.with(proposal.toolfile, project.lock))
  }

  /// Returns the change of a pin to another version. Empty if the tool is not pinned.
  func pin(_ tool: ToolName, to version: Version) -> [Candidate] {
    VersionText(version.spelling).map { pin(tool, to: $0) } ?? []
  }

  /// Returns the change of a pin to another version, or its removal if `version` is `nil`. Empty if
  /// the tool is not pinned.
  func pin(_ tool: ToolName, to version: VersionText?) -> [Candidate] {
    guard let file = project.pins?.path, let changed = project.pinning(tool, to: version) else {
      return []
    }
    let folder = FilePath(file).parentDirectory.string
    return [
      Candidate(
        remedy: .pin(tool: tool, version: version, folder: folder == "." ? nil : folder),
        project: changed)
    ]
  }

  /// Returns the change of the requirement on a declared tool. Empty if there is none.
  func requirement(_ text: String, on tool: ToolName) -> [Candidate] {
    (try? Requirement(parsing: [text])).map { requirement($0, on: tool) } ?? []
  }

  /// Returns the change of the requirement on a declared tool. Empty if there is none.
  func requirement(_ requirement: Requirement, on tool: ToolName) -> [Candidate] {
    toolfile.proposing(requirement, of: tool).map {
      [candidate(tool, .requirements(requirement.clauses.map(\.description)), $0)]
    } ?? []
  }

  /// Returns the limit of a declared tool to platforms. Empty if it cannot be limited.
  func limit(_ tool: ToolName, to platforms: [Platform]) -> [Candidate] {
    toolfile.proposing(platforms, of: tool).map {
      [candidate(tool, .platforms(platforms), $0)]
    } ?? []
  }

  // MARK: Trials

  /// Returns the changes that make a choice of versions possible.
  mutating func successful(among changes: [Candidate]) async -> [Candidate] {
    var found: [Candidate] = []
    for change in changes where !found.contains(where: { $0.remedy == change.remedy }) {
      if await isSolvable(change.project) { found.append(change) }
    }
    return found
  }

  /// Returns the first change that makes a choice of versions possible, or an empty array.
  mutating func first(of changes: [Candidate]) async -> [Candidate] {
    for change in changes.prefix(Candidates.maximumRemedyCount)
    where await isSolvable(change.project) {
      return [change]
    }
    return []
  }

  /// Returns whether versions can be chosen for a project without the unresolved tools.
  mutating func isSolvable(_ project: Project) async -> Bool {
    await attempt.canChoose(for: project, without: unresolved, effort: &effort)
  }

  /// Applies the remedy of a tool's problem to the project. Without a remedy, leaves the tool out
  /// of later trials.
  mutating func apply(_ remedy: Candidate?, to tool: ToolName) {
    if let remedy { project = remedy.project } else { unresolved.insert(tool) }
  }
}
