package import Filesystem

/// The user's settings: `key value` lines in the root's `config`, `#` begins a comment. Keys that are not known here are for other
/// versions of bootstrap, and passed over.
package struct Settings: Hashable, Sendable {
  /// The source of tools for which a manifest names none: `source pypi`.
  package var source = "pypi"
  /// The address of the Python index: `index https://…`. nil where none is set.
  package var index: String?
  /// Downloads at once: `jobs 8`.
  package var jobs = 8

  package init() {}

  /// The settings in `root`; those of a file that is not there are the defaults.
  package static func read(in root: Root) throws(FileError) -> Settings {
    var settings = Settings()
    guard let bytes = try root.config.contentsIfPresent(limit: 1 << 20) else { return settings }
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ", maxSplits: 1).map { $0.trimmingSpaces }
      guard words.count == 2, !words[1].isEmpty else { continue }
      switch words[0] {
      case "source": settings.source = words[1]
      case "index": settings.index = words[1]
      case "jobs": settings.jobs = Int(words[1]).map { max(1, $0) } ?? settings.jobs
      default: break
      }
    }
    return settings
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    let start = drop { $0 == " " || $0 == "\t" }
    let end = start.lastIndex { $0 != " " && $0 != "\t" }
    return end.map { String(start[...$0]) } ?? ""
  }
}
