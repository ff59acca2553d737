/// A message that is neither a result nor a problem, as data. `Terminal` turns it into text.
package enum Notice: Hashable, Sendable {
  /// An edit to the Toolfile or `.tool-version`, or a statement that was left alone.
  case edit(EditNotice)
  /// The contents of a lock, or how a new lock differs from the previous one.
  case lock(LockNotice)
  /// The result of `update` or `outdated`.
  case update(UpdateNotice)
  /// A doubt about the publisher or the digests of a version.
  case publisher(PublisherNotice)
  /// The definitions of tools in a registry or Toolfile.
  case registry(RegistryNotice)
  /// What was installed, or what affects the installed tools.
  case install(InstallNotice)
  /// The result of a verification of installed versions.
  case verification(VerificationNotice)
  /// The effect of a new or removed pin.
  case pin(PinNotice)
  /// The version or program that is selected, or the reason that none is.
  case selection(SelectionNotice)
  /// A change to the shims, or a reason that a shim does not run.
  case shim(ShimNotice)
  /// The result of setting up a shell.
  case shell(ShellNotice)
  /// The progress and the result of a machine setup.
  case setup(SetupNotice)
  /// The version or settings of bootstrap itself.
  case program(ProgramNotice)
  /// The user's consent, or a file of another user.
  case trust(TrustNotice)
  /// Work in progress, and what it waits for.
  case progress(ProgressNotice)
  /// What a prune removes, and what it keeps for now.
  case prune(PruneNotice)
  /// The result of `uninstall`, `trash`, `cache`, `mirror`, or `bundle-release`.
  case disk(DiskNotice)
}
