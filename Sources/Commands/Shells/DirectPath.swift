internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Selection
internal import Vocabulary

/// The folders that the direct mode puts on `PATH` in a directory, and the files on which they
/// depend.
///
/// The shims stay behind these folders and decide everything else, so the folders end at the first
/// pin that needs a shim: one that is not installed, that leaves the tool to the system, that the
/// user has not accepted, that provides the same program as an equally near one, or whose tool has
/// a package manager, for which the shim sets variables.
struct DirectPath {
  /// The folders of selected versions, nearest pin first.
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
    for folder in selector.directory.selfAndAncestors { watch(folder) }
    let rules = [PackageRules.path(in: root), GuestRules.path(in: root)]
    for path in [root.globalPins, root.config, root.trust.path] + rules { watch(path: path) }
    let pins = (try? selector.pinChain().pins()) ?? []
    let withheld = Set(selector.withheld(pins).map(\.pin))
    let tied = Self.tied(pins, in: root)
    var selected: [PinnedInstallation] = []
    for pin in pins {
      if case .exact = pin.version, pin.isInstalled(in: root), !withheld.contains(pin),
        !tied.contains(pin), selector.packages.ofTools[pin.tool] == nil,
        let installation = pin.installation(in: root)
      {
        selected.append(PinnedInstallation(pin: pin, folder: installation))
        continue
      }
      for folder in [root.installs(of: pin.tool), root.seals, root.confirmed] {
        watch(path: folder.path)
      }
      break
    }
    let path = try selector.searchPath(of: selected)
    // Without the view, all tools are left to the shims. A prompt is no place for an error.
    if let view = path.view, !view.recordUse(), (try? view.make()) == nil { return }
    installations = selected.map(\.folder)
    folders = path.folders
  }

  /// Adds a directory and the files in it that may select versions.
  private mutating func watch(_ folder: FilePath) {
    let found = PinFileKind.allNames.map { folder.appending($0) }.filter(\.exists)
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

  /// Returns the pins whose version provides a program that the version of an equally near pin
  /// provides too. A shim reports them as ambiguous.
  private static func tied(_ pins: [SelectedPin], in root: Root) -> Set<SelectedPin> {
    var result: Set<SelectedPin> = []
    let levels = Dictionary(grouping: pins) { $0.place == .variable ? nil : $0.folder }
    for level in levels.values where level.count > 1 {
      var owners: [String: SelectedPin] = [:]
      for pin in level {
        let folder = pin.installation(in: root)?.appending("bin")
        for name in (try? folder?.entriesIfPresent()) ?? [] {
          if let owner = owners[name] { result.formUnion([owner, pin]) }
          owners[name] = pin
        }
      }
    }
    return result
  }
}
