internal import Diagnostics

extension [VersionConflict.Line] {
  /// The proof as unindented rows; an empty row separates two chains of reasoning.
  package var rows: [String] {
    var rows: [String] = []
    for (index, line) in enumerated() {
      if index > 0, line.opening == .because { rows.append("") }
      let conclusion = line.conclusion.words + (line.number.map { " (\($0))" } ?? "")
      guard let first = line.premises.first else {
        rows.append((line.opening == .because ? "" : "so ") + conclusion)
        continue
      }
      rows.append((line.opening == .because ? "because " : "and because ") + first.words)
      rows += line.premises.dropFirst().map { "and " + $0.words }
      rows[rows.count - 1] += ","
      rows.append(conclusion)
    }
    return rows
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
    case .needsItself(let versions, let requirement):
      "\(versions.every) needs itself to be \(requirement)"
    case .noneCanBeChosen(let versions): "no version of \(versions.words) is eligible"
    case .noVersion(let tool, let versions): "no version of \(tool) matches \(versions)"
    case .unknown(let tool): "there is no tool \(tool)"
    case .excluded(let versions, let reason): "\(versions.words) \(reason.words)"
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
  fileprivate var words: String { requirement.isEmpty ? tool : "\(tool) \(requirement)" }
}

extension VersionConflict.ToolVersions {
  fileprivate var words: String {
    switch self {
    case .all(let tool): tool
    case .one(let tool, let version): "\(tool) \(version)"
    case .some(let tool, let versions): "\(tool) \(versions)"
    }
  }

  fileprivate var every: String {
    if case .one = self { words } else { "every version of \(words)" }
  }
}

extension [VersionConflict.ToolVersions] {
  fileprivate var choice: String { map(\.words).joined(separator: " or ") }

  fileprivate var list: String {
    dropLast().map(\.words).joined(separator: ", ") + " and " + (last?.words ?? "")
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
