package import Diagnostics
package import Filesystem
internal import Installation
internal import Inventory
package import Layout
package import Manifests

/// Moves installed versions to the trash.
package struct UninstallWorkflow: Sendable {
  /// The versions of a tool to uninstall.
  package struct Request: Hashable, Sendable {
    package let tool: ToolName
    /// The version to uninstall, or `nil` for all versions.
    package let version: VersionText?

    /// Creates a request for `version` of `tool`, or for all its versions if `version` is `nil`.
    package init(tool: ToolName, version: VersionText?) {
      self.tool = tool
      self.version = version
    }
  }

  private let change: RootChange

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - root: The root that contains the installations.
  ///   - environment: The variables that determine the system's programs.
  ///   - observe: Receives progress events.
  package init(
    root: Root, environment: Environment, observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    change = RootChange(root: root, environment: environment, observe: observe)
  }

  /// Uninstalls the requested versions and returns them. All requests are checked first, so that
  /// a rejected request leaves everything installed.
  ///
  /// - Parameters:
  ///   - requests: The versions to uninstall. Several requests may include the same version.
  ///   - isForced: Whether to uninstall versions that projects are known to use.
  /// - Throws: ``ProjectProblem/nothingInstalled(tool:version:installed:nearest:)`` if a request
  ///   matches no installation, or ``ProjectProblem/inUse(tool:version:projects:)`` if a project
  ///   uses one of the versions and `isForced` is false.
  package func uninstall(
    _ requests: [Request], isForced: Bool
  ) async throws(Problem) -> [InstalledVersion] {
    let root = change.root
    return try await change.run("uninstall") { _, inventory throws(Problem) in
      var removed: [InstalledVersion] = []
      for request in requests {
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
        try mappingFileErrors { () throws(FileError) in
          try Self.removeLinks(to: installed, in: root)
          try Trash(root).take(installed, now: WallClock.now)
        }
        try inventory.remove(installed)
      }
      return removed
    }
  }

  /// Removes the links `installs/<tool>/<version>`, by which pins without a lock find the
  /// installation. The caller must do this before it removes the installation, so that a link never
  /// leads to a missing folder.
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
  /// Returns the installations of one version of a tool, or of all its versions if `version` is
  /// `nil`. One version may be installed with several contents.
  ///
  /// - Throws: ``ProjectProblem/nothingInstalled(tool:version:installed:nearest:)`` if there
  ///   are none.
  package func installed(
    _ tool: ToolName, _ version: VersionText?
  ) throws(Problem) -> [InstalledVersion] {
    let all = try mappingFileErrors { () throws(FileError) in try installedVersions(of: tool) }
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
