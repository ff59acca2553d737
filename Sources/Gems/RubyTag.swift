internal import YAML

/// The tags that name the Ruby classes of objects in a gem's metadata.
///
/// RubyGems rejects metadata with an object of any other class, because creating the object could
/// run code.
enum RubyTag {
  /// The classes that RubyGems accepts. Only old versions of Ruby write the last two.
  private static let classes: Set<String> = [
    "Date", "Gem::Dependency", "Gem::Platform", "Gem::Requirement", "Gem::Specification",
    "Gem::Version", "Gem::Version::Requirement", "Symbol", "Time", "Syck::DefaultKey",
    "YAML::Syck::DefaultKey",
  ]

  /// The limits for metadata: the general limits, and no objects of other classes.
  static var limits: YAMLLimits {
    var limits = YAMLLimits()
    limits.permitsTag = permits
    return limits
  }

  /// Returns whether RubyGems accepts a value with a tag.
  @Sendable private static func permits(_ tag: String) -> Bool {
    let prefix = "!ruby/"
    guard tag.hasPrefix(prefix) else { return true }
    let kind = tag.dropFirst(prefix.count).prefix { $0 != ":" }
    switch kind {
    case "sym", "symbol": return true
    case "object": return classes.contains(String(tag.dropFirst(prefix.count + "object:".count)))
    default: return false
    }
  }
}
