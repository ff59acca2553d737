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

  /// Translates the versions of a tool. Returns `nil` if they have no counterpart. Of alternatives,
  /// the newest counts.
  ///
  /// - Parameters:
  ///   - version: The versions.
  ///   - spelling: How the releases of the tool are named.
  init?(_ version: ForeignVersion, _ spelling: ReleaseSpelling) {
    guard let newest = Self.alternatives(in: version, spelling).first else { return nil }
    self = newest
  }

  private init(_ requirement: Requirement, _ remarks: [ImportRemark.Reason] = []) {
    self.requirement = requirement
    self.remarks = remarks
  }

  /// The maximum size of a text with alternatives, all of which are compared.
  private static let maximumByteCount = 1024

  /// Returns the translations of versions: of alternatives such as `^18 || ^20` each one, newest
  /// first, and of others only one. Empty if the versions have no counterpart.
  static func alternatives(
    in version: ForeignVersion, _ spelling: ReleaseSpelling
  ) -> [TranslatedVersion] {
    switch version {
    case .release(let text, _) where text.utf8.count > maximumByteCount,
      .range(let text) where text.utf8.count > maximumByteCount:
      return []
    case .requirement(let requirement): return [Self(requirement)]
    case .release(let text, let partial):
      return requirement(ofRelease: text, partial, spelling)
        .map { [Self($0.0, [$0.1].compactMap(\.self))] } ?? []
    case .range(let text):
      let alternatives = text.split(separator: "|").map { $0.trimmingBlanks }
        .filter { !$0.isEmpty }
      let translated = alternatives.compactMap { alternative in
        Requirement(translating: String(alternative), bare: .prefix).map { (alternative, $0) }
      }
      guard translated.count == alternatives.count || translated.count > 1 else { return [] }
      let isOnly = alternatives.count == 1
      return translated.sorted { isOlder($1.1, $0.1) }.map { text, requirement in
        Self(requirement, isOnly ? [] : [.alternatives(taken: ForeignName.shown(text))])
      }
    }
  }

  private static func requirement(
    ofRelease text: String, _ partial: ForeignVersion.Partial, _ spelling: ReleaseSpelling
  ) -> (Requirement, ImportRemark.Reason?)? {
    if ForeignVersion.prefix(text).isNewest { return (.any, nil) }
    if let line = line(in: text) {
      return Requirement(translating: "\(line).x").map { ($0, nil) }
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

  /// Returns the first numbers of the versions of which a version manager uses the newest, as in
  /// `latest:1.5` and `prefix:1.5`, or `nil` if the text has another form.
  private static func line(in text: String) -> Substring? {
    let words = text.split(separator: ":", maxSplits: 1)
    guard words.count == 2, ["latest", "prefix"].contains(words[0]) else { return nil }
    // terraform's version manager writes a pattern.
    let line = words[1].drop { $0 == "^" }
    return line.allSatisfy { $0 == "." || $0.isASCII && $0.isNumber } ? line : nil
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
