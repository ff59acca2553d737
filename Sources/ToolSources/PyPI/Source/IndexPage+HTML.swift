internal import Diagnostics

/// The maximum number of elements of a page that are open at once. An index page has three.
private let maximumOpenElements = 100

extension IndexPage {
  /// Reads the HTML form of a simple index page (PEP 503; PEP 592 for `data-yanked`;
  /// PEP 629 for the version).
  ///
  /// Reads only links to files with the name of a distribution, and ignores all other links, such
  /// as those for navigation.
  ///
  /// - Throws: ``UnreadableResponse`` if the page is empty, truncated, or not an index page.
  init(html bytes: [UInt8]) throws(UnreadableResponse) {
    if bytes.isEmpty { throw .empty }
    var reader = HTMLReader(bytes)
    guard reader.startsWithMarkup else { throw .noFiles }
    // A link takes about 300 bytes of a page, so this avoids most reallocations.
    files.reserveCapacity(bytes.count / 300)
    var openElements: [MarkupName] = []
    var isIndex = false
    while let tag = try reader.nextTag() {
      switch tag.name {
      case .anchor, .html, .body:
        // An end tag closes the elements that are still open inside its element. A link also
        // closes the previous link.
        if let start = openElements.lastIndex(of: tag.name), tag.isEnd || tag.name == .anchor {
          openElements.removeSubrange(start...)
        }
        if tag.isEnd { continue }
        openElements.append(tag.name)
        // Each end tag searches the list, so it must stay short.
        if openElements.count > maximumOpenElements { throw .truncated(bytes: bytes.count) }
        guard let link = tag.href else { continue }
        if let file = IndexFile(link: link, yanked: tag.yanked) { files.append(file) }
      case .base: if base == nil { base = tag.href.map { String(decoding: $0, as: UTF8.self) } }
      case .meta:
        if let name = tag.metaName, name.elementsEqual("pypi:repository-version".utf8) {
          try Self.check(apiVersion: String(decoding: tag.metaContent ?? [], as: UTF8.self))
          isIndex = true
        }
      default: break
      }
    }
    // HTML allows pages without `html` and `body` tags. But an element that is opened and never
    // closed means that the page was truncated.
    if !openElements.isEmpty { throw .truncated(bytes: bytes.count) }
    // A login page also has no files. Therefore a page without files is valid only if it
    // declares itself an index.
    if files.isEmpty, !isIndex { throw .noFiles }
  }

  /// Checks the version of the repository API. Versions with another major version than the
  /// supported one, 1, are incompatible (PEP 629).
  ///
  /// - Throws: ``UnreadableResponse/version(_:)`` if the major version is not 1.
  static func check(apiVersion text: String) throws(UnreadableResponse) {
    guard text.split(separator: ".").first == "1" else { throw .version(text) }
  }
}

extension IndexFile {
  /// Reads a link. Returns `nil` if its address does not end with the file name of a distribution.
  fileprivate init?(link: ArraySlice<UInt8>, yanked: ArraySlice<UInt8>?) {
    let end = link.firstIndex(of: UInt8(ascii: "#")) ?? link.endIndex
    let reference = link[..<end]
    guard let name = DistributionName.fileName(ofAddress: reference) else { return nil }
    self.init(
      name: name,
      reference: String(decoding: reference, as: UTF8.self),
      digest: IndexDigest(fragment: link[end...].dropFirst()),
      yanked: yanked.map { String(decoding: $0, as: UTF8.self) })
  }
}

extension IndexDigest {
  /// Reads the digest after `sha256=` in the fragment of an address, which consists of
  /// `name=value` pairs separated by `&`.
  fileprivate init(fragment: ArraySlice<UInt8>) {
    let prefix = "sha256="
    if fragment.isEmpty {
      self = .none
    } else if fragment.starts(with: prefix.utf8) {
      let digits = fragment.dropFirst(prefix.utf8.count)
      self.init(sha256: digits.count == 64 ? digits : digits.prefix { $0 != UInt8(ascii: "&") })
    } else if let next = fragment.firstIndex(of: UInt8(ascii: "&")) {
      self.init(fragment: fragment[(next + 1)...])
    } else {
      self = .none
    }
  }
}
