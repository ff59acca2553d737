internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Selection
internal import Vocabulary

/// The folders that the direct mode puts on `PATH` in a directory, and the files on which they
/// depend.
///
/// The shims follow these folders on `PATH`, and decide everything else (``DirectSelection``).
struct DirectPath {
  /// The folders of selected versions whose use is not recorded yet, nearest pin first.
  private(set) var installations: [FilePath] = []
  /// The folders for `PATH`: the `bin` folders of the installations, or one view of many.
  private(set) var folders: [FilePath] = []
  /// The files and folders that exist. The selection may differ once one of them is changed.
  private(set) var files: [FilePath] = []
  /// The paths that do not exist. The selection may differ once one of them does.
  private(set) var absent: [FilePath] = []
  /// The folders that contain no file that selects versions.
  private(set) var otherFolders: [FilePath] = []

  /// Creates the path of a directory.
  ///
  /// - Throws: ``Problem`` if the directory is missing or a system call fails. A file that cannot
  ///   be read leaves all tools to the shims, which report it.
  init(_ selector: Selector) throws(Problem) {
    let root = selector.root
    // The files are listed first, so that a change in between is not missed.
    for folder in selector.directory.selfAndAncestors {
      watch(folder, containing: selector.pinFiles(in: folder))
    }
    let rules = [PackageRules.path(in: root), GuestRules.path(in: root)]
    for path in [root.globalPins, root.config, root.trust.path] + rules { watch(path: path) }
    if let sealed = try? selector.sealedTools(for: nil, isDirect: true) {
      folders = sealed.folders
      return
    }
    let selection = try? DirectSelection(selector)
    for remaining in selection?.remaining ?? [] { watch(remaining, by: selector) }
    let selected = selection?.installations ?? []
    let path = try selector.searchPath(of: selected)
    // Without the view, all tools are left to the shims. A prompt is no place for an error.
    if let view = path.view, !view.recordUse(), (try? view.make()) == nil { return }
    installations = selected.map(\.folder)
    folders = path.folders
  }

  /// Adds a directory and the files in it that may select versions.
  private mutating func watch(_ folder: FilePath, containing names: [String]) {
    // The shell looks for the targets of links.
    let found = names.map { folder.appending($0) }.filter(\.exists)
    if found.isEmpty {
      otherFolders.append(folder)
    } else {
      // A file may be replaced by an older one.
      files += found + [folder]
    }
  }

  /// Adds a path that may exist or not.
  private mutating func watch(path: FilePath) {
    if path.exists { files.append(path) } else { absent.append(path) }
  }

  /// Adds the paths whose changes may affect whether a tool is left to the shims, or which programs
  /// it provides.
  private mutating func watch(_ remaining: DirectSelection.Remaining, by selector: Selector) {
    let root = selector.root
    var paths: [FilePath] = []
    switch remaining.reason {
    case .notInstalled, .system, .notAccepted:
      paths = [root.installs(of: remaining.pin.tool), root.seals, root.confirmed].map(\.path)
    case .packageManager:
      paths = [selector.packageFolder(of: remaining.pin)?.appending("bin")].compactMap(\.self)
    case .shared: break
    }
    for path in paths where !files.contains(path) && !absent.contains(path) { watch(path: path) }
  }
}
