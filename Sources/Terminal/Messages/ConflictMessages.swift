internal import Diagnostics

extension Conflict {
  var message: Message {
    let names = tools.map { "`\($0)`" }.joined(separator: " and ")
    return hints.reduce(
      Message("conflict", "no version of \(names) fits").lines("explanation", explanation)
    ) { message, hint in
      switch hint {
      case .excluded(let exclusion):
        message.detail("exists", "\(exclusion.tool) \(exclusion.words)")
      case .nearest(let tool, let versions):
        message.detail("nearest", versions.map { "\(tool) \($0)" })
      case .similar(_, let names): message.detail("nearest", names.map { "`\($0)`" })
      case .require(let tool, let requirements):
        message.detail(
          "try", "tool \(([tool] + requirements).map { "\"\($0)\"" }.joined(separator: ", "))")
      case .pin(let tool, let version, let file):
        message.detail("try", "\(tool) \(version) in \(file)")
      }
    }.fact("derivation", .array(derivation.enumerated().map { $1.json(id: $0) }))
  }
}

extension Conflict.Node {
  fileprivate func json(id: Int) -> JSON {
    .object([
      "id": .number(id), "kind": .string(kind.rawValue),
      "terms": .array(
        terms.map {
          .object([
            "tool": .string($0.tool), "versions": .string($0.versions),
            "chosen": .bool($0.isPositive),
          ])
        }), "origin": .optional(origin?.description), "causes": .array(causes.map { .number($0) }),
    ])
  }
}

extension Exclusion {
  /// That of one tool every version that fits is excluded.
  static func message(
    subject: String, tool: String, wanted: String, _ exclusions: [Exclusion]
  ) -> Message {
    let fitting = wanted.isEmpty ? "" : " that fits `\(wanted)`"
    let prerelease = exclusions.first { $0.reason == .prerelease }
    let exact = exclusions.first { exclusion in
      switch exclusion.reason {
      case .yanked, .cooldown: true
      default: false
      }
    }
    return Message("all-excluded", "no version of \(subject)\(fitting) can be chosen")
      .column("exists", exclusions.map(\.words))
      .detail("try", prerelease.map { "tool \"\(tool)\", \">= \($0.version)\"" })
      .detail(
        "try", exact.map { "tool \"\(tool)\", \"= \($0.version)\", to have that very version" })
  }

  /// `2.0.0-rc1, a prerelease`
  fileprivate var words: String {
    switch reason {
    case .prerelease: "\(version), a prerelease"
    case .yanked(""): "\(version), yanked"
    case .yanked(let reason): "\(version), yanked: \(reason)"
    case .cooldown(let age, let cooldown, let free):
      "\(version), released \(Quantities.age(age)) ago, inside your cooldown of "
        + "\(Quantities.age(cooldown)), free at \(free)"
    case .platforms(let platforms):
      "\(version), but not for "
        + (platforms.isEmpty ? "any platform" : platforms.joined(separator: ", "))
    case .unreadable(let detail): "\(version), but what it needs cannot be read: \(detail)"
    }
  }
}
