internal import Diagnostics

extension RandomAccessCollection<VersionConflict.Line> {
  /// The proof as unindented rows; an empty row separates two chains of reasoning.
  package var rows: [String] {
    indices.flatMap { index in
      let line = self[index]
      return (index > startIndex && line.opening == .because ? [""] : []) + line.rows
    }
  }
}

extension VersionConflict {
  /// Returns the first rows of the proof. Puts no other lines into words.
  func firstRows(_ count: Int) -> [String] {
    var rows: [String] = []
    for index in explanation.indices {
      if rows.count >= count { break }
      rows += self.rows(of: index)
    }
    return Array(rows.prefix(count))
  }

  /// Returns the last rows of the proof. Puts no other lines into words.
  func lastRows(_ count: Int) -> [String] {
    var rows: [String] = []
    for index in explanation.indices.reversed() {
      if rows.count >= count { break }
      rows = self.rows(of: index) + rows
    }
    return Array(rows.suffix(count))
  }

  /// Returns the rows of a line, with an empty one before a new chain of reasoning.
  func rows(of index: Int) -> [String] {
    let line = explanation[index]
    return (index > 0 && line.opening == .because ? [""] : []) + line.rows
  }
}

extension VersionConflict.Line {
  /// The line as unindented rows: a row for each premise, and one for the conclusion.
  fileprivate var rows: [String] {
    let conclusion = conclusion.words + (number.map { " (\($0))" } ?? "")
    guard let first = premises.first else {
      return [(opening == .because ? "" : "so ") + conclusion]
    }
    var rows = [(opening == .because ? "because " : "and because ") + first.words]
    rows += premises.dropFirst().map { "and " + $0.words }
    rows[rows.count - 1] += ","
    return rows + [conclusion]
  }
}

extension VersionConflict.Premise {
  fileprivate var words: String {
    switch self {
    case .line(let number, let conclusion): "\(conclusion.words) (\(number))"
    case .wanted(let wanted, let place): "\(place) requires \(wanted.words)"
    case .limited(let limit, let place): "\(place) allows only \(limit.words)"
    case .needs(let versions, let wanted, let place):
      "\(versions.every) needs \(wanted.words)" + (place.map { " (\($0))" } ?? "")
    case .needsItself(let versions, let requirement, let place):
      "\(versions.every) needs itself to be \(requirement)" + (place.map { " (\($0))" } ?? "")
    case .noneCanBeChosen(let versions): "no version of \(versions.words) is eligible"
    case .noVersion(let tool, let versions): "no version of \(tool) matches \(versions)"
    case .unknown(let tool): "there is no tool \(tool)"
    case .excluded(let versions, let reason): "\(versions.words) \(reason.words)"
    case .unnamedPrerelease(let versions, []):
      "no requirement names a prerelease such as \(versions.words)"
    case .unnamedPrerelease(let versions, let others):
      "with \(others.list), no requirement names a prerelease such as \(versions.words)"
    }
  }
}

extension VersionConflict.Conclusion {
  fileprivate var words: String {
    switch self {
    case .unobtainable(let wanted, let place): "\(wanted.words) (\(place)) cannot be satisfied"
    case .unsatisfiable(let tool): "no version of \(tool) can be used"
    case .required(let versions): "\(versions.choice) is required"
    case .noneAvailable(let tool): "no version of \(tool) can be used"
    case .unavailable(let versions): "\(versions.words) cannot be used"
    case .needs(let versions, let needed): "\(versions.every) needs \(needed.choice)"
    case .excludeEachOther(let versions): "\(versions.list) are incompatible"
    case .togetherNeed(let versions, let needed):
      "\(versions.list) together need \(needed.choice)"
    }
  }
}

extension VersionConflict.ToolRequirement {
  fileprivate var words: String {
    (requirement.isEmpty ? tool : "\(tool) \(requirement)") + platforms.onPlatforms
  }
}

extension VersionConflict.ToolVersions {
  fileprivate var words: String {
    switch self {
    case .all(let tool), .eligible(let tool): tool
    case .one(let tool, let version): "\(tool) \(version)"
    case .some(let tool, let versions): "\(tool) \(versions)"
    case .on(let versions, let platforms): versions.words + platforms.onPlatforms
    }
  }

  fileprivate var every: String {
    switch self {
    case .one: words
    case .eligible: "every eligible version of \(words)"
    case .on(let versions, let platforms): versions.every + platforms.onPlatforms
    case .all, .some: "every version of \(words)"
    }
  }
}

extension [String] {
  /// The names of platforms, to follow the name of a tool: ` on linux-x64, macos-arm64`.
  fileprivate var onPlatforms: String { isEmpty ? "" : " on " + joined(separator: ", ") }
}

extension [VersionConflict.ToolVersions] {
  fileprivate var choice: String { map(\.words).joined(separator: " or ") }

  fileprivate var list: String {
    let first = dropLast().map(\.words).joined(separator: ", ")
    return (first.isEmpty ? "" : first + " and ") + (last?.words ?? "")
  }
}

extension ExcludedVersion.Reason {
  /// The predicate that follows the version: `was yanked`.
  fileprivate var words: String {
    switch self {
    case .prerelease: "is a prerelease"
    case .yanked(""): "was yanked"
    case .yanked(let reason): "was yanked (\(reason))"
    case .cooldown: "is newer than the cooldown allows"
    case .undated: "has files without a date, which the cooldown requires"
    case .step(let limit): "is more than a \(limit) step from the locked version"
    case .platforms([]): "is not available for any platform"
    case .platforms(let platforms): "is not available for \(platforms.joined(separator: ", "))"
    case .unreadable(let detail): "needs \(detail), which is not a valid requirement"
    }
  }
}
