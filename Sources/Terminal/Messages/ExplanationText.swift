internal import Diagnostics

extension RandomAccessCollection<VersionConflict.Line> where Index == Int {
  /// The proof as unindented rows; an empty row separates two chains of reasoning.
  package var rows: [String] { indices.flatMap { rows(of: $0) } }

  /// Returns the rows of a line, with an empty one before a new chain of reasoning.
  ///
  /// - Parameter numbers: The numbers of the lines that the reader can see, or `nil` for all.
  func rows(of index: Int, referringTo numbers: Set<Int>? = nil) -> [String] {
    let line = self[index]
    return (index > startIndex && line.opening == .because ? [""] : [])
      + line.rows(referringTo: numbers)
  }

  /// The number of rows of lines with these indices.
  func rowCount(of indices: some Sequence<Int>) -> Int {
    indices.reduce(0) { $0 + rows(of: $1).count }
  }

  /// Returns the rows of the lines at either end, with a note on the number of rows between them.
  /// Shown lines refer to no line that is left out.
  ///
  /// - Parameters:
  ///   - ends: The indices of the lines at either end.
  ///   - rowCount: The number of rows of all lines.
  ///   - separator: The rows before and after the note.
  ///   - note: Returns the note for a number of rows.
  func rows(
    of ends: ListEnds, rowCount: Int, separator: [String], note: (Int) -> String
  ) -> [String] {
    if ends.isWhole { return self.rows }
    let numbers = Set(ends.indices.compactMap { self[$0].number })
    let first = ends.first.flatMap { rows(of: $0, referringTo: numbers) }
    let last = ends.last.flatMap { rows(of: $0, referringTo: numbers) }
    let leftOut = rowCount - first.count - last.count
    return first + separator + [note(leftOut)] + (last.first?.isEmpty ?? true ? [] : separator)
      + last
  }
}

extension VersionConflict.Line {
  /// Returns the line as unindented rows: a row for each premise, and one for the conclusion.
  ///
  /// - Parameter numbers: The numbers of the lines that the reader can see, or `nil` for all.
  fileprivate func rows(referringTo numbers: Set<Int>?) -> [String] {
    func reference(_ number: Int) -> String {
      numbers?.contains(number) ?? true ? " (\(number))" : ""
    }
    func words(_ premise: VersionConflict.Premise) -> String {
      if case .line(let number, let conclusion) = premise {
        conclusion.words + reference(number)
      } else {
        premise.words
      }
    }
    let conclusion = (contradiction ?? conclusion.words) + (number.map(reference) ?? "")
    guard let first = premises.first else {
      return [(opening == .because ? "" : "so ") + conclusion]
    }
    var rows = [(opening == .because ? "because " : "and because ") + words(first)]
    rows += premises.dropFirst().map { "and " + words($0) }
    rows[rows.count - 1] += ","
    return rows + [conclusion]
  }
}

extension VersionConflict.Line {
  /// The conclusion if the premises are requirements that no version meets, published or not, or
  /// `nil` otherwise.
  private var contradiction: String? {
    let isStated = premises.allSatisfy { if case .wanted = $0 { true } else { false } }
    guard case .unsatisfiable = conclusion, opening == .because, isStated else { return nil }
    return (premises.count == 1 ? "which contradicts itself" : "which contradict each other")
      + ": \(conclusion.words)"
  }
}

extension VersionConflict.Premise {
  fileprivate var words: String {
    switch self {
    case .line(_, let conclusion): conclusion.words
    case .wanted(let wanted, let place): "\(place) requires \(wanted.words)"
    case .limited(let limit, let place): "\(place) allows only \(limit.words)"
    case .needs(let versions, let wanted, let place):
      "\(versions.every) needs \(wanted.words)" + (place.map { " (\($0))" } ?? "")
    case .needsItself(let versions, let requirement, let place):
      "\(versions.every) needs itself to be \(requirement)" + (place.map { " (\($0))" } ?? "")
    case .noneCanBeChosen(let versions): "no version of \(versions.words) is eligible"
    case .noVersion(let tool, let versions): "no version of \(tool) matches \(versions)"
    // A gem of a graph has the name `json of fastlane`.
    case .unknown(let tool):
      tool.contains(" ")
        ? "the index has no gem \(tool.prefix { $0 != " " })" : "there is no tool \(tool)"
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
    case .all(let tool): tool
    case .usable(let versions): versions.words
    case .one(let tool, let version): "\(tool) \(version)"
    case .some(let tool, let versions): "\(tool) \(versions)"
    case .on(let versions, let platforms): versions.words + platforms.onPlatforms
    }
  }

  fileprivate var every: String {
    switch self {
    case .one: words
    case .usable(.one(let tool, let version)): "\(tool) \(version)"
    case .usable(let versions): "every version of \(versions.words) that can be used"
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
