/// The environment variables of compilers, which the user may set for builds from source. A build
/// inherits none of them.
package enum BuildVariable {
  /// Their names, sorted.
  package static let names = [
    "AR", "CC", "CFLAGS", "CPPFLAGS", "CXX", "CXXFLAGS", "LDFLAGS", "MACOSX_DEPLOYMENT_TARGET",
    "PKG_CONFIG_PATH", "SDKROOT",
  ]

  /// Returns the name and the value that the words of a setting state, as `CC clang` or `CC=clang`.
  /// Returns `nil` if the name is not in ``names``, or if there is no value.
  package static func entry(_ words: [String]) -> (name: String, value: String)? {
    var words = words
    if let first = words.first, let equals = first.firstIndex(of: "=") {
      words.replaceSubrange(
        0...0, with: [String(first[..<equals]), String(first[first.index(after: equals)...])])
    }
    let value = words.dropFirst().joined(separator: " ")
    guard let name = words.first, names.contains(name), !value.isEmpty else { return nil }
    return (name, value)
  }
}
