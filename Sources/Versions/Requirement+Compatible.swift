extension Requirement {
  /// Creates the requirement to write for a tool that is used in `version` and may be updated to
  /// compatible versions.
  ///
  /// - From 1.0 on, versions of the same major number: `~> 1.4` for 1.4.2.
  /// - Before 1.0, versions of the same minor number, because a tool may then change with each of
  ///   these: `~> 0.17.6` for 0.17.6.
  /// - A version that begins with a date or a year, or with another number of four digits and more,
  ///   says nothing about what is compatible. The same holds for one without numbers. Such a
  ///   version is a lower bound: `>= 2024.1.15`.
  ///
  /// These are the rules of `bundle add`, except the last. The requirement always admits `version`.
  package init(compatibleWith version: Version) {
    let texts = [Self.approximation(of: version), ">= \(version)", "= \(version)"]
    for case let text? in texts {
      guard let requirement = try? Requirement(parsing: [text]),
        (try? requirement.admits(version)) ?? false
      else { continue }
      self = requirement
      return
    }
    self = .any
  }

  /// Returns `~>` with the numbers of `version` that stay the same, or `nil` if they do not tell
  /// what is compatible.
  private static func approximation(of version: Version) -> String? {
    let release = version.spelling.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    var numbers = release.split(separator: ".").map(String.init)
    guard let first = numbers.first, first.count < 4 else { return nil }
    if first != "0" { return "~> " + numbers.prefix(2).joined(separator: ".") }
    while numbers.count < 3 { numbers.append("0") }
    return "~> " + numbers.prefix(3).joined(separator: ".")
  }
}
