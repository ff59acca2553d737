package import Vocabulary

/// What a set-up leaves to the user.
package enum SetupRemainder: Hashable, Sendable {
  /// The startup files of the shell were changed, which takes effect in new terminals.
  case newTerminal
  /// The machine has none of the managers for which a statement names packages.
  case noManager([HostPackageManager], origin: Origin)
  /// A build needs something for which no package of the machine's manager is known.
  case noPackage(HostShortage.Item)
}
