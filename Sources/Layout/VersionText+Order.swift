internal import Versions
package import Vocabulary

extension VersionText {
  /// Returns elements in the order of their versions, oldest first: `2.2.10` precedes `10.2.0`.
  ///
  /// The scheme of the versions is unknown here, so the general one is used. Texts that are not
  /// versions in it come first, in the order of their bytes.
  package static func sorted<Element>(
    _ elements: [Element], by version: (Element) -> VersionText
  ) -> [Element] {
    if elements.count < 2 { return elements }
    // Indices are sorted, which moves no elements.
    let keys = elements.map { element in
      let text = version(element).text
      return (text: text, version: parsed(text))
    }
    return keys.indices.sorted { one, other in
      switch (keys[one].version, keys[other].version) {
      case (let left?, let right?) where left != right: left < right
      case (nil, _?): true
      case (_?, nil): false
      default: keys[one].text < keys[other].text
      }
    }.map { elements[$0] }
  }

  /// Returns the newest of `versions` that `prefix` stands for, as `24` stands for `24.19.0`, or
  /// `nil` if there is none. A version that is spelled like the prefix comes before all others,
  /// then one whose spelling is the prefix and a build. Prereleases come last. With `isExact`, only
  /// these two match.
  package static func newest(
    of versions: [VersionText], matching prefix: String, isExact: Bool = false
  ) -> VersionText? {
    if let exact = versions.first(where: { $0.text == prefix }) { return exact }
    let builds = versions.filter { build in VersionText(prefix).map(build.isBuild) ?? false }
    let matches = sorted(
      builds.isEmpty && !isExact ? versions.filter { $0.text.hasPrefix(prefix + ".") } : builds,
      by: \.self)
    return matches.last { parsed($0.text)?.isPrerelease == false } ?? matches.last
  }

  /// Whether the version is a prerelease in the general scheme.
  package var isPrerelease: Bool { Self.parsed(text)?.isPrerelease ?? false }

  private static func parsed(_ text: String) -> Version? {
    try? Version(parsing: text, scheme: .general)
  }
}

extension [InstalledVersion] {
  /// The versions, each once, in the order of their first occurrence.
  package var distinctVersions: [VersionText] {
    var seen: Set<VersionText> = []
    return map(\.version).filter { seen.insert($0).inserted }
  }
}
