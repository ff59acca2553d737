internal import Diagnostics
internal import TextSearch
internal import Vocabulary

extension VersionConflict {
  var message: Message {
    let names = tools.map { "`\($0)`" }.joined(separator: " and ")
    return Message("conflict", "no version of \(names) satisfies all requirements")
      .lines("explanation", shortenedRows)
      .column("exists", hints.compactMap(\.existing))
      .detail("available", key: "nearest", hints.flatMap(\.nearestVersions))
      .similar(hints.flatMap(\.similarTools))
      .detail("run", commandLine(retry))
      .column("try", retry.isEmpty ? hints.compactMap(\.advice) : [])
      .fact("explanation") {
        .strings(
          explanation.rows(of: explanationEnds, rowCount: rowCount, separator: [], note: note))
      }
      .fact("hints", .array(hints.compactMap(\.json)))
      .fact("derivation") {
        let indices = derivationEnds.indices
        return .stream(
          ComputedList(count: indices.count) { [derivation[indices[$0]].json(id: indices[$0])] })
      }
      .fact("left_out") { leftOut }
  }

  /// The lines with the first and last 20 rows of the explanation, the parts that a reader can act
  /// on, or all lines if there are at most 60 rows.
  private var shortenedRows: [String] {
    let kept = 20
    guard rowCount > 3 * kept else { return explanation.rows }
    let ends = ListEnds(of: explanation.count, reaching: kept) { explanation.rows(of: $0).count }
    return explanation.rows(of: ends, rowCount: rowCount, separator: [""], note: note)
  }

  /// Returns the note in place of rows that are left out.
  private func note(on count: Int) -> String {
    "… \(count) more lines" + (commandLine(wholeProof).map { "; to see all, run `\($0)`" } ?? "")
  }

  /// The size of either end of a proof in JSON, in bytes. A proof can be hundreds of megabytes
  /// long.
  private static var sizeOfEnd: Int { 1 << 18 }

  /// The lines of the explanation that JSON contains.
  private var explanationEnds: ListEnds {
    ListEnds(of: explanation.count, reaching: Self.sizeOfEnd) { index in
      explanation.rows(of: index).reduce(0) { $0 + $1.utf8.count }
    }
  }

  /// The nodes of the derivation that JSON contains.
  private var derivationEnds: ListEnds {
    ListEnds(of: derivation.count, reaching: Self.sizeOfEnd) { index in
      derivation[index].json(id: index).text.utf8.count
    }
  }

  /// The numbers of rows and of nodes that JSON does not contain, or `nil` if it contains all.
  private var leftOut: JSON? {
    let (lines, nodes) = (explanationEnds, derivationEnds)
    if lines.isWhole, nodes.isWhole { return nil }
    return .object([
      "explanation": .number(
        lines.isWhole ? 0 : rowCount - explanation.rowCount(of: lines.indices)),
      "derivation": .number(derivation.count - nodes.indices.count),
    ])
  }
}

extension VersionConflict.Hint {
  /// A version that exists but is excluded, and the reason: `ruff 2.0.0-rc1, a prerelease`.
  fileprivate var existing: String? {
    guard case .excluded(let exclusion) = self else { return nil }
    return "\(exclusion.subject) \(exclusion.words)"
  }

  /// The versions closest to the required versions: `ruff 0.17.5`.
  fileprivate var nearestVersions: [String] {
    if case .nearest(let tool, let versions) = self { versions.map { "\(tool) \($0)" } } else { [] }
  }

  /// The names that an unknown tool may be a misspelling of.
  fileprivate var similarTools: [String] {
    if case .similar(let tool, let names) = self { nearestNames(to: tool, in: names) } else { [] }
  }

  /// The Toolfile line or the command that would resolve the conflict, or `nil` for other hints.
  fileprivate var advice: String? {
    if case .change(let remedy) = self { remedy.advice } else { nil }
  }
}

extension VersionConflict.Hint {
  /// The hint for programs, or `nil` if no existing name is similar to the unknown one.
  fileprivate var json: JSON? {
    switch self {
    case .excluded(let exclusion): return exclusion.json
    case .nearest(let tool, let versions):
      return .object(["kind": "nearest", "tool": .string(tool), "versions": .strings(versions)])
    case .similar(let tool, let names):
      let similar = nearestNames(to: tool, in: names)
      if similar.isEmpty { return nil }
      return .object(["kind": "similar", "tool": .string(tool), "names": .strings(similar)])
    case .change(let remedy): return remedy.json
    }
  }
}

extension ProjectRemedy {
  /// The Toolfile line to write or the command to run.
  var advice: String {
    switch self {
    case .toolfile(let remedy): remedy.line
    case .pin(let tool, let version, let folder):
      bootstrapCommand("local", in: folder)
        + (version.map { " \(tool) \($0)" } ?? " --unset \(tool)")
    }
  }

  fileprivate var json: JSON {
    switch self {
    case .toolfile(let remedy): remedy.json
    case .pin(let tool, let version, _):
      .object(["kind": "pin", "tool": .string(tool.text), "version": .optional(version?.text)])
    }
  }
}

extension ToolfileRemedy {
  fileprivate var json: JSON {
    let (kind, details): (JSON, [JSON.Member]) =
      switch change {
      case .requirements(let requirements):
        ("require", [.init(name: "requirements", value: .strings(requirements))])
      case .platforms(let platforms):
        ("limit", [.init(name: "platforms", value: .strings(platforms.map(\.rawValue)))])
      case .unknownAge: ("unknown-age", [])
      }
    let tool: [JSON.Member] = tool.map { [.init(name: "tool", value: .string($0.text))] } ?? []
    return .object(
      [.init(name: "kind", value: kind)] + tool + details
        + [.init(name: "line", value: .string(line))])
  }
}

extension ExcludedVersion {
  /// The version with its first reason. Other reasons follow as `also`.
  fileprivate var json: JSON {
    let own = reasons.first?.members ?? []
    let others = reasons.dropFirst().map { JSON.object($0.members) }
    var members = Array(own.prefix(1))
    members.append(.init(name: "tool", value: .string(tool.text)))
    if let gem { members.append(.init(name: "gem", value: .string(gem))) }
    members.append(.init(name: "version", value: .string(version)))
    members += own.dropFirst()
    if !others.isEmpty { members.append(.init(name: "also", value: .array(others))) }
    return .object(members)
  }
}

extension ExcludedVersion.Reason {
  /// The kind of the reason, and its details.
  fileprivate var members: [JSON.Member] {
    let (kind, details): (JSON, [JSON.Member]) =
      switch self {
      case .prerelease: ("prerelease", [])
      case .yanked(let reason): ("yanked", [.init(name: "reason", value: .string(reason))])
      case .cooldown(_, let cooldown, let free):
        (
          "cooldown",
          [
            .init(name: "cooldown", value: .number(cooldown)),
            .init(name: "free", value: .string(free)),
          ]
        )
      case .undated: ("undated", [])
      case .step(let limit): ("step", [.init(name: "limit", value: .string(limit))])
      case .platforms(let platforms):
        ("platforms", [.init(name: "platforms", value: .strings(platforms))])
      case .unreadable(let detail):
        ("unreadable", [.init(name: "detail", value: .string(detail))])
      }
    return [.init(name: "kind", value: kind)] + details
  }
}

extension VersionConflict.Node {
  fileprivate func json(id: Int) -> JSON { json(id: id, "terms", terms.map(\.json)) }

  /// Returns the node as JSON, with its terms as a member with the given name.
  func json(id: Int, _ name: String, _ terms: [JSON]) -> JSON {
    .object([
      .init(name: "id", value: .number(id)),
      .init(name: "kind", value: .string(kind.rawValue)),
      .init(name: name, value: .array(terms)),
      .init(name: "origin", value: .optional(origin)),
      .init(name: "causes", value: .array(causes.map { .number($0) })),
    ])
  }
}

extension VersionConflict.Node.Condition {
  var json: JSON {
    .object(
      [
        .init(name: "tool", value: .string(tool)),
        .init(name: "versions", value: .string(versions)),
      ]
        + (platforms.isEmpty ? [] : [.init(name: "platforms", value: .strings(platforms))])
        + [.init(name: "chosen", value: .bool(isPositive))])
  }
}

extension ExcludedVersion {
  /// Returns the message for a tool whose matching versions are all excluded.
  static func message(
    subject: String, wanted: String, _ exclusions: [ExcludedVersion], requestOrigin: String?,
    retry: [String], _ remedies: [ProjectRemedy]
  ) -> Message {
    let headline =
      wanted.isEmpty
      ? "no version of \(subject) is eligible"
      : "no eligible version of \(subject) matches `\(wanted)`"
    return Message("all-excluded", headline)
      .detail("asked by", requestOrigin)
      .column("exists", exclusions.map(\.words))
      .fact("hints", .array(exclusions.map(\.json)))
      .detail("run", commandLine(retry))
      .column("try", retry.isEmpty ? remedies.map(\.advice) : [])
  }

  /// The version and the reasons: `2.0.0-rc1, yanked, a prerelease`.
  fileprivate var words: String {
    ([version] + reasons.map(\.attribute)).joined(separator: ", ")
  }
}

extension ExcludedVersion.Reason {
  /// The reason, to follow the version after a comma: `a prerelease`.
  fileprivate var attribute: String {
    switch self {
    case .prerelease: "a prerelease"
    case .yanked(""): "yanked"
    case .yanked(let reason): "yanked: \(reason)"
    case .cooldown(let age, let cooldown, let free):
      (age < 0 ? "released in the future" : "released \(QuantityFormat.age(age)) ago")
        + ", within the cooldown of "
        + "\(QuantityFormat.age(cooldown)), eligible from \(free)"
    case .undated: "has files without a date, which the cooldown requires"
    case .step(let limit): "more than a \(limit) step from the locked version"
    case .platforms(let platforms):
      "not available for "
        + (platforms.isEmpty ? "any platform" : platforms.joined(separator: ", "))
    case .unreadable(let detail): "needs `\(detail)`, which is not a valid requirement"
    }
  }
}
