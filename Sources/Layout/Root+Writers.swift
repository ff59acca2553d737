package import Filesystem
internal import Manifests

extension Root {
  /// Returns the parts of the root that others than their owner may change. Whoever may do so
  /// decides what the owner runs.
  package func partsWritableByOthers() throws(FileError) -> [FilePath] {
    try decidingParts { $0.isWritableByOthers }
  }

  /// Returns the parts of the root that belong neither to its owner, nor to this user, nor to the
  /// superuser.
  package func partsOfOthers() throws(FileError) -> [FilePath] {
    let owner = try path.status()?.owner
    return try decidingParts { ![0, owner, FilePath.user].contains($0.owner) }
  }

  /// Returns those parts of the root that decide what runs and of which `condition` holds: the
  /// root, its settings, pins, and store, the programs of bootstrap, and the folders of shims and
  /// installations. Links are followed, and what is missing is left out.
  private func decidingParts(
    where condition: (FileStatus) -> Bool
  ) throws(FileError) -> [FilePath] {
    var parts = [
      path, config, globalPins, consentRule, store, shims.path, routes.path, seals.path,
      buildSeals.path, shimSeals.path, projectSeals.path, trust.path,
    ]
    for name in try routes.entriesIfPresent() { parts.append(routes.appending(name)) }
    parts.append(installs.path)
    for tool in try installedTools() { parts.append(installs(of: tool).path) }
    parts.append(programs)
    for folder in [path, currentPrograms] {
      for programs in ["bin", "libexec"].map({ folder.appending($0) }) {
        parts.append(programs)
        for name in (try? programs.entries()) ?? [] { parts.append(programs.appending(name)) }
      }
    }
    var found: [FilePath] = []
    // The same program may be in two folders.
    var seen: Set<[UInt64]> = []
    for part in parts {
      guard let status = try part.status(), condition(status),
        seen.insert([status.device, status.inode]).inserted
      else { continue }
      found.append(part)
    }
    return found
  }
}
