package import Vocabulary

/// Something that a setup leaves to the user.
package enum SetupRemainder: Hashable, Sendable {
  /// The shell's startup files have changed, which takes effect in new terminals.
  case newTerminal
  /// The machine has none of the managers for which a statement names packages.
  case noManager([HostPackageManager], origin: Origin)
  /// A build needs something, but no package that contains it is known for the machine's manager.
  case noPackage(HostShortage.Item)
}
