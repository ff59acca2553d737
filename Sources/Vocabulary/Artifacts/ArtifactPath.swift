/// The path of a file in an artifact, relative to the root of the artifact, such as `ziglang/zig`.
///
/// A path has 1 to 1,024 bytes. Components are separated by `/`, and none is empty, `.`, or `..`.
/// A path contains no backslash, control character, or comma. In a lock, commas separate paths.
package struct ArtifactPath: Hashable, Sendable {
  package static let maximumByteCount = 1024

  package let text: String

  /// Creates a path from valid text, or returns `nil` if `text` does not have this form.
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
