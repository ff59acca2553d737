internal import Diagnostics
internal import Manifests
internal import Projects
internal import ToolSources
internal import Vocabulary

/// The comparison of the publishers in a new lock with those in the lock that it replaces.
///
/// Whoever takes over the account of a project, or a package whose name became free, can publish a
/// new version, but usually not by the workflow of the old one.
struct PublisherComparison: Sendable {
  private let project: Project
  private let previous: Lockfile?
  /// The tools whose publisher may change.
  private let accepted: Set<ToolName>

  /// Creates a comparison with the lock that `request` replaces, if any.
  init(_ request: LockRequest) {
    project = request.project
    previous = request.previous
    accepted = request.acceptedPublishers
  }

  /// The publisher of a new stanza, or the reason why it must not be locked.
  struct Outcome: Sendable {
    /// The publisher that the stanza states, or `nil` if there is none.
    var publisher: LockedPublisher?
    /// The difference from the previous lock that nobody has accepted, or `nil` if there is none.
    var change: PublisherChange?
    /// The warning about files without a publisher in common, or `nil` if there is no need for one.
    var notice: Notice?
  }

  /// Compares the publishers of a tool's new stanza with the previous one.
  func outcome(of tool: LockedTool, _ publishers: ReleasePublishers) -> Outcome {
    let previous = previous(of: tool)
    let publisher = publishers.publisher(after: previous?.publisher)
    var outcome = Outcome(publisher: publisher)
    guard let previous, let locked = previous.publisher else {
      if publishers.isMixed { outcome.notice = Self.notice(tool, publishers) }
      return outcome
    }
    if let publisher, locked.isContinued(by: publisher) { return outcome }
    let others = publishers.files.filter { !$0.publishers.contains(where: locked.isContinued) }
    outcome.change = PublisherChange(
      tool: tool.name, from: previous.version, to: tool.version,
      locked: locked.description,
      published: (publisher ?? others.first?.publishers.first)?.description,
      files: publishers.isMixed ? others.map(\.name) : [],
      origin: self.previous?.origin(of: tool.name, in: project.lockName))
    return outcome
  }

  /// Returns the stanza to compare with, or `nil` if there is none, or if the user has accepted any
  /// publisher: with an option, or by giving the tool another source or package in the Toolfile. A
  /// change of the definition does not count.
  private func previous(of tool: LockedTool) -> LockedTool? {
    // Of two sides of a merge, each has been accepted.
    let merged = project.contested[tool.name]?.stanzas.first { $0.publisher != nil }
    guard !accepted.contains(tool.name), let previous = previous?[tool.name] ?? merged else {
      return nil
    }
    let keys = [
      LockedDeclaration.sourceKey, LockedDeclaration.packageKey, LockedDeclaration.addressKey,
    ]
    return keys.allSatisfy { previous.declared[$0] == tool.declared[$0] } ? previous : nil
  }

  private static func notice(_ tool: LockedTool, _ publishers: ReleasePublishers) -> Notice {
    .publisher(
      .mixed(
        tool: tool.name, version: tool.version,
        files: publishers.files.map { .init($0.name, by: $0.publishers.first?.description) }))
  }
}
