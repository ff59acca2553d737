package import Filesystem
package import Layout
package import Vocabulary

extension Root {
  /// Returns the name of the shim that a user reaches by `name`. On a file system that folds case,
  /// `RUFF` reaches the shim `ruff`, which locks know by that name alone.
  func shimName(reachedBy name: ExecutableName) throws(FileError) -> ExecutableName {
    let names = try routes.entriesIfPresent()
    if names.contains(name.text) { return name }
    return names.lazy.compactMap { ExecutableName($0) }
      .first { $0.caseFolded == name.caseFolded } ?? name
  }

  /// Returns the tools with an installation that provides `executable`, sorted.
  ///
  /// The executable's route lists them. If the route is incomplete, or a shim lacks its route, as
  /// may be after a power failure, the installations are searched instead.
  package func providers(of executable: ExecutableName) throws(FileError) -> [ToolName] {
    let path = routes.appending(executable.text)
    if let bytes = try path.contentsIfPresent(limit: ToolVersionText.maximumByteCount) {
      if let route = Route(bytes) {
        return route.tools.compactMap { ToolName(String(decoding: $0, as: UTF8.self)) }
      }
    } else if try shims.appending(executable.text).linkTarget() == nil {
      return try packageProviders(of: executable)
    }
    var tools: [ToolName] = []
    for tool in try installedTools().sorted() {
      let folder = installs(of: tool)
      var isProvided = false
      for folder in [folder, packages(of: tool)] where !isProvided {
        isProvided = try folder.entriesIfPresent().contains {
          folder.appending("\($0)/bin/\(executable)").exists
        }
      }
      if isProvided { tools.append(tool) }
    }
    return tools
  }

  /// Returns the tools with a package that provides `executable`, which no rehash has found yet.
  private func packageProviders(of executable: ExecutableName) throws(FileError) -> [ToolName] {
    if executable.isReserved { return [] }
    var tools: [ToolName] = []
    for tool in try PackageRules.read(in: self).ofTools.keys.sorted() {
      let folder = packages(of: tool)
      let isProvided = try folder.entriesIfPresent().contains {
        folder.appending("\($0)/bin/\(executable)").isExecutableFile
      }
      if isProvided { tools.append(tool) }
    }
    return tools
  }

  /// Returns the installations that provide `executable`, sorted by tool, oldest version first.
  ///
  /// Only the installations of the tools in the executable's route are inspected.
  package func installations(
    providing executable: ExecutableName
  ) throws(FileError) -> [InstalledVersion] {
    var result: [InstalledVersion] = []
    for tool in try providers(of: executable) {
      for version in try installedVersions(of: tool)
      where try programPath(executable, of: version) != nil {
        result.append(version)
      }
    }
    return result
  }

  /// Returns the path of an executable of an installation, or of a package of that version, which
  /// takes precedence. Returns `nil` if neither provides it.
  ///
  /// - Throws: ``FileError`` if the system cannot tell.
  package func programPath(
    _ executable: ExecutableName, of installed: InstalledVersion
  ) throws(FileError) -> FilePath? {
    for folder in [packages(of: installed.tool, installed.version), folder(of: installed)] {
      let program = folder.appending("bin").appending(executable.text)
      if let status = try program.status(), status.kind == .file, status.isExecutable {
        return program
      }
    }
    return nil
  }
}
