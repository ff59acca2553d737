package import Vocabulary

/// Why `x` runs a particular version of a tool.
package enum RunReason: Hashable, Sendable {
  /// A file or a variable pins the version.
  case pinned(Origin)
  /// It is the newest installed version.
  case newest
  /// It is the newest installed version that matches the text on the command line.
  case matches(String)
}
