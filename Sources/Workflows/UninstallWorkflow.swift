package import Diagnostics
internal import Filesystem
internal import Installation
internal import Inventory
package import Layout
package import Manifests

/// Moves installed versions to the trash.
package struct UninstallWorkflow: Sendable {
  /// The versions of a tool to uninstall.
  package struct Request: Hashable, Sendable {
    package let tool: ToolName
    /// The version to uninstall. `nil` for all versions.
    package let version: VersionText?

    /// Creates a request. A `version` of `nil` requests all versions.
    package init(tool: ToolName, version: VersionText?) {
      self.tool = tool
      self.version = version
    }
  }

  private let change: RootChange

  /// Creates a workflow. `observe` receives progress events.
  package init(root: Root, observe: @escaping @Sendable (WorkflowEvent) -> Void) {
    change = RootChange(root: root, observe: observe)
  }

  /// Removes and returns all requested versions, or none.
  ///
  /// - Parameter isForced: Whether to remove versions that projects are known to use.
  /// - Throws: `nothingInstalled`, or `inUse` for a version that a project uses.
  package func uninstall(
    _ requests: [Request], isForced: Bool
  ) async throws(Problem) -> [InstalledVersion] {
    let root = change.root
    return try await change.run("uninstall") { _, inventory throws(Problem) in
      var removed: [InstalledVersion] = []
      for request in requests {
        // Two requests may name the same version.
        removed += try root.installed(request.tool, request.version)
          .filter { !removed.contains($0) }
      }
      if !isForced {
        for installed in removed {
          let users = try inventory.users(of: installed)
          if !users.isEmpty {
            throw .project(
              .inUse(tool: installed.tool.text, version: installed.version.text, projects: users))
          }
        }
      }
      for installed in removed {
        try onDisk { () throws(FileError) in
          try Self.removeLinks(to: installed, in: root)
          try Trash(root).take(installed, now: WallClock.now)
        }
        try inventory.remove(installed)
      }
      return removed
    }
  }

  /// Removes the links through which pins without a lock find the installation. They go first, so
  /// that no link ever dangles.
  private static func removeLinks(to installed: InstalledVersion, in root: Root) throws(FileError) {
    let folder = root.installs(of: installed.tool)
    let target = FilePath(root.folder(of: installed).lastComponent)
    for entry in try folder.entriesIfPresent() {
      let path = folder.appending(entry)
      if try path.linkTarget() == target { try path.removeFile() }
    }
  }
}

extension Root {
  /// Returns the installations of a tool, or of one version of it.
  ///
  /// - Throws: `nothingInstalled` if there are none.
  package func installed(
    _ tool: ToolName, _ version: VersionText?
  ) throws(Problem) -> [InstalledVersion] {
    let all = try onDisk { () throws(FileError) in try installedVersions(of: tool) }
    let found = all.filter { version == nil || $0.version == version }
    if found.isEmpty {
      throw .project(
        .nothingInstalled(
          tool: tool.text, version: version?.text,
          installed: Set(all.map(\.version.text)).sorted(), nearest: []))
    }
    return found
  }
}
