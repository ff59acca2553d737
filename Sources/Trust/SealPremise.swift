package import Vocabulary

/// The content of a seal: the names whose programs would need the user's consent if a program of
/// that name appeared among those that he reaches.
///
/// ```
/// kustomize
/// helm
/// ```
///
/// The shim ignores it, because it cannot look for programs at every start. The main program does,
/// and so does every change of the root, which then removes the seal.
package struct SealPremise: Hashable, Sendable {
  package let names: [ExecutableName]

  /// Creates a premise. `names` may be empty.
  package init(_ names: [ExecutableName]) { self.names = names }

  /// Parses the content of a seal. Lines that are not names are left out.
  package init(parsing bytes: [UInt8]) {
    names = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .compactMap { ExecutableName(String($0)) }
  }

  /// The content of the seal.
  package var bytes: [UInt8] { Array(names.map { $0.text + "\n" }.joined().utf8) }

  /// The maximum size of the content, in bytes.
  package static let maximumByteCount = 1 << 24

  /// Returns whether none of the names needs consent.
  package func holds(for guarded: @autoclosure () -> GuardedExecutables) -> Bool {
    if names.isEmpty { return true }
    let guarded = guarded()
    return !names.contains(where: guarded.contains)
  }
}
