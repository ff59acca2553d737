extension Requirement {
  /// The meaning of a version without an operator.
  package enum BareVersion: Sendable {
    /// The version itself.
    case exact
    /// The version itself if it has three numbers or more, otherwise all versions that begin with
    /// its numbers: `20` for 20.11.1.
    case prefix
  }

  /// Creates the counterpart of a requirement in the syntax of npm, Cargo, or Python: `^1.2`,
  /// `~1.2`, `==1.2`, `1.x`, `>=18 <21`, `1 - 2`, `*`, or `latest`. Returns `nil` if there is none,
  /// as for alternatives (`18 || 20`).
  package init?(translating text: String, bare: BareVersion = .exact) {
    var clauses: [String] = []
    var rest = Substring(text)
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "," }
      if rest.isEmpty { break }
      let sign = rest.prefix { "=!<>~^|&".contains($0) }
      rest = rest[sign.endIndex...].drop(while: \.isWhitespace)
      let version = rest.prefix { !$0.isWhitespace && !",=!<>~^|&".contains($0) }
      rest = rest[version.endIndex...]
      if sign.isEmpty, version == "-", clauses.count == 1, let first = clauses.first {
        let last = rest.drop(while: \.isWhitespace)
        let numbers = first.hasPrefix("= ") ? first.dropFirst(2) : first[...]
        guard let upper = Self.numbers(of: last), Self.numbers(of: numbers) != nil else {
          return nil
        }
        // A partial upper bound includes the versions that begin with its numbers.
        let bound = upper.count < 3 ? "< \(Self.next(upper))" : "<= \(Self.joined(upper))"
        clauses = [">= \(numbers)", bound]
        break
      }
      guard let clause = Self.clause(String(sign), version, bare) else { return nil }
      clauses += clause
    }
    guard !text.isEmpty, let requirement = try? Requirement(parsing: clauses) else { return nil }
    self = requirement
  }

  /// Creates the requirement that a text in the syntax of this or another tool probably means, for
  /// a suggestion. Of alternatives, as in `^18 || ^20`, it is the last. Returns `nil` if the text
  /// has no counterpart.
  package init?(approximating text: String) {
    let last = text.split(separator: "|").last.map(String.init) ?? text
    let isWhole = last.count == text.count
    guard
      let requirement = (isWhole ? try? Requirement(parsing: [text]) : nil)
        ?? Requirement(translating: last)
    else { return nil }
    self = requirement
  }

  /// The words that admit every version, or any number in its place.
  private static let words: Set<Substring> = ["latest", "*", "x", "X", "newest", "any"]

  /// Returns the clauses for one version with its operator, or `nil` if they have no counterpart.
  private static func clause(
    _ sign: String, _ version: Substring, _ bare: BareVersion
  ) -> [String]? {
    if words.contains(version) { return ["", "=", ">="].contains(sign) ? [] : nil }
    let version = version.first == "v" ? version.dropFirst() : version
    var parts = version.split(separator: ".", omittingEmptySubsequences: false)
    let count = parts.count
    while let last = parts.last, words.contains(last) { parts.removeLast() }
    let isPattern = parts.count < count
    let numbers = numbers(of: parts.joined(separator: ".")[...])
    switch sign {
    case "", "=", "==", "===":
      if isPattern { return numbers.flatMap { $0.count < 4 ? ["~> \(joined($0)).0"] : nil } }
      if sign.isEmpty, bare == .prefix, let numbers, numbers.count < 3 {
        return ["~> \(joined(numbers)).0"]
      }
      return version.first?.isNumber ?? false ? ["= \(version)"] : nil
    case "^": return numbers.flatMap(caret)
    case "~":
      return numbers.flatMap { $0.count < 3 ? ["~> \(joined($0)).0"] : ["~> \(joined($0))"] }
    case "~=", "~>":
      if isPattern { return numbers.flatMap { $0.count < 4 ? ["~> \(joined($0)).0"] : nil } }
      return ["~> \(version)"]
    case ">=", "=>":
      return numbers == nil && isPattern ? nil : [">= \(parts.joined(separator: "."))"]
    case "<": return numbers == nil && isPattern ? nil : ["< \(parts.joined(separator: "."))"]
    case "<=", "=<": return isPattern ? numbers.map { ["< \(next($0))"] } : ["<= \(version)"]
    case ">": return isPattern ? numbers.map { [">= \(next($0))"] } : ["> \(version)"]
    case "!=", "<>": return isPattern ? nil : ["!= \(version)"]
    default: return nil
    }
  }

  /// Returns the clauses for `^` and a version: the first number other than 0 stays the same.
  private static func caret(_ numbers: [Int]) -> [String]? {
    guard numbers.count < 4 else { return nil }
    let padded = numbers + Array(repeating: 0, count: 3 - numbers.count)
    if padded[0] > 0 {
      if padded[2] == 0 { return ["~> \(padded[0]).\(padded[1])"] }
      return [">= \(joined(padded))", "< \(padded[0] + 1)"]
    }
    if numbers.count == 1 { return ["~> 0.0"] }
    return padded[1] > 0 || numbers.count < 3 ? ["~> \(joined(padded))"] : ["= \(joined(padded))"]
  }

  /// Returns the numbers of a version, or `nil` if it is empty or contains anything else.
  private static func numbers(of version: Substring) -> [Int]? {
    let parts = version.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy { $0.isASCII && $0.isNumber } && part.count < 10 ? Int(part) : nil
    }
    return numbers.count == parts.count && !numbers.isEmpty ? numbers : nil
  }

  /// Returns the first version after those that begin with `numbers`.
  private static func next(_ numbers: [Int]) -> String {
    joined(numbers.dropLast() + [(numbers.last ?? 0) + 1])
  }

  private static func joined(_ numbers: [Int]) -> String {
    numbers.map(String.init).joined(separator: ".")
  }
}
