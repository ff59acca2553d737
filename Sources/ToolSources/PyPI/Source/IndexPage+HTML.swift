internal import Diagnostics

extension IndexPage {
  /// Reads the HTML form of a simple index page (PEP 503; PEP 592 for `data-yanked`;
  /// PEP 629 for the version).
  ///
  /// Makes one pass over the bytes. Only links that name a distribution file count, so
  /// navigation links do no harm.
  init(html bytes: [UInt8]) throws(UnreadableAnswer) {
    if bytes.isEmpty { throw .empty }
    var reader = HTMLReader(bytes)
    guard reader.startsWithMarkup else { throw .noFiles }
    // A link takes about 300 bytes of a page.
    files.reserveCapacity(bytes.count / 300)
    var openElements: [MarkupName] = []
    var isIndex = false
    while let tag = try reader.nextTag() {
      switch tag.name {
      case .anchor, .html, .body:
        // An end tag closes the elements still open inside, and a link closes the previous one.
        if let start = openElements.lastIndex(of: tag.name), tag.isEnd || tag.name == .anchor {
          openElements.removeSubrange(start...)
        }
        if tag.isEnd { continue }
        openElements.append(tag.name)
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
    // A page may omit these elements. But if it leaves one open, it was truncated.
    if !openElements.isEmpty { throw .truncated(bytes: bytes.count) }
    // A login page has no files either. An empty page counts as a package without files only if
    // it declares itself an index.
    if files.isEmpty, !isIndex { throw .noFiles }
  }

  /// Throws unless the major version is 1. Other versions of the protocol are
  /// incompatible (PEP 629).
  static func check(apiVersion text: String) throws(UnreadableAnswer) {
    guard text.split(separator: ".").first == "1" else { throw .version(text) }
  }
}

extension IndexFile {
  /// Reads a link. Returns `nil` if it does not name a distribution file.
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
  /// Finds `sha256=…` among the `name=value` pairs of an address's fragment.
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
