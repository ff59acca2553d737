internal import Diagnostics
internal import Manifests
internal import Resolution
internal import TextSearch
internal import Versions

extension VersionConflict {
  /// Converts the solver's report to data that does not depend on the solver.
  ///
  /// - Parameters:
  ///   - report: The solver's proof that no choice of versions meets all requirements.
  ///   - now: The time at which release ages are measured, or `nil` if no age is involved.
  ///   - prereleases: For tools without a version that fits, a prerelease whose stable version
  ///     would fit, such as 2.0.0-rc1 for `~> 2.0`.
  init(
    _ report: ConflictReport<ToolUniverse>, now: ReleaseTime?,
    prereleases: [SourcedTool: Version] = [:]
  ) {
    let explanation = ComputedList(count: report.explanation.lines.count) { index in
      Self.formatter(now).line(index, of: report)
    }
    let derivation = ComputedList(count: report.derivation.nodes.count) { index in
      Node(report.derivation.nodes[index], in: report)
    }
    self.init(
      tools: Self.subjects(of: report), explanation: explanation,
      rowCount: Self.formatter(now).rowCount(of: report),
      hints: Self.hints(of: report, now: now, prereleases), derivation: derivation)
  }

  /// Returns the tools that the proof's conclusion mentions.
  private static func subjects(of report: ConflictReport<ToolUniverse>) -> [String] {
    switch report.explanation.lines.last?.conclusion {
    case .unobtainable(let wanted)?: [wanted.package.name.text]
    case .contradiction(let tool)?: [tool.name.text]
    case .incompatible(let terms)?: terms.map(\.package.name.text)
    case nil: []
    }
  }

  /// Returns the hints of the report and those about `prereleases` and pins, without duplicates.
  private static func hints(
    of report: ConflictReport<ToolUniverse>, now: ReleaseTime?,
    _ prereleases: [SourcedTool: Version]
  ) -> [Hint] {
    var hints = report.hints.compactMap { hint -> Hint? in
      switch hint {
      case .obstructed(let tool, let version, let obstacle):
        .excluded(ExcludedVersion(tool.name, version, obstacle, now: now))
      case .nearest(let tool, let versions):
        .nearest(tool: tool.name.text, versions: versions.map(\.spelling))
      case .similar(let tool, let tools):
        .similar(tool: tool.name.text, names: tools.map(\.name.text))
      case .widen(let requirement, let versions): widening(requirement, to: versions, report)
      }
    }
    hints += prereleases.sorted { $0.key < $1.key }.map {
      .excluded(ExcludedVersion($0.key.name, $0.value, .prerelease, now: now))
    }
    // Without a search, no change was tried, but without the pin there is no contradiction.
    if report.statistics.packages == 0,
      case .contradiction(let tool)? = report.explanation.lines.last?.conclusion,
      report.derivation.nodes.contains(where: \.isPin)
    {
      hints.append(.pin(tool: tool.name.text, version: nil))
    }
    var seen: Set<Hint> = []
    return hints.filter { seen.insert($0).inserted }
  }

  /// Returns the hint that the conflict would be resolved if a requirement of the project accepted
  /// `versions` instead.
  ///
  /// For a pin in `.tool-version`, the hint suggests the newest release in `versions`.
  ///
  /// - Returns: The hint, or `nil` if the requirement is not in a file, if it is a pin and
  ///   `versions` contains no release, or if a single requirement cannot express `versions`.
  private static func widening(
    _ requirement: Dependency<ToolUniverse>, to versions: VersionSet,
    _ report: ConflictReport<ToolUniverse>
  ) -> Hint? {
    let tool = requirement.package.name.text
    // The origin of a dependency is a requirement, whose own origin is a file or a tool.
    guard case .file(let path, _, _) = requirement.origin.origin else { return nil }
    if path.hasSuffix(ToolVersionFile.name) {
      let newest =
        report.releases[requirement.package]?.last { versions.contains($0) }
        ?? report.hidden[requirement.package]?.first { versions.contains($0.version) }?.version
      return newest.map { .pin(tool: tool, version: $0.spelling) }
    }
    // All clauses of a requirement must hold, so none can express `< 2 or >= 3`.
    if versions.description.contains(" or ") { return nil }
    let texts = versions.description.split(separator: ",").map { String($0.drop { $0 == " " }) }
    return .require(tool: tool, requirements: texts)
  }

  /// Returns the formatter of the tools, versions, and requirements in an explanation.
  ///
  /// - Parameter now: The time at which release ages are measured, or `nil` if no age is involved.
  private static func formatter(_ now: ReleaseTime?) -> ExplanationFormatter<ToolUniverse> {
    ExplanationFormatter(
      package: \.name.text, version: \.spelling, versions: \.shortDescription,
      requirement: { $0.origin.value.description }, origin: \.fileAndLine,
      needOrigin: { if case .file = $0.origin { $0.fileAndLine } else { nil } },
      platforms: { $0.platforms.map(\.rawValue) },
      obstacle: { ExcludedVersion.Reason($0, now: now) })
  }
}

extension VersionSet {
  /// The ranges as text, or the first five and `…` if there are more than six.
  ///
  /// A set can have hundreds of ranges, which would make a proof unreadable. The derivation
  /// contains all of them.
  fileprivate var shortDescription: String {
    let ranges = description.split(separator: " or ")
    return ranges.count > 6 ? ranges.prefix(5).joined(separator: " or ") + " or …" : description
  }
}

extension DerivationGraph<ToolUniverse>.Node {
  /// Whether the node states a pin in `.tool-version`.
  fileprivate var isPin: Bool {
    guard case .fact(.wanted(let requirement, _)) = reason,
      case .file(let path, _, _) = requirement.origin.origin
    else { return false }
    return path.hasSuffix(ToolVersionFile.name)
  }
}

extension StatedRequirement {
  /// The origin without a column, which suffices in a proof: `Toolfile:9`.
  fileprivate var fileAndLine: String {
    guard case .file(let path, let line?, _) = origin else { return origin.description }
    return "\(path):\(line)"
  }
}

extension VersionConflict.Node {
  /// Converts a step of the solver's proof.
  fileprivate init(
    _ node: DerivationGraph<ToolUniverse>.Node, in report: ConflictReport<ToolUniverse>
  ) {
    let terms = node.terms.map {
      VersionConflict.Node.Condition(
        tool: $0.package.name.text, versions: $0.versions.description,
        platforms: $0.platform?.platforms.map(\.rawValue) ?? [], isPositive: $0.isPositive)
    }
    switch node.reason {
    case .derived(let left, let right):
      self.init(kind: .derived, terms: terms, origin: nil, causes: [left, right])
    case .fact(let fact):
      let (kind, origin): (Kind, Diagnostics.Origin?) =
        switch fact {
        case .wanted(let wanted, _): (.wanted, wanted.origin.origin)
        case .limited(let limit): (.limited, limit.origin.origin)
        case .needed(_, _, let needed, _): (.needed, needed.origin.origin)
        case .noVersion: (.noVersion, nil)
        case .unknownPackage: (.unknownTool, nil)
        case .unavailable: (.unavailable, nil)
        case .unnamedPrerelease: (.unnamedPrerelease, nil)
        }
      self.init(kind: kind, terms: terms, origin: origin, causes: [])
    }
  }
}

extension ExcludedVersion {
  /// Creates an excluded version from the obstacle that excludes it.
  ///
  /// - Parameters:
  ///   - tool: The tool.
  ///   - version: The excluded version.
  ///   - obstacle: The reason for the exclusion.
  ///   - now: The time at which a release's age is measured, or `nil` if no age is involved.
  init(_ tool: ToolName, _ version: Version, _ obstacle: Obstacle, now: ReleaseTime?) {
    self.init(tool: tool.text, version: version.spelling, reason: Reason(obstacle, now: now))
  }
}

extension ExcludedVersion.Reason {
  /// Converts an obstacle of the solver. A cooldown's `age` is 0 if `now` is `nil`.
  fileprivate init(_ obstacle: Obstacle, now: ReleaseTime?) {
    self =
      switch obstacle {
      case .prerelease: .prerelease
      case .yanked(let reason): .yanked(reason: reason ?? "")
      case .cooldown(let released, let eligible):
        .cooldown(
          age: Int(now?.secondsSince1970 ?? Int64(released)) - released,
          cooldown: eligible - released,
          eligibleFrom: ReleaseTime(secondsSince1970: Int64(eligible)).description)
      case .undated: .undated
      case .step(let limit): .step(limit: limit)
      case .platforms(let platforms): .platforms(platforms)
      case .metadata(let detail): .unreadable(detail: detail)
      }
  }
}
