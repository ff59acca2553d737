/// A message that is neither a result nor a problem, as data. `Terminal` turns it into text.
package enum Notice: Hashable, Sendable {
  /// What an edit of a file wrote or left out.
  case edit(EditNotice)
  /// What a lock contains now, and how it differs from another.
  case lock(LockNotice)
  /// The result of an update, or of a look for newer versions.
  case update(UpdateNotice)
  /// What publishers state about the files of a version, or do not.
  case publisher(PublisherNotice)
  /// How registries, or a Toolfile, define tools.
  case registry(RegistryNotice)
  /// What is installed, and the state of the root that contains it.
  case install(InstallNotice)
  /// The result of a verification of installed versions.
  case verification(VerificationNotice)
  /// What became of a pin, and what it leads to.
  case pin(PinNotice)
  /// How a version or program is selected, or why none is.
  case selection(SelectionNotice)
  /// A change of the shims, or a reason that one does not run.
  case shim(ShimNotice)
  /// What became of the startup files of shells.
  case shell(ShellNotice)
  /// The version of bootstrap itself, or its settings.
  case program(ProgramNotice)
  /// What the user has accepted, or others have put in place.
  case trust(TrustNotice)
  /// Work that goes on, and what it waits for.
  case progress(ProgressNotice)
  /// What a prune removes, and what it keeps without a need.
  case prune(PruneNotice)
  /// A command that manages the space on disk removed, restored, or copied something.
  case disk(DiskNotice)
}
