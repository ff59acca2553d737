package import Vocabulary

extension Toolfile {
  /// A step of a machine's set-up that the shell runs:
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
    /// The command lines to run in order.
    package let run: [String]
    /// The command line that succeeds if the step is done, or `nil` if nothing can tell.
    package let check: String?
    /// Whether the step runs only once on a machine, which the journal records.
    package let isOnce: Bool
    /// The steps that must be done before: names of hooks, or `system`, `host`, `tools`, `shell`.
    /// Empty for the usual place, after the tools.
    package let after: [String]
    /// The files that the command lines use, relative to the folder of the Toolfile.
    package let files: [String]
    /// The platforms to which `on` limits the hook, or `nil` for all platforms.
    package let platforms: [Platform]?
    /// The location of the statement.
    package let origin: Origin
  }
}
