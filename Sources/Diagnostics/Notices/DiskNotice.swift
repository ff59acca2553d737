package import Vocabulary

/// The result of `uninstall`, `trash`, `cache`, `mirror`, or `bundle-release`.
package enum DiskNotice: Hashable, Sendable {
  /// A version was moved to the trash or, because there is little free space, deleted. `byteCount`
  /// is the size of its files, or `nil` if it is unknown.
  case uninstalled(title: String, byteCount: Int?, isDeleted: Bool)
  /// A version to uninstall is gone, because an earlier command has removed it.
  case goneAlready(title: String)
  /// The uninstalled versions stay in the trash for a day. `names` are the arguments of `trash
  /// restore`, and `keepsDownloads` is true if its downloads are kept as well.
  case canBeRestored(byteCount: Int, names: [String], keepsDownloads: Bool)
  /// The trash is empty.
  case trashIsEmpty
  /// Everything in the trash was deleted.
  case trashEmptied(byteCount: Int)
  /// An install emptied the trash, because there is little free space.
  case trashEmptiedForSpace(byteCount: Int)
  /// These versions were moved back from the trash, and this number of downloads. `leftCount`
  /// versions of other removals are still there.
  case restored(titles: [String], downloadCount: Int, leftCount: Int)
  /// The time of the oldest recorded change, or `nil` if there is none.
  case historyStart(ReleaseTime?)
  /// A change was undone. `removed` were moved to the trash, and `restored` were moved back.
  case undone(number: Int, removed: [String], restored: [String])
  /// The change has already been undone.
  case undoneAlready(number: Int)
  /// A version that the change added is kept, because it is in use.
  case staysInUse(DiskProblem.VersionInUse)
  /// These versions are no longer in the trash and cannot be installed again from kept downloads.
  /// `folder` is the folder for which they were removed, or `nil`.
  case notRestorable(titles: [String], folder: String?)
  /// These kept downloads were deleted.
  case cacheCleaned(fileCount: Int, byteCount: Int)
  /// The locked files for these platforms were copied into the project. `removedCount` earlier
  /// copies were deleted, because the lock no longer contains them. This machine does not have
  /// `missingAttestationCount` attestations that the lock names.
  case cacheFilled(
    folder: String, fileCount: Int, byteCount: Int, platforms: [Platform], removedCount: Int,
    missingAttestationCount: Int)
  /// A mirror has the files of the locks. `added` of them are new there, with `byteCount` bytes. It
  /// lacks `missingAttestationCount` attestations, which this machine does not have.
  case mirrorFilled(
    target: String, added: Int, byteCount: Int, present: Int, missingAttestationCount: Int)
  /// A mirror lacks some files of the locks, and `manifestCount` manifests that name them.
  case mirrorLacks(target: String, fileCount: Int, byteCount: Int, manifestCount: Int)
  /// A mirror has everything that the locks name.
  case mirrorIsComplete(target: String, fileCount: Int)
  /// bootstrap and the locked files for a platform were copied to a folder.
  case bundled(folder: String, fileCount: Int, byteCount: Int, platform: Platform)
  /// A version stays in the trash, because it is installed again.
  case installedAgain(title: String)
  /// The packages of an uninstalled version were also uninstalled. `programs` are their programs.
  case packagesUninstalled(title: String, programs: [String])
}
