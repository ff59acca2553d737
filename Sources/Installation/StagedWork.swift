package import Diagnostics
package import Filesystem
package import Layout
package import Projects
package import Vocabulary

/// The progress of the process that is changing the root, as other processes see it in its
/// ``StagingArea``.
package struct StagedWork: Sendable {
  /// The process's staging folder, or `nil` if no process is changing the root.
  private var area: FilePath?
  /// The names of the installations and downloads that the process has started. Their files may
  /// have left the staging area since.
  private var begun: Set<Substring> = []
  private var entries: Set<String> = []
  /// The current sizes of the files that are being downloaded, keyed by name.
  private var sizes: [Substring: Int] = [:]

  private static let download = ".download"
  private static let build = ".build"

  /// Whether a process is changing the root.
  package var isInProgress: Bool { area != nil }

  /// Creates the value for a root that no process is changing.
  package init() {}

  /// Returns the current progress.
  ///
  /// - Throws: ``FileError`` if the staging area cannot be listed.
  package func next(in root: Root) throws(FileError) -> StagedWork {
    guard let name = try root.unfinishedWork().first,
      // If no process holds the lock, the staging area is the leftover of a killed process.
      try FileLock.whileFree(root.stagingLock, { true }) == nil
    else { return StagedWork() }
    var work = StagedWork()
    let area = root.staging.appending(name)
    work.area = area
    if self.area == area { work.begun = begun }
    // The process may exit at any time, which removes its folder.
    work.entries = Set((try? area.entries()) ?? [])
    for entry in work.entries {
      let name = Self.name(of: entry)
      work.begun.insert(name)
      guard entry.hasSuffix(Self.download) else { continue }
      work.sizes[name] = ((try? area.appending(entry).status()) ?? nil)?.size
    }
    return work
  }

  private static func name(of entry: String) -> Substring {
    for suffix in [download, build] where entry.hasSuffix(suffix) {
      return entry.dropLast(suffix.count)
    }
    return entry[...]
  }

  /// Returns the stage of a locked installation, or `nil` if the process has not started it.
  package func stage(of planned: PlannedInstallation, in root: Root) -> ToolState.Stage? {
    if let stage = stage(ofName: planned.stagingName[...]) { return stage }
    let digests = planned.files.map { $0.digest.hexadecimal }
    let names = [planned.stagingName] + digests
    guard names.contains(where: { begun.contains($0[...]) }) else { return nil }
    var received = sizes[planned.stagingName[...]] ?? 0
    for file in planned.files {
      if let size = sizes[file.digest.hexadecimal[...]] {
        received += size
      } else if root.download(file.digest).exists {
        received += file.size
      }
    }
    let total = planned.byteCount
    // Prefetched downloads are unpacked into a folder named after their digest.
    if received >= total, digests.contains(where: entries.contains) { return .unpacking }
    return .downloading(received: min(received, total), total: total)
  }

  /// Returns the stage of a version without a lock, whose files are unknown. Returns `nil` if the
  /// process has not started it.
  package func stage(of tool: ToolName, _ version: VersionText) -> ToolState.Stage? {
    let prefix = "\(tool)@"
    let name = begun.first { name in
      name.hasPrefix(prefix)
        && InstalledVersion(tool: tool, folder: String(name.dropFirst(prefix.count)))?.version
          == version
    }
    guard let name else { return nil }
    return stage(ofName: name) ?? .downloading(received: sizes[name] ?? 0, total: nil)
  }

  /// Returns the stage of an installation that is being assembled, or `nil` if it is not being
  /// assembled.
  private func stage(ofName name: Substring) -> ToolState.Stage? {
    guard let area else { return nil }
    let folder = area.appending(name)
    if entries.contains(String(name)), folder.appending(Receipt.fileName).exists { return .staged }
    if entries.contains(name + Self.build) { return .building }
    return entries.contains(String(name)) ? .unpacking : nil
  }
}
