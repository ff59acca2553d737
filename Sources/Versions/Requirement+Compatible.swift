extension Requirement {
  /// Creates a requirement that admits `version` and newer versions that are compatible with it.
  ///
  /// - From 1.0 on, versions of the same major number: `~> 1.4` for 1.4.2.
  /// - Before 1.0, versions of the same minor number, because a tool may then change with each of
  ///   these: `~> 0.17.6` for 0.17.6.
  /// - A version that begins with a date or a year, or with another number of four or more digits,
  ///   says nothing about compatibility. Neither does one without numbers. Such a version becomes a
  ///   lower bound: `>= 2024.1.15`.
  ///
  /// These are the rules of `bundle add`, except the last.
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

  /// Returns `~>` with the numbers of `version` that stay the same, or `nil` if they do not say
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
