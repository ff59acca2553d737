package import Diagnostics
internal import Filesystem
internal import Installation
internal import Inventory
package import Layout
package import Manifests

/// Takes installed versions away, into the trash.
package struct UninstallWorkflow: Sendable {
  package struct Request: Hashable, Sendable {
    package let tool: ToolName
    /// nil: all versions.
    package let version: VersionText?

    package init(tool: ToolName, version: VersionText?) {
      self.tool = tool
      self.version = version
    }
  }

  private let change: RootChange

  package init(root: Root, observe: @escaping @Sendable (WorkflowEvent) -> Void) {
    change = RootChange(root: root, observe: observe)
  }

  /// Removes and returns all that is requested, or nothing. `isForced` ignores known uses.
  package func uninstall(
    _ requests: [Request], isForced: Bool
  ) async throws(Problem) -> [InstalledVersion] {
    let root = change.root
    return try await change.run("uninstall") { _, inventory throws(Problem) in
      var removed: [InstalledVersion] = []
      for request in requests {
        // What two requests name goes once.
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

  /// The links by which pins without a lock find the installation go first: none leads nowhere.
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
  /// The installations of a tool, or of one version of it. Throws `nothingInstalled`.
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
