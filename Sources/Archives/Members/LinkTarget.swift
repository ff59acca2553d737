internal import Diagnostics

/// The target of a symbolic link: a relative path. ``MemberTree`` determines where it leads.
struct LinkTarget {
  let text: String

  /// Checks the text of a link's target.
  ///
  /// - Throws: ``MemberFailure`` if the text is not a relative path.
  init(bytes: some Collection<UInt8>) throws(MemberFailure) {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .linkTarget(.notUTF8) }
    if text.isEmpty { throw .linkTarget(.empty) }
    if text.utf8.count > MemberPath.maximumLength {
      throw .linkTarget(.tooLong(limit: MemberPath.maximumLength))
    }
    if text.utf8.contains(0) { throw .linkTarget(.nul) }
    if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) { throw .linkTarget(.control) }
    // Compares bytes: Swift treats a slash followed by a combining accent as one character, but to
    // the system it is still a slash.
    if text.utf8.first == UInt8(ascii: "/") { throw .linkLeadsOut(target: text) }
    self.text = text
  }
}
