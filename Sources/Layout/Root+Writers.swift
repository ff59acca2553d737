package import Filesystem
internal import Vocabulary

extension Root {
  /// The parts of a root that others than its owner own or may change. Whoever may do so decides
  /// what the owner runs.
  package struct ExposedParts: Sendable {
    /// The parts that belong neither to the root's owner, nor to this user, nor to the superuser.
    package fileprivate(set) var ofOthers: [FilePath] = []
    /// The parts that others than their owner may change.
    package fileprivate(set) var writableByOthers: [FilePath] = []

    private let trusted: Set<UInt32>
    /// The same program may be in two folders.
    private var seen: Set<[UInt64]> = []

    fileprivate init(owner: UInt32?) {
      trusted = [0, owner ?? FilePath.user, FilePath.user]
    }

    fileprivate mutating func add(_ status: FileStatus?, _ path: @autoclosure () -> FilePath) {
      guard let status else { return }
      let (isOfOther, isWritable) = (
        !trusted.contains(status.owner), status.isWritableByOthers
      )
      guard isOfOther || isWritable, seen.insert([status.device, status.inode]).inserted else {
        return
      }
      if isOfOther { ofOthers.append(path()) }
      if isWritable { writableByOthers.append(path()) }
    }
  }

  /// Returns those parts of the root that decide what runs and that others own or may change: of
  /// the root, its settings, pins, and store, the programs of bootstrap, and the folders of shims
  /// and installations. Links are followed, and what is missing is left out.
  package func exposedParts() throws(FileError) -> ExposedParts {
    var parts = ExposedParts(owner: try path.status()?.owner)
    for part in [
      path, config, globalPins, consentRule, store, shims.path, routes.path, seals.path,
      sealBases.path, buildSeals.path, shimSeals.path, projectSeals.path, trust.path,
    ] { parts.add(try part.status(), part) }
    try Self.add(try routes.entriesIfPresent(), of: routes, to: &parts)
    parts.add(try installs.path.status(), installs.path)
    try Self.add(try installedTools().map(\.text), of: installs, to: &parts)
    parts.add(try programs.status(), programs)
    for folder in [path, currentPrograms] {
      for programs in ["bin", "libexec"].map({ folder.appending($0) }) {
        parts.add(try programs.status(), programs)
        for name in (try? programs.entries()) ?? [] {
          let program = programs.appending(name)
          parts.add(try program.status(), program)
        }
      }
    }
    return parts
  }

  /// Adds entries of a folder.
  private static func add(
    _ names: [String], of folder: RootFolder, to parts: inout ExposedParts
  ) throws(FileError) {
    if names.isEmpty { return }
    let directory = try folder.open()
    for name in names { parts.add(try directory.status(of: name), folder.appending(name)) }
  }
}
