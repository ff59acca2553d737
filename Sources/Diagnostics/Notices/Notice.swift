/// A message that is neither a result nor a problem, as data. `Terminal` turns it into text.
package enum Notice: Hashable, Sendable {
  /// What an edit of a file wrote or left out.
  case edit(EditNotice)
  /// What a lock contains now, and how it differs from another.
  case lock(LockNotice)
  /// The result of an update, or of a search for newer versions.
  case update(UpdateNotice)
  /// What publishers state, or fail to state, about the files of a version.
  case publisher(PublisherNotice)
  /// How registries, or a Toolfile, define tools.
  case registry(RegistryNotice)
  /// What is installed, and the state of the root that contains it.
  case install(InstallNotice)
  /// The result of a verification of installed versions.
  case verification(VerificationNotice)
  /// What happened to a pin, and what follows from it.
  case pin(PinNotice)
  /// How a version or program is selected, or why none is.
  case selection(SelectionNotice)
  /// A change to the shims, or the reason that one does not run.
  case shim(ShimNotice)
  /// What happened to the startup files of shells.
  case shell(ShellNotice)
  /// The version of bootstrap itself, or its settings.
  case program(ProgramNotice)
  /// What the user has accepted, or others have put in place.
  case trust(TrustNotice)
  /// Work in progress, and what it waits for.
  case progress(ProgressNotice)
  /// What a prune removes, and what it keeps although nothing needs it.
  case prune(PruneNotice)
  /// A command that manages the space on disk removed, restored, or copied something.
  case disk(DiskNotice)
}
