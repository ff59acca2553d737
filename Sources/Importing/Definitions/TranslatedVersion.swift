internal import Diagnostics
internal import Manifests
internal import SourceKinds
internal import Versions
internal import Vocabulary

/// The requirement that a Toolfile has for the versions of another tool's manifest.
struct TranslatedVersion {
  let requirement: Requirement
  /// What the requirement does not say.
  var remarks: [ImportRemark.Reason] = []

  /// Translates the versions of a tool, or returns `nil` if they have no counterpart.
  ///
  /// - Parameters:
  ///   - version: The versions.
  ///   - spelling: How the releases of the tool are named.
  init?(_ version: ForeignVersion, _ spelling: ReleaseSpelling) {
    switch version {
    case .requirement(let requirement): self.requirement = requirement
    case .release(let text, let partial):
      guard let (requirement, remark) = Self.requirement(ofRelease: text, partial, spelling) else {
        return nil
      }
      self.requirement = requirement
      remarks = [remark].compactMap(\.self)
    case .range(let text):
      let alternatives = text.split(separator: "|").map { $0.trimmingBlanks }
        .filter { !$0.isEmpty }
      let translated = alternatives.compactMap { alternative in
        Requirement(translating: String(alternative), bare: .prefix).map { (alternative, $0) }
      }
      guard translated.count == alternatives.count || translated.count > 1,
        let newest = translated.max(by: { Self.isOlder($0.1, $1.1) })
      else { return nil }
      requirement = newest.1
      if alternatives.count > 1 { remarks = [.alternatives(taken: String(newest.0))] }
    }
  }

  /// The names that version managers give to the newest version.
  private static let newest: Set = ["", "latest", "*", "newest", "any"]

  private static func requirement(
    ofRelease text: String, _ partial: ForeignVersion.Partial, _ spelling: ReleaseSpelling
  ) -> (Requirement, ImportRemark.Reason?)? {
    if newest.contains(text) { return (.any, nil) }
    let prefix = "prefix:"
    if text.hasPrefix(prefix) {
      return Requirement(translating: text.dropFirst(prefix.count) + ".x").map { ($0, nil) }
    }
    guard let version = spelling.version(of: text),
      !version.contains(where: { " ,=!<>~^|&/:".contains($0) })
    else { return nil }
    // Two numbers can be a whole release or only its beginning.
    let isUnclear = !spelling.hasThreeNumbers && Self.isPair(version)
    let isExact = partial == .exact || partial == .exactIfRelease && isUnclear
    guard let requirement = Requirement(translating: version, bare: isExact ? .exact : .prefix)
    else { return nil }
    let isSaid = isUnclear && partial != .exact
    return (requirement, isSaid ? .twoNumbers(version, isExact: isExact) : nil)
  }

  /// Returns whether a version consists of two numbers.
  private static func isPair(_ version: String) -> Bool {
    let numbers = version.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 2
      && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
  }

  /// Returns whether the versions of a requirement end before, or begin before, those of another.
  /// The one that admits every version is the newest.
  private static func isOlder(_ left: Requirement, _ right: Requirement) -> Bool {
    guard let left = bound(of: left), let right = bound(of: right) else {
      return !left.clauses.isEmpty && right.clauses.isEmpty
    }
    return left < right
  }

  /// The first version of a requirement's clauses, or `nil` if it has none that can be compared.
  private static func bound(of requirement: Requirement) -> Version? {
    requirement.clauses.first.flatMap { try? Version(parsing: $0.version, scheme: .general) }
  }
}

extension Substring {
  /// The text without the blanks around it.
  fileprivate var trimmingBlanks: Substring {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return text
  }
}
