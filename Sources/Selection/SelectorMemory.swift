internal import Filesystem
internal import Synchronization
internal import Trust

/// What a selector has found, because commands ask repeatedly. The answer to a question about
/// consent may require a search of every folder on `PATH`.
final class SelectorMemory: Sendable {
  private struct Guarded: Sendable {
    let executables: GuardedExecutables
    let areMany: Bool
  }

  private let seals = Mutex<[FilePath: Bool]>([:])
  private let guarded = Mutex<Guarded?>(nil)
  private let pinFiles = Mutex<[FilePath: [String]]>([:])
  private let sealFile = Mutex<(path: FilePath, toolfile: [UInt8], file: ProjectSealFile)?>(nil)

  /// Returns whether the lock in `folder` is sealed. Only the first call for a folder uses `look`.
  func isSealed(_ folder: FilePath, _ look: () -> Bool) -> Bool {
    if let answer = seals.withLock({ $0[folder] }) { return answer }
    let answer = look()
    seals.withLock { $0[folder] = answer }
    return answer
  }

  /// Returns the executables that need consent, which `find` finds the first time.
  ///
  /// - Parameter areMany: Whether many names will be looked up. If so, executables that were found
  ///   for few names are found again.
  func guarded(areMany: Bool, _ find: () -> GuardedExecutables) -> GuardedExecutables {
    if let known = guarded.withLock({ $0 }), known.areMany || !areMany { return known.executables }
    let found = find()
    guarded.withLock { $0 = Guarded(executables: found, areMany: areMany) }
    return found
  }

  /// Returns the seal of a project at a path, which names one state of the lock, for one text of
  /// the Toolfile. `read` reads a seal that is not the last one.
  ///
  /// `exec` of a program of the system, as in `exec true`, asks twice: for the tools, and whether
  /// the lock contains every declared tool, which might provide the program.
  func sealFile(
    at path: FilePath, of toolfile: [UInt8], _ read: () -> ProjectSealFile?
  ) -> ProjectSealFile? {
    if let last = sealFile.withLock({ $0 }), last.path == path, last.toolfile == toolfile {
      return last.file
    }
    guard let file = read() else { return nil }
    sealFile.withLock { $0 = (path, toolfile, file) }
    return file
  }

  /// Returns the names of the files in `folder` that may select versions. Only the first call for a
  /// folder uses `look`.
  func pinFiles(in folder: FilePath, _ look: () -> [String]) -> [String] {
    if let names = pinFiles.withLock({ $0[folder] }) { return names }
    let names = look()
    pinFiles.withLock { $0[folder] = names }
    return names
  }
}
