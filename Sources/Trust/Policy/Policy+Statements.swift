package import Diagnostics
internal import Manifests
internal import Vocabulary

/// What the rules of a policy require of a release that a lock only states: its time, its
/// publisher, and that the index states its digest.
///
/// Anybody who can edit a lock can write other statements, so only the source can confirm them.
package struct StatementDemand: Hashable, Sendable {
  /// The requirements, the same as long as the rules require the same.
  package let text: String
  /// The first rule.
  package let line: PolicyLine
  /// The statement that the first rule is about.
  package let statement: UnconfirmedStatement.Kind
}

extension Policy {
  /// What the rules require of statements in a lock, or `nil` if they require nothing.
  ///
  /// Verified publishers are not among it, because their attestations prove them.
  package var statementDemand: StatementDemand? {
    var parts: [(text: String, line: PolicyLine, statement: UnconfirmedStatement.Kind)] = []
    if let least = minimumCooldown, least.value.seconds > 0 {
      parts.append(("cooldown \(least.value.seconds)", least.line, .time))
    }
    if let least = requiredProvenance, demandOnPublishers?.value == .stated {
      parts.append(("publisher", least.line, .publisher))
    }
    if let line = line(turningOff: .trustOnFirstUse) { parts.append(("digest", line, .digest)) }
    guard let first = parts.first else { return nil }
    return StatementDemand(
      text: parts.map(\.text).joined(separator: ","), line: first.line, statement: first.statement)
  }

  /// Whether the policy itself makes every index unreachable: it permits requests only to mirrors,
  /// and no mirror replaces an address.
  package var closesIndexes: Bool {
    rules.contains { $0.content == .mirrorOnly }
      && !rules.contains { rule in
        if case .mirror(let mirror) = rule.content { mirror.standsForAddress } else { false }
      }
  }
}
