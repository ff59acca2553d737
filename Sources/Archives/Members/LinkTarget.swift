internal import Diagnostics

/// The text of a symbolic link that stays inside: relative, first up as far as needed, then only down.
///
/// Down and up again is refused even where it looks harmless: `a/b/..` leads to wherever `b` is a link to, which a second link
/// decides. Up first is safe, because the link's own directory is never reached through a link.
struct LinkTarget {
  let text: String

  init(bytes: some Collection<UInt8>, at path: MemberPath) throws(MemberFailure) {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .path(.notUTF8) }
    if text.utf8.count > MemberPath.longest { throw .path(.tooLong) }
    if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) { throw .path(.control) }
    // By bytes: a slash and an accent after it are one character of Swift's, and still a slash to the system.
    let slash = UInt8(ascii: "/")
    if text.utf8.first ?? slash == slash { throw .linkLeadsOut(target: text) }
    var left = path.components.count - 1
    var hasDescended = false
    for component in text.utf8.split(separator: slash) where !component.elementsEqual(".".utf8) {
      if !component.elementsEqual("..".utf8) {
        hasDescended = true
      } else if hasDescended || left == 0 {
        throw .linkLeadsOut(target: text)
      } else {
        left -= 1
      }
    }
    self.text = text
  }
}
