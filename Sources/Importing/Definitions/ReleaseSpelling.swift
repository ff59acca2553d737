internal import Manifests
internal import SourceKinds
internal import Versions
internal import Vocabulary

/// How the releases of a tool are named: by version, by tag, or as version managers write them.
struct ReleaseSpelling {
  private let guests: [GuestRule]
  private let tags: [TagPatterns]
  private let scheme: VersionScheme
  /// The names that may precede a version, as in `jq-1.7.1`, in lowercase.
  private let names: [String]
  /// Whether any word may precede a version, as in the tags of an unknown repository.
  private let admitsAnyPrefix: Bool
  /// Whether all versions are known to have three numbers or more.
  let hasThreeNumbers: Bool

  /// The spelling of the tags of a repository about which nothing is known.
  static let tag = ReleaseSpelling(
    guests: [], tags: [], scheme: .general, names: [], admitsAnyPrefix: true,
    hasThreeNumbers: false)

  /// Creates a spelling.
  ///
  /// - Parameters:
  ///   - guests: The rules for the files of version managers.
  ///   - tags: The patterns of the tags.
  ///   - scheme: The rules for the versions.
  ///   - names: The names that may precede a version, in lowercase.
  ///   - admitsAnyPrefix: Whether any word may precede a version.
  ///   - hasThreeNumbers: Whether all versions are known to have three numbers or more.
  init(
    guests: [GuestRule], tags: [TagPatterns], scheme: VersionScheme, names: [String],
    admitsAnyPrefix: Bool, hasThreeNumbers: Bool
  ) {
    self.guests = guests
    self.tags = tags
    self.scheme = scheme
    self.names = names
    self.admitsAnyPrefix = admitsAnyPrefix
    self.hasThreeNumbers = hasThreeNumbers
  }

  /// Returns the version that a name of a release means, without its tag's other parts. Returns
  /// `nil` if it is none.
  func version(of text: String) -> String? {
    if let version = guests.lazy.compactMap({ $0.version(of: text) }).first { return version }
    if let version = tags.lazy.compactMap({ $0.version(of: text, in: scheme) }).first {
      return version.spelling
    }
    if let version = Self.number(text[...]) { return String(version) }
    let lowercased = text.lowercased()
    for name in names where lowercased.hasPrefix(name) && lowercased.utf8.count == text.utf8.count {
      let rest = text.dropFirst(name.count)
      if let first = rest.first, "-@_/".contains(first), let version = Self.number(rest.dropFirst())
      {
        return String(version)
      }
    }
    return admitsAnyPrefix ? Self.end(of: text) : nil
  }

  /// Returns the version at the end of a tag such as `cli/v1.2.3` or `release-1.2.3`, or `nil` if
  /// there is none. It begins after the first separator before a number.
  private static func end(of tag: String) -> String? {
    for (index, character) in zip(tag.indices, tag) where "-@_/".contains(character) {
      if let version = number(tag[tag.index(after: index)...]) { return String(version) }
    }
    return nil
  }

  /// Returns a text without its `v` if it begins with a digit, and `nil` otherwise.
  private static func number(_ text: Substring) -> Substring? {
    let number = text.first == "v" || text.first == "V" ? text.dropFirst() : text
    return number.first.map { $0.isASCII && $0.isNumber } ?? false ? number : nil
  }
}
