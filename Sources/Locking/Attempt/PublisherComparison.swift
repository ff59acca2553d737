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
    /// The publisher that the files prove, or `nil` if they prove none.
    var verification: LockedVerification?
    /// The difference from the previous lock that nobody has accepted, or `nil` if there is none.
    var change: PublisherChange?
    /// The demand of the project or the definition that is not met, or `nil` if all are met.
    var unmet: UnmetProvenance?
    /// The warning about files without a publisher in common, or `nil` if there is no need for one.
    var notice: Notice?
  }

  /// Returns the rule for the publishers that may vouch for a tool's new stanza.
  func acceptedSigner(of tool: LockedTool) -> AcceptedSigner {
    AcceptedSigner(
      expected: project.expectedPublisher(of: tool),
      previous: previous(of: tool)?.verification?.publisher,
      acceptsAny: accepted.contains(tool.name))
  }

  /// Compares the publishers of a tool's new stanza with the previous one, and with what the
  /// project and the definition demand.
  ///
  /// - Parameters:
  ///   - tool: The new stanza, without a publisher.
  ///   - publishers: The publishers that the source states.
  ///   - proof: What the attestations of the files prove.
  func outcome(
    of tool: LockedTool, _ publishers: ReleasePublishers, _ proof: ToolProof
  ) -> Outcome {
    let previous = previous(of: tool)
    var outcome = Outcome(
      publisher: publishers.publisher(after: previous?.publisher),
      verification: proof.verification(after: previous?.verification?.publisher))
    outcome.change = previous.flatMap { change(from: $0, to: tool, outcome, publishers, proof) }
    outcome.unmet = unmetDemand(on: tool, outcome, proof)
    if outcome.change == nil, outcome.unmet == nil, outcome.verification == nil {
      if publishers.isMixed {
        outcome.notice = previous?.publisher == nil ? Self.notice(tool, publishers) : nil
      } else if proof.isAttested {
        outcome.notice = .publisher(
          .unverified(tool: tool.name, version: tool.version, files: proof.obstacles))
      }
    }
    return outcome
  }

  /// Returns the difference from the publisher of the previous stanza, or `nil` if there is none. A
  /// verified publisher must stay verified.
  private func change(
    from previous: LockedTool, to tool: LockedTool, _ outcome: Outcome,
    _ publishers: ReleasePublishers, _ proof: ToolProof
  ) -> PublisherChange? {
    func origin() -> Origin? { self.previous?.origin(of: tool.name, in: project.lockName) }
    if let locked = previous.verification?.publisher {
      if let found = outcome.verification?.publisher, locked.isContinued(by: found) { return nil }
      let published = outcome.verification?.publisher.description
      return PublisherChange(
        tool: tool.name, from: previous.version, to: tool.version, locked: locked.description,
        published: published ?? outcome.publisher?.description, origin: origin(),
        wasVerified: true, isVerified: published != nil,
        unverified: published == nil ? proof.obstacles : [])
    }
    guard let locked = previous.publisher else { return nil }
    if let publisher = outcome.publisher, locked.isContinued(by: publisher) { return nil }
    let others = publishers.files.filter { !$0.publishers.contains(where: locked.isContinued) }
    return PublisherChange(
      tool: tool.name, from: previous.version, to: tool.version,
      locked: locked.description,
      published: (outcome.publisher ?? others.first?.publishers.first)?.description,
      files: publishers.isMixed ? others.map(\.name) : [], origin: origin())
  }

  /// Returns the first demand of the project or the definition that is not met, or `nil` if all
  /// are.
  private func unmetDemand(
    on tool: LockedTool, _ outcome: Outcome, _ proof: ToolProof
  ) -> UnmetProvenance? {
    let published = outcome.verification?.publisher.description ?? outcome.publisher?.description
    let unmet = { (demand: UnmetProvenance.Demand, origin: Origin?, files: [UnverifiedFile]) in
      UnmetProvenance(
        tool: tool.name, version: tool.version, demand, origin: origin, published: published,
        files: files)
    }
    let origin = origin(ofDefinition: tool)
    if let key = project.minisignKey(of: tool), outcome.verification == nil {
      return unmet(.publisher("\(VerifiedPublisher.keyKind):\(key)"), origin, proof.obstacles)
    }
    if let expected = project.expectedPublisher(of: tool) {
      // A valid attestation by somebody else refutes what the source states.
      let isMet =
        outcome.verification.map { expected.admits($0.publisher) }
        ?? (outcome.publisher.map { expected.admits($0) } ?? false && !proof.isByAnother)
      // Attestations matter only if no publisher is stated, or if they contradict the expectation.
      let files = published == nil || proof.isAttested ? proof.obstacles : []
      if !isMet { return unmet(.publisher(expected.description), origin, files) }
    }
    guard let required = project.requiredProvenance(of: tool) else { return nil }
    let found: Provenance? =
      outcome.verification != nil ? .verified : outcome.publisher != nil ? .stated : nil
    if let found, found >= required.value { return nil }
    return unmet(.provenance(required.value), required.origin, proof.obstacles)
  }

  /// Returns the location of a tool's definition if it is in the Toolfile, otherwise that of the
  /// tool, or `nil` if neither is there.
  private func origin(ofDefinition tool: LockedTool) -> Origin? {
    let own = project.toolfile.definitions.first { $0.name == tool.name }
    let isOwn = tool.definition?.registry == LockedDefinition.toolfileRegistry
    return isOwn ? own?.origin : project.toolfile[tool.name]?.origin
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
