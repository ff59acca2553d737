internal import Diagnostics
internal import Filesystem
internal import Gems
internal import Manifests
internal import Resolution
internal import Synchronization
internal import TextSearch
internal import Versions
internal import Vocabulary

extension VersionConflict {
  /// Converts the solver's report to data that does not depend on the solver.
  ///
  /// - Parameters:
  ///   - report: The solver's proof that no choice of versions meets all requirements.
  ///   - now: The time at which release ages are measured, or `nil` if no age is involved.
  ///   - hints: The hints of the conflict.
  init(_ report: ConflictReport<ToolUniverse>, now: ReleaseTime?, hints: [Hint]) {
    let texts = VersionTexts()
    let formatter = Self.formatter(now, texts)
    let explanation = ComputedList(count: report.explanation.lines.count) { index in
      formatter.line(index, of: report)
    }
    let derivation = ComputedList(count: report.derivation.nodes.count) { index in
      Node(report.derivation.nodes[index], texts)
    }
    var seen: Set<Hint> = []
    self.init(
      tools: Self.subjects(of: report), explanation: explanation,
      rowCount: formatter.rowCount(of: report),
      hints: Self.withoutContradictions(hints).filter { seen.insert($0).inserted },
      derivation: derivation)
  }

  /// Returns hints in which no version is both excluded and the nearest to a requirement. If a
  /// tool's prereleases are admitted, they count as versions that exist. That a version is a
  /// prerelease tells more.
  private static func withoutContradictions(_ hints: [Hint]) -> [Hint] {
    let excluded = hints.compactMap { hint in
      if case .excluded(let version) = hint { version } else { nil }
    }
    return hints.compactMap { hint in
      guard case .nearest(let tool, let versions) = hint else { return hint }
      let others = versions.filter { version in
        !excluded.contains { $0.subject == tool && $0.version == version }
      }
      return others.isEmpty ? nil : .nearest(tool: tool, versions: others)
    }
  }

  /// Returns the tools that the proof's conclusion mentions.
  private static func subjects(of report: ConflictReport<ToolUniverse>) -> [ToolName] {
    switch report.explanation.lines.last?.conclusion {
    case .unobtainable(let wanted)?: [wanted.package.name]
    case .contradiction(let tool)?: [tool.name]
    case .incompatible(let terms)?: Set(terms.map(\.package.name)).sorted()
    case nil: []
    }
  }

  /// Returns the formatter of the tools, versions, and requirements in an explanation.
  ///
  /// - Parameters:
  ///   - now: The time at which release ages are measured, or `nil` if no age is involved.
  ///   - texts: The texts of sets of versions.
  private static func formatter(
    _ now: ReleaseTime?, _ texts: VersionTexts
  ) -> ExplanationFormatter<ToolUniverse> {
    ExplanationFormatter(
      package: { $0.text }, version: { $0.spelling }, versions: { texts[$0].short },
      requirement: { $0.origin.text }, origin: { $0.fileAndLine },
      needOrigin: { if case .file = $0.origin { $0.fileAndLine } else { nil } },
      platforms: { $0.platforms.map(\.rawValue) },
      obstacle: { ExcludedVersion.Reason($0, now: now) })
  }
}

/// The texts of sets of versions, each of which a long proof repeats thousands of times.
private final class VersionTexts: Sendable {
  private let texts = Mutex<[VersionSet: (full: String, short: String)]>([:])

  /// Returns the ranges of a set, all of them and shortened: the first five and `…` if there are
  /// more than six.
  ///
  /// A set can have hundreds of ranges, which would make a proof unreadable. The derivation
  /// contains all of them.
  subscript(set: VersionSet) -> (full: String, short: String) {
    texts.withLock { texts in
      if let known = texts[set] { return known }
      let full = set.description
      let ranges = full.split(separator: " or ")
      let short = ranges.count > 6 ? ranges.prefix(5).joined(separator: " or ") + " or …" : full
      texts[set] = (full, short)
      return (full, short)
    }
  }
}

extension VersionConflict.Hint {
  /// Converts a fact of the solver's report, or returns `nil` for a change.
  init?(_ hint: ConflictHint<ToolUniverse>, now: ReleaseTime?) {
    switch hint {
    case .obstructed(let tool, let version, let obstacles):
      self = .excluded(ExcludedVersion(tool, version, obstacles, now: now))
    case .nearest(let tool, let versions):
      self = .nearest(tool: tool.text, versions: versions.map(\.spelling))
    case .similar(let tool, let tools):
      self = .similar(
        tool: tool.text, names: tools.map { $0.part?.text ?? $0.name.text })
    case .widen: return nil
    }
  }
}

extension Dependency<ToolUniverse> {
  /// Whether the requirement is a pin in `.tool-version`.
  // The origin of a dependency is a requirement, whose own origin is a file or a tool.
  var isPin: Bool { origin.origin.isPin }
}

extension Vocabulary.Origin {
  /// Whether the origin is a line of `.tool-version`.
  var isPin: Bool { path.map { FilePath($0).lastComponent == ToolVersionFile.name } ?? false }
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
  fileprivate init(_ node: DerivationGraph<ToolUniverse>.Node, _ texts: VersionTexts) {
    let terms = node.terms.map {
      VersionConflict.Node.Condition(
        tool: $0.package.text, versions: texts[$0.versions].full,
        platforms: $0.platform?.platforms.map(\.rawValue) ?? [], isPositive: $0.isPositive)
    }
    switch node.reason {
    case .derived(let left, let right):
      self.init(kind: .derived, terms: terms, origin: nil, causes: [left, right])
    case .fact(let fact):
      let (kind, origin): (Kind, Vocabulary.Origin?) =
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
  /// Creates an excluded version from the obstacles that exclude it.
  ///
  /// - Parameters:
  ///   - tool: The tool.
  ///   - version: The excluded version.
  ///   - obstacles: The reasons for the exclusion, at least one.
  ///   - now: The time at which a release's age is measured, or `nil` if no age is involved.
  init(_ tool: ToolName, _ version: Version, _ obstacles: [Obstacle], now: ReleaseTime?) {
    self.init(
      tool: tool, version: version.spelling, reasons: obstacles.map { Reason($0, now: now) })
  }

  /// Creates an excluded version of a tool, or of a gem in the tool's graph.
  init(_ tool: SourcedTool, _ version: Version, _ obstacles: [Obstacle], now: ReleaseTime?) {
    self.init(
      tool: tool.name, gem: tool.part?.text, version: version.spelling,
      reasons: obstacles.map { Reason($0, now: now) })
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
