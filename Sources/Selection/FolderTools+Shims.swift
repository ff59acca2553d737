package import Filesystem
package import Layout
internal import Projects
package import Vocabulary

extension FolderTools {
  /// Returns the executables of these installed tools that lack their shim, or a complete route
  /// that lists their tool. Another program would run in their place.
  ///
  /// An install that failed, a power failure, or a user can have left them so.
  func executablesWithoutShim(in root: Root) throws(FileError) -> [ExecutableName] {
    var provided = wanted.map { ($0.installed, $0.provides) }
    for installed in pins.compactMap({ $0.defaultInstallation(in: root) }) {
      provided.append((installed, try root.executables(of: installed)))
    }
    if provided.isEmpty || !root.routes.exists { return [] }
    // Every check reads these routes, so it makes as few system calls as possible.
    let routes = try root.routes.open()
    let shims = try root.shims.open()
    var buffer = [UInt8](repeating: 0, count: ToolVersionText.maximumByteCount)
    var missing: [ExecutableName] = []
    for (installed, names) in provided {
      let tool = Array(installed.tool.text.utf8)
      for name in names {
        var isRouted = false
        do {
          let count = try routes.file(name.text).read(intoStartOf: &buffer)
          isRouted = Route.lists(tool, in: buffer.span.extracting(first: count))
        } catch  where error.isMissing {}
        if isRouted, try shims.linkTarget(name.text) == Root.shimTarget { continue }
        if try root.mayHaveShim(name, in: root.folder(of: installed)) { missing.append(name) }
      }
    }
    return missing
  }
}

extension Root {
  /// Returns the names in the `bin` folder of an installation.
  package func executables(
    of installed: InstalledVersion
  ) throws(FileError) -> [ExecutableName] {
    try folder(of: installed).appending("bin").entriesIfPresent().compactMap { ExecutableName($0) }
  }

  /// Returns whether a rehash creates a shim for an executable of an installation: its `bin` folder
  /// has an entry that can run, or that the receipt lists. Without its shim, a program that lost
  /// the permission to run would give way to the system's program.
  package func mayHaveShim(
    _ name: ExecutableName, in installation: FilePath
  ) throws(FileError) -> Bool {
    let program = installation.appending("bin").appending(name.text)
    guard name.mayHaveShim, let status = try program.linkStatus() else { return false }
    if try status.kind == .link ? program.mayRun() : status.mayRun { return true }
    return try Receipt.read(in: installation)?.provides(name) ?? false
  }

  /// Returns the executables of an installation for which a rehash creates shims, in the order of
  /// their names. See ``mayHaveShim(_:in:)``.
  package func executablesWithShims(in installation: FilePath) throws(FileError) -> [ExecutableName]
  {
    guard let bin = try Directory.openIfPresent(installation.appending("bin")) else { return [] }
    return try executablesWithShims(bin, of: installation)
  }

  /// Returns the executables of an installation, as ``executablesWithShims(in:)`` does. The system
  /// finds it faster from the open folder of all installations.
  package func executablesWithShims(
    of installed: InstalledVersion, in installs: borrowing Directory
  ) throws(FileError) -> [ExecutableName] {
    let path = "\(installed.tool)/\(installed.folderName)/bin"
    guard let bin = try installs.directoryIfPresent(at: path) else { return [] }
    return try executablesWithShims(bin, of: folder(of: installed))
  }

  /// Returns the executables of an installation, as ``executablesWithShims(in:)`` does.
  ///
  /// - Parameter bin: The folder of the installation's executables, which was not listed before.
  private func executablesWithShims(
    _ bin: borrowing Directory, of installation: @autoclosure () -> FilePath
  ) throws(FileError) -> [ExecutableName] {
    var names: [ExecutableName] = []
    for entry in try bin.entries(isOnlyListing: true) {
      guard let name = ExecutableName(entry.string), name.mayHaveShim else { continue }
      // The system finds an entry faster from the open folder. Few entries cannot be run, and only
      // these are examined again by their whole path.
      if try bin.status(of: name.text)?.mayRun ?? false {
        names.append(name)
      } else if try mayHaveShim(name, in: installation()) {
        names.append(name)
      }
    }
    return names
  }

  /// Returns whether a command of an installed tool lacks a shim or a route that a rehash would
  /// create, so that its name would run another program.
  ///
  /// A file of the user in the place of the shim stays, so the command does not lack one then.
  package func lacksShim(
    _ name: ExecutableName, of tool: ToolName
  ) throws(FileError) -> Bool {
    if !name.mayHaveShim { return false }
    let shim = shims.appending(name.text)
    guard let target = try shim.linkTarget() else { return try shim.linkStatus() == nil }
    if target != Self.shimTarget { return target.lastComponent == Self.shimTarget.lastComponent }
    let route = try routes.appending(name.text).contentsIfPresent(limit: 1 << 20) ?? []
    return !route.withSpan { Route.lists(Array(tool.text.utf8), in: $0) }
  }
}

extension Root {
  /// Returns whether something that is not a shim is in the place of one.
  package func isOccupied(shim name: ExecutableName) throws(FileError) -> Bool {
    let shim = shims.appending(name.text)
    if let target = try shim.linkTarget() {
      return target.lastComponent != Self.shimTarget.lastComponent
    }
    return try shim.linkStatus() != nil
  }

  /// Returns whether an executable of an installation lacks a shim or a route that a rehash would
  /// create.
  package func lacksShims(of installation: PinnedInstallation) throws(FileError) -> Bool {
    for name in try executablesWithShims(in: installation.folder) {
      if try lacksShim(name, of: installation.pin.tool) { return true }
    }
    return false
  }
}

extension ExecutableName {
  /// Whether a shim may have this name. None replaces the `bootstrap` command itself.
  package var mayHaveShim: Bool { caseFolded != "bootstrap" }
}

extension FilePath {
  /// Returns whether an entry of a `bin` folder can be an executable. The name of a damaged one,
  /// such as a link that leads nowhere, keeps its shim, which reports the damage.
  package func mayRun() throws(FileError) -> Bool {
    try status()?.mayRun ?? true
  }
}

extension FileStatus {
  /// Whether an entry of a `bin` folder can be an executable.
  fileprivate var mayRun: Bool { kind != .directory && (kind != .file || isExecutable) }
}
