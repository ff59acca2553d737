internal import Diagnostics

extension IndexPage {
  /// Reads the HTML form of a simple index page (PEP 503, PEP 592 for `data-yanked`, PEP 629 for the version).
  ///
  /// One pass over the bytes. Only links that name a distribution file count, so navigation links do no harm.
  init(html bytes: [UInt8]) throws(UnreadableAnswer) {
    if bytes.isEmpty { throw .empty }
    var reader = HTMLReader(bytes)
    guard reader.startsWithMarkup else { throw .noFiles }
    // A link takes some 300 bytes of a page.
    files.reserveCapacity(bytes.count / 300)
    var openElements: [MarkupName] = []
    var isIndex = false
    while let tag = try reader.nextTag() {
      switch tag.name {
      case .anchor, .html, .body:
        // An end ends what was left open inside, and a link ends the one before it.
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
    // A page need not have these elements, but one that begins them and stops was cut.
    if !openElements.isEmpty { throw .truncated(bytes: bytes.count) }
    // A package without files is possible, and rare; a login page is neither. Only who says that it is an index is believed.
    if files.isEmpty, !isIndex { throw .noFiles }
  }

  /// Versions of the protocol with another first number may mean anything (PEP 629).
  static func check(apiVersion text: String) throws(UnreadableAnswer) {
    guard text.split(separator: ".").first == "1" else { throw .version(text) }
  }
}

extension IndexFile {
  /// A link of an HTML page. nil where it names no distribution file.
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
  /// `sha256=…` in an address's fragment, possibly beside other `name=value` pairs.
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
