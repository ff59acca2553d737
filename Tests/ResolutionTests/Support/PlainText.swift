import Diagnostics
import Resolution
import Terminal

extension ExplanationFormatter<Toy> {
  /// A formatter for the toy universe, whose values are their own text.
  static var plain: ExplanationFormatter {
    ExplanationFormatter(
      package: { $0 }, version: String.init, versions: \.description,
      requirement: { $0.versions == .all ? "" : $0.versions.description }, origin: { $0 },
      platforms: { [$0] },
      obstacle: { obstacle in
        switch obstacle {
        case .prerelease: .prerelease
        case .yanked(let reason): .yanked(reason: reason ?? "")
        case .cooldown(let released, let eligible):
          .cooldown(age: 0, cooldown: eligible - released, eligibleFrom: "\(eligible)")
        case .undated: .undated
        case .step(let limit): .step(limit: limit)
        case .platforms(let names): .platforms(names)
        case .metadata(let detail): .unreadable(detail: detail)
        }
      })
  }

  /// Returns the explanation as rows of text.
  static func rows(of report: ConflictReport<Toy>) -> [String] { plain.lines(of: report).rows }

  /// Returns an obstacle as text, to follow the name and version of a package.
  private static func words(_ obstacle: Obstacle) -> String {
    switch obstacle {
    case .prerelease: "is a prerelease"
    case .yanked(let reason): "was yanked: \(reason ?? "no reason given")"
    case .cooldown(let released, let eligible): "is \(eligible - released) seconds too young"
    case .undated: "has no date"
    case .step(let limit): "is more than a \(limit) step away"
    case .platforms(let names): "is not for \(names.joined(separator: ", "))"
    case .metadata(let detail): "cannot be read (\(detail))"
    }
  }

  /// Returns a hint as a row of text.
  static func hint(_ hint: ConflictHint<Toy>) -> String {
    switch hint {
    case .obstructed(let package, let version, let obstacles):
      "hint: \(package) \(version) exists, but \(obstacles.map(words).joined(separator: " and "))"
    case .nearest(let package, let versions):
      "hint: the nearest versions of \(package) are \(versions)"
    case .similar(let package, let names): "hint: not \(package), but \(names)?"
    case .widen(let wanted, let versions, _):
      "hint: \(wanted.package) \(versions) in place of \(wanted.versions) at \(wanted.origin)"
    }
  }
}

extension Dependency<Toy> {
  /// Parses a dependency that consists of an origin, a package, and optional clauses:
  /// `Toolfile:3 ruby >= 2, < 4`.
  init(line: String) {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    var versions = IntegerSet.all
    for clause in words.count > 2 ? words[2].split(separator: ",") : [] {
      let parts = clause.split(separator: " ")
      let number = Int(parts[1]) ?? 0
      switch parts[0] {
      case ">=": versions = versions.intersection(.from(number))
      case ">": versions = versions.intersection(.from(number + 1))
      case "<": versions = versions.intersection(IntegerSet(from: nil, upTo: number))
      default: versions = versions.intersection(IntegerSet(only: number))
      }
    }
    self.init(words[1], versions, origin: words[0])
  }
}

extension IntegerSet {
  /// Returns the set of `>= version`.
  static func from(_ version: Int) -> IntegerSet { IntegerSet(from: version, upTo: nil) }

  /// Returns the ten integers from `major * 10` on, which represent the versions with a major
  /// number.
  static func major(_ major: Int) -> IntegerSet { IntegerSet(major * 10...major * 10 + 9) }
}
