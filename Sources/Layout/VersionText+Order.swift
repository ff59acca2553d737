package import Manifests
internal import Versions

extension VersionText {
  /// Returns elements in the order of their versions, oldest first: `2.2.10` precedes `10.2.0`.
  ///
  /// The scheme of the versions is unknown here, so the general one is used. Texts that are not
  /// versions in it come first, in the order of their bytes.
  package static func sorted<Element>(
    _ elements: [Element], by version: (Element) -> VersionText
  ) -> [Element] {
    elements.map { (element: $0, text: version($0).text) }
      .map { (element: $0.element, text: $0.text, version: parsed($0.text)) }
      .sorted { left, right in
        switch (left.version, right.version) {
        case (let one?, let other?) where one != other: one < other
        case (nil, _?): true
        case (_?, nil): false
        default: left.text < right.text
        }
      }
      .map(\.element)
  }

  /// Returns the newest of `versions` that `prefix` stands for, as `24` stands for `24.19.0`, or
  /// `nil` if there is none. A version that is spelled like the prefix comes before all others, and
  /// a prerelease after them.
  package static func newest(of versions: [VersionText], matching prefix: String) -> VersionText? {
    if let exact = versions.first(where: { $0.text == prefix }) { return exact }
    let matches = sorted(versions.filter { $0.text.hasPrefix(prefix + ".") }, by: \.self)
    return matches.last { parsed($0.text)?.isPrerelease == false } ?? matches.last
  }

  private static func parsed(_ text: String) -> Version? {
    try? Version(parsing: text, scheme: .general)
  }
}

extension [InstalledVersion] {
  /// The texts of the versions, each once, in the order of their first occurrence.
  package var distinctVersions: [String] {
    var seen: Set<String> = []
    return map(\.version.text).filter { seen.insert($0).inserted }
  }
}
