internal import Diagnostics

/// The target of a symbolic link that stays inside the unpacked folder: relative, with `..`
/// components only at its start.
///
/// A `..` after a name is rejected even if it looks harmless: `a/b/..` depends on the target of
/// `b`, which may be another link. A leading `..` is safe, because the folder of a link is never
/// reached through another link.
struct LinkTarget {
  let text: String

  /// Checks the target of a link.
  ///
  /// - Parameters:
  ///   - bytes: The text of the target.
  ///   - path: The path of the link.
  /// - Throws: ``MemberFailure`` if the target is invalid or leads out.
  init(bytes: some Collection<UInt8>, at path: MemberPath) throws(MemberFailure) {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .path(.notUTF8) }
    if text.utf8.count > MemberPath.maximumLength { throw .path(.tooLong) }
    if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) { throw .path(.control) }
    // Compares bytes: Swift treats a slash followed by a combining accent as one character, but to
    // the system it is still a slash.
    let slash = UInt8(ascii: "/")
    if text.utf8.first ?? slash == slash { throw .linkLeadsOut(target: text) }
    var remainingDepth = path.components.count - 1
    var hasDescended = false
    for component in text.utf8.split(separator: slash) where !component.elementsEqual(".".utf8) {
      if !component.elementsEqual("..".utf8) {
        hasDescended = true
      } else if hasDescended || remainingDepth == 0 {
        throw .linkLeadsOut(target: text)
      } else {
        remainingDepth -= 1
      }
    }
    self.text = text
  }
}
