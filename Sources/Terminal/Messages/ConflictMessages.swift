internal import Diagnostics

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
        .stream(ComputedList(count: explanation.count) { rows(of: $0).map { .string($0) } })
      }
      .fact("hints", .array(hints.compactMap(\.json)))
      .fact("derivation") {
        .stream(ComputedList(count: derivation.count) { [derivation[$0].json(id: $0)] })
      }
  }

  /// The first and last 20 rows of the explanation, the parts that a reader can act on, or all rows
  /// if there are at most 60.
  private var shortenedRows: [String] {
    let kept = 20
    let leftOut = rowCount - 2 * kept
    guard leftOut > kept else { return explanation.rows }
    return firstRows(kept) + ["", "… \(leftOut) more lines; run with `--json` to see all", ""]
      + lastRows(kept)
  }
}

extension VersionConflict.Hint {
  /// A version that exists but is excluded, and the reason: `ruff 2.0.0-rc1, a prerelease`.
  fileprivate var existing: String? {
    if case .excluded(let exclusion) = self { "\(exclusion.tool) \(exclusion.words)" } else { nil }
  }

  /// The versions closest to those that were required: `ruff 0.17.5`.
  fileprivate var nearestVersions: [String] {
    if case .nearest(let tool, let versions) = self { versions.map { "\(tool) \($0)" } } else { [] }
  }

  /// The names that an unknown tool may be a misspelling of.
  fileprivate var similarTools: [String] {
    if case .similar(let tool, let names) = self { nearestNames(to: tool, in: names) } else { [] }
  }

  /// The Toolfile line or the command that would resolve the conflict, or `nil` for other hints.
  fileprivate var advice: String? {
    switch self {
    case .require(let tool, let requirements):
      "tool " + ([tool] + requirements).map { "\"\($0)\"" }.joined(separator: ", ")
    case .pin(let tool, let version?): "bootstrap local \(tool) \(version)"
    case .pin(let tool, nil): "bootstrap local --unset \(tool)"
    case .excluded, .nearest, .similar: nil
    }
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
    case .require(let tool, let requirements):
      return .object([
        "kind": "require", "tool": .string(tool), "requirements": .strings(requirements),
      ])
    case .pin(let tool, let version):
      return .object(["kind": "pin", "tool": .string(tool), "version": .optional(version)])
    }
  }
}

extension ExcludedVersion {
  fileprivate var json: JSON {
    let (kind, members): (JSON, [JSON.Member]) =
      switch reason {
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
    return .object(
      [
        .init(name: "kind", value: kind), .init(name: "tool", value: .string(tool)),
        .init(name: "version", value: .string(version)),
      ] + members)
  }
}

extension VersionConflict.Node {
  fileprivate func json(id: Int) -> JSON {
    .object([
      "id": .number(id), "kind": .string(kind.rawValue),
      "terms": .array(
        terms.map { term in
          .object(
            [
              .init(name: "tool", value: .string(term.tool)),
              .init(name: "versions", value: .string(term.versions)),
            ]
              + (term.platforms.isEmpty
                ? [] : [.init(name: "platforms", value: .strings(term.platforms))])
              + [.init(name: "chosen", value: .bool(term.isPositive))])
        }), "origin": .optional(origin), "causes": .array(causes.map { .number($0) }),
    ])
  }
}

extension ExcludedVersion {
  /// Returns the message for a tool whose matching versions are all excluded.
  ///
  /// - Parameter isYankedAdvised: Whether to say how to use a yanked version if there is no other,
  ///   as for a Toolfile that asks for it already.
  static func message(
    subject: String, tool: String, wanted: String, _ exclusions: [ExcludedVersion],
    requestOrigin: String?, retry: [String], isYankedAdvised: Bool
  ) -> Message {
    let headline =
      wanted.isEmpty
      ? "no version of \(subject) is eligible"
      : "no eligible version of \(subject) matches `\(wanted)`"
    let prerelease = exclusions.first { $0.reason == .prerelease }
    let exact =
      exclusions.first { exclusion in
        switch exclusion.reason {
        case .cooldown, .undated: true
        default: false
        }
      } ?? (isYankedAdvised ? exclusions.first(where: \.isYanked) : nil)
    return Message("all-excluded", headline)
      .detail("asked by", requestOrigin)
      .column("exists", exclusions.map(\.words))
      .fact("hints", .array(exclusions.map(\.json)))
      .detail("run", commandLine(retry))
      .detail(
        "try",
        retry.isEmpty ? prerelease.map { "tool \"\(tool)\", \">= \($0.version)\"" } : nil
      )
      .detail(
        "try",
        exclusions.contains { $0.reason == .undated }
          ? "cooldown \"<duration>\", unknown: :allow" : nil
      )
      .detail(
        "try",
        retry.isEmpty
          ? exact.map { "tool \"\(tool)\", \"= \($0.version)\" to use exactly that version" } : nil
      )
  }

  private var isYanked: Bool { if case .yanked = reason { true } else { false } }

  /// The version and the reason: `2.0.0-rc1, a prerelease`.
  fileprivate var words: String {
    switch reason {
    case .prerelease: "\(version), a prerelease"
    case .yanked(""): "\(version), yanked"
    case .yanked(let reason): "\(version), yanked: \(reason)"
    case .cooldown(let age, let cooldown, let free):
      "\(version), released \(QuantityFormat.age(age)) ago, within the cooldown of "
        + "\(QuantityFormat.age(cooldown)), eligible from \(free)"
    case .undated: "\(version), has files without a date, which the cooldown requires"
    case .step(let limit): "\(version), more than a \(limit) step from the locked version"
    case .platforms(let platforms):
      "\(version), not available for "
        + (platforms.isEmpty ? "any platform" : platforms.joined(separator: ", "))
    case .unreadable(let detail): "\(version), needs `\(detail)`, which is not a valid requirement"
    }
  }
}
