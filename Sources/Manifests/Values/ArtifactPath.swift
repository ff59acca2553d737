/// The path of a file in an artifact, relative to its root, such as `ziglang/zig`.
///
/// A path has 1 to 1,024 bytes. Components are separated by `/`, and none is empty, `.`, or
/// `..`. A path contains no backslash, no control character, and no comma, which separates
/// paths in a lock.
package struct ArtifactPath: Hashable, Sendable {
  package static let maximumByteCount = 1024

  package let text: String

  /// Validates a path without changing it; `nil` if it is not of this form.
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
