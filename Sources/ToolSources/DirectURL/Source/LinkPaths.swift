internal import Diagnostics
internal import Filesystem

/// The paths of the links on an HTML page.
struct LinkPaths: Sendable {
  /// The components of each path, decoded, without empty ones.
  private let paths: [[String]]

  /// Reads the links of a page.
  ///
  /// - Throws: ``UnreadableResponse`` if the page is truncated.
  init(_ page: [UInt8]) throws(UnreadableResponse) {
    var reader = HTMLReader(page)
    var paths: [[String]] = []
    while let tag = try reader.nextTag() {
      guard tag.name == .anchor, !tag.isEnd, let link = tag.href else { continue }
      let path = link.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
      let components = path.split(separator: UInt8(ascii: "/")).map { component in
        String(decoding: PercentEncoding.decode(component) ?? Array(component), as: UTF8.self)
      }
      if !components.isEmpty { paths.append(components) }
    }
    self.paths = paths
  }

  /// Returns the last components of each path, joined by slashes, or fewer if the path is shorter.
  func names(componentCount: Int) -> [String] {
    paths.map { $0.suffix(componentCount).joined(separator: "/") }
  }
}
