package import Versions

extension [Toolfile.Option] {
  /// Returns the value of the last option with `key` that applies to `version`, or `nil` if there
  /// is none.
  package func value(of key: String, for version: Version) -> Toolfile.Value? {
    last { $0.key == key && $0.condition.admits(version) }?.value
  }
}
