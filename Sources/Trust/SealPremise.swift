package import Vocabulary

/// The content of a seal: the names that would need the user's consent if a program with such a
/// name appeared on the user's `PATH` or in the user's own pins.
///
/// ```
/// kustomize
/// helm
/// ```
///
/// A shim ignores the names, because it has no time to search for programs. The main program checks
/// them, and so does every change of the root, which removes a seal whose premise no longer holds.
package struct SealPremise: Hashable, Sendable {
  package let names: [ExecutableName]

  /// Creates a premise. `names` may be empty.
  package init(_ names: [ExecutableName]) { self.names = names }

  /// Parses the content of a seal. Ignores lines that are not names.
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
