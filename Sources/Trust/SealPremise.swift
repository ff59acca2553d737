package import Filesystem
package import Layout
package import Vocabulary

/// The content of a seal: the names that would need the user's consent if a program with such a
/// name appeared on the user's `PATH` or in the user's own pins.
///
/// ```
/// /5d0c…
/// kustomize
/// helm
/// ```
///
/// The first line is the ``PathState`` in which nothing on `PATH` had one of the names. In this
/// state, the folders need not be searched again, which would take milliseconds. No name contains a
/// slash.
///
/// A shim ignores the names, because it has no time to search for programs. The main program checks
/// them, and so does every change of the root, which removes a seal whose premise no longer holds.
package struct SealPremise: Hashable, Sendable {
  /// The names, one per line. They are parsed on demand, because most commands need none of them.
  private let lines: String
  /// The digest of the ``PathState``, or `nil` if the folders must always be searched.
  private let state: String?

  /// The names, perhaps none.
  package var names: [ExecutableName] {
    lines.split(separator: "\n").compactMap { ExecutableName(String($0)) }
  }

  /// Creates a premise that requires a search. `names` may be empty.
  package init(_ names: [ExecutableName]) { self.init(names, while: nil) }

  /// Creates a premise.
  ///
  /// - Parameters:
  ///   - names: The names, perhaps none.
  ///   - state: The state in which no folder contains anything with such a name, or `nil` if that
  ///     is unknown.
  init(_ names: [ExecutableName], while state: PathState?) {
    lines = names.map { $0.text + "\n" }.joined()
    self.state = names.isEmpty ? nil : state?.digest
  }

  /// Returns whether no folder contained anything with one of the names when the folders were in
  /// this state. False if `state` is `nil` and there are names.
  func holds(in state: PathState?) -> Bool {
    lines.isEmpty || self.state != nil && self.state == state?.digest
  }

  /// Parses the content of a seal. Ignores lines that are neither a state nor a name.
  package init(parsing bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let first = text.prefix { $0 != "\n" }
    let hasState = first.hasPrefix("/")
    state = hasState ? String(first.dropFirst()) : nil
    lines = hasState ? String(text.dropFirst(first.count + 1)) : text
  }

  /// The content of the seal.
  package var bytes: [UInt8] { Array(((state.map { "/\($0)\n" } ?? "") + lines).utf8) }

  /// The maximum size of the content, in bytes.
  package static let maximumByteCount = 1 << 24

  /// Returns whether none of the names needs consent now.
  ///
  /// - Parameters:
  ///   - environment: The variables that ``ReachablePrograms`` reads.
  ///   - root: The root with the user's pins.
  ///   - project: A folder of the project.
  ///   - guarded: Searches the folders. Called only if their state has changed.
  package func holds(
    _ environment: Environment, _ root: Root, for project: FilePath,
    _ guarded: () -> GuardedExecutables
  ) -> Bool {
    if lines.isEmpty { return true }
    if state == PathState(environment, besides: root).digest {
      let pins = OwnPins(environment, root, besides: project)
      return pins.isEmpty || !names.contains { pins.first(providing: $0) != nil }
    }
    let guarded = guarded()
    return !names.contains(where: guarded.contains)
  }
}
