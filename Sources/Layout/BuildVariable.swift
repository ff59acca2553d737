/// The compiler variables that the user may set for builds from source. A build does not inherit
/// them from the environment.
package enum BuildVariable {
  /// Their names, sorted.
  package static let names = [
    "AR", "CC", "CFLAGS", "CPPFLAGS", "CXX", "CXXFLAGS", "LDFLAGS", "MACOSX_DEPLOYMENT_TARGET",
    "PKG_CONFIG_PATH", "SDKROOT",
  ]

  /// Returns words in which the name is a word of its own: `CC=clang` becomes `CC clang`.
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
