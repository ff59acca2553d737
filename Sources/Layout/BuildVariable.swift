/// The compiler variables that users can configure for builds from source. Builds ignore the same
/// variables in the environment.
package enum BuildVariable {
  /// Their names, sorted.
  package static let names = [
    "AR", "CC", "CFLAGS", "CPPFLAGS", "CXX", "CXXFLAGS", "LDFLAGS", "MACOSX_DEPLOYMENT_TARGET",
    "PKG_CONFIG_PATH", "SDKROOT",
  ]

  /// Splits a first word such as `CC=clang` into the name and the value. Returns other words as
  /// they are.
  package static func separated(_ words: [String]) -> [String] {
    guard let first = words.first, let equals = first.firstIndex(of: "=") else { return words }
    return [String(first[..<equals]), String(first[first.index(after: equals)...])]
      + words.dropFirst()
  }

  /// Parses the words of a setting, such as `CC clang` or `CC=clang`. Returns `nil` if ``names``
  /// does not contain the name, or if there is no value.
  package static func entry(_ words: [String]) -> (name: String, value: String)? {
    let words = separated(words)
    let value = words.dropFirst().joined(separator: " ")
    guard let name = words.first, names.contains(name), !value.isEmpty else { return nil }
    return (name, value)
  }
}
