internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects

extension FolderTools {
  /// Returns whether unfinished work in `root` affects these tools, which must be installed.
  ///
  /// Abandoned work can affect every tool. A running process completes the unfinished work that it
  /// finds, and usually installs the tools of another folder, so these tools are affected only
  /// while one of their shims is missing or replaced. A power failure can leave a route incomplete.
  func areAffectedByUnfinishedWork(in root: Root) throws(FileError) -> Bool {
    if try root.unfinishedWork().isEmpty { return try haveIncompleteRoutes(in: root) }
    // The process may have finished in the meantime, so look again while nobody can begin.
    let remains = try FileLock.whileFree(root.stagingLock) { () throws(FileError) in
      try root.unfinishedWork()
    }
    if let remains { return remains.isEmpty ? try haveIncompleteRoutes(in: root) : true }
    let installed = wanted.map(\.installed) + pins.compactMap { $0.defaultInstallation(in: root) }
    for installation in installed where try !root.hasShims(for: installation) { return true }
    return false
  }

  /// Returns whether the route of an executable of these tools is incomplete, or its shim is
  /// missing or replaced, so that another program would run in its place.
  private func haveIncompleteRoutes(in root: Root) throws(FileError) -> Bool {
    var names = wanted.flatMap(\.provides)
    for installed in pins.compactMap({ $0.defaultInstallation(in: root) }) {
      names += try root.executables(of: installed)
    }
    if names.isEmpty || !root.routes.exists { return false }
    // Every check reads these routes, so it makes as few system calls as possible.
    let routes = try root.routes.open()
    let shims = try root.shims.open()
    var buffer = [UInt8](repeating: 0, count: ToolVersionText.maximumByteCount)
    for name in names {
      do throws(FileError) {
        let count = try routes.file(name.text).read(intoStartOf: &buffer)
        if !Route.isComplete(buffer.span.extracting(first: count)) { return true }
        if try shims.linkTarget(name.text) != Root.shimTarget { return true }
      } catch  where error.isMissing {
        continue
      }
    }
    return false
  }
}

extension Root {
  /// Returns whether the shim of an executable is the link that a rehash creates.
  fileprivate func hasShim(_ name: ExecutableName) throws(FileError) -> Bool {
    try shims.appending(name.text).linkTarget() == Self.shimTarget
  }

  /// Returns the executables of an installation that have shims: all but `bootstrap` itself.
  fileprivate func executables(of installed: InstalledVersion) throws(FileError) -> [ExecutableName]
  {
    try folder(of: installed).appending("bin").entriesIfPresent().compactMap {
      ExecutableName($0)
    }.filter { $0.text != "bootstrap" }
  }

  /// Returns whether every executable of an installation has a shim, and a route that lists the
  /// tool.
  fileprivate func hasShims(for installed: InstalledVersion) throws(FileError) -> Bool {
    let tool = Array(installed.tool.text.utf8)
    for name in try executables(of: installed) {
      let route = try routes.appending(name.text).contentsIfPresent(limit: 1 << 20) ?? []
      guard Route(route)?.tools.contains(tool) ?? false,
        try hasShim(name)
      else { return false }
    }
    return true
  }
}
