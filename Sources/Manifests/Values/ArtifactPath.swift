/// Where a file is in an artifact, from its root: `ziglang/zig`.
///
/// 1 to 1,024 bytes; components that are separated by `/`, none of them empty, `.` or `..`; no backslash, no comma (which
/// separates them in a lock) and no control character.
package struct ArtifactPath: Hashable, Sendable {
  package static let maximumByteCount = 1024

  package let text: String

  /// nil for a text that is no such path; nothing is changed on the way.
  package init?(_ text: some StringProtocol) {
    let components = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.maximumByteCount,
      components.allSatisfy({
        !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
      }),
      !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0x2C || $0 == 0x5C })
    else { return nil }
    self.text = String(text)
  }
}
