package import Vocabulary

extension Toolfile {
  /// A step of a machine setup that runs shell command lines:
  ///
  /// ```ruby
  /// hook "hooks-path", check: "test \"$(git config core.hooksPath)\" = .githooks",
  ///   run: "git config core.hooksPath .githooks"
  /// ```
  ///
  /// Only `bootstrap setup` runs it, with the user's consent.
  package struct Hook: Hashable, Sendable {
    /// The name, which is unique in the file.
    package let name: HookName
    /// The command lines, in the order in which they run.
    package let run: [String]
    /// The command line that succeeds if the hook need not run, or `nil` if there is no check.
    package let check: String?
    /// Whether the hook runs only once on each machine, according to the journal.
    package let isOnce: Bool
    /// The steps that must run first: names of hooks, or `system`, `host`, `tools`, `shell`. If
    /// empty, the hook runs after the tools.
    package let after: [String]
    /// The files that the command lines use, relative to the Toolfile's folder.
    package let files: [String]
    /// The platforms to which `on` limits the hook, or `nil` for all platforms.
    package let platforms: [Platform]?
    /// The location of the statement.
    package let origin: Origin
  }
}
