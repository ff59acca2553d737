package import Diagnostics
package import Filesystem
internal import Installation
package import Inventory
package import Layout
package import Vocabulary

/// Moves installed versions to the trash, or deletes them if there is little free space.
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

  /// The uninstalled versions.
  package struct Report: Hashable, Sendable {
    package let removed: [InstalledVersion]
    /// The sizes of their files in bytes. Versions that were not recorded are missing.
    package let sizes: [InstalledVersion: Int]
    /// The programs of the packages that were removed along with the last installation of their
    /// version, sorted. Versions without such programs are missing.
    package let packages: [PackagesOfVersion: [String]]
    /// Whether the versions were deleted because there is little free space.
    package let isDeleted: Bool
    /// Whether the versions are in the trash, from which they can be restored.
    package let isInTrash: Bool
    /// Whether a download of an uninstalled version is kept.
    package let keepsDownloads: Bool
    /// The requests that matched nothing, because an earlier command has done the work.
    package let alreadyGone: [Request]
  }

  private let change: RootChange
  private let space: FreeSpace?

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - root: The root that contains the installations.
  ///   - environment: The variables that determine the system's programs.
  ///   - space: The space on the file system of `root`, or `nil` if it is unknown.
  ///   - source: Opens the inventory of the root.
  ///   - observe: Receives progress events.
  package init(
    root: Root, environment: Environment, space: FreeSpace?,
    inventory source: InventorySource = .store,
    observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    change = RootChange(
      root: root, environment: environment, inventorySource: source, observe: observe)
    self.space = space
  }

  /// Uninstalls all requested versions, or none if one cannot be uninstalled.
  ///
  /// A command that was killed may have removed some of them. So that it can be repeated, a request
  /// that matches nothing is done if the trash has what it names. With `isForced`, it is always
  /// done, because on a full disk there is nothing in the trash.
  ///
  /// - Parameters:
  ///   - requests: The versions to uninstall. Several requests may include the same version.
  ///   - isForced: Whether to uninstall versions that are in use.
  ///   - formatPath: Returns a path as messages show it.
  /// - Throws: ``InstallationProblem/nothingInstalled(tool:version:installed:nearest:)`` if a
  ///   request matches no installation and is not done already, or ``DiskProblem/inUse(_:retry:)``
  ///   if projects or global pins use some of the versions and `isForced` is false.
  package func uninstall(
    _ requests: [Request], isForced: Bool, formatPath: @Sendable (FilePath) -> String
  ) async throws(Problem) -> Report {
    let root = change.root
    let isDeleted = space?.isScarce ?? false
    let makeRoom = { if isDeleted { Self.removeDownloads(of: requests, in: root) } }
    return try await change.run("uninstall", makingRoom: makeRoom) {
      staging, inventory throws(Problem) in
      var removed: [InstalledVersion] = []
      var alreadyGone: [Request] = []
      for request in requests {
        do throws(Problem) {
          removed += try root.installed(request.tool, request.version)
            .filter { !removed.contains($0) }
        } catch {
          guard case .project(.installation(.nothingInstalled)) = error else { throw error }
          let isTrashed = try mappingFileErrors(try Trash(root).has(request))
          guard isForced || isTrashed else { throw error }
          alreadyGone.append(request)
        }
      }
      if !isForced {
        let users = try await change.users(
          of: removed, besides: removed, inventory, formatPath: formatPath)
        if !users.isEmpty { throw .disk(.inUse(removed.inUse(by: users))) }
      }
      var sizes: [InstalledVersion: Int] = [:]
      for installed in removed {
        sizes[installed] = try inventory.installations.value(installed)?.size
      }
      let keepsDownloads = removed.contains { !root.downloads(of: $0).isEmpty }
      let outcome = try Removal.remove(
        removed, from: root, staging.folder, inventory, isDeleted: isDeleted, now: WallClock.now)
      return Report(
        removed: removed, sizes: sizes, packages: outcome.packages, isDeleted: isDeleted,
        isInTrash: outcome.isInTrash, keepsDownloads: keepsDownloads, alreadyGone: alreadyGone)
    }
  }

  /// Removes the kept downloads of the requested versions, which an install can download again.
  /// On a full disk, this makes the room to record a change. Failures are ignored.
  private static func removeDownloads(of requests: [Request], in root: Root) {
    for request in requests {
      for installed in (try? root.installed(request.tool, request.version)) ?? [] {
        for download in root.downloads(of: installed) { try? download.removeFile() }
      }
    }
  }
}

extension Trash {
  /// Returns whether an earlier command has removed what `request` names.
  fileprivate func has(_ request: UninstallWorkflow.Request) throws(FileError) -> Bool {
    try entries().contains { entry in
      guard case .installation(let installed) = entry.content else { return false }
      return installed.tool == request.tool
        && (request.version == nil || installed.version == request.version)
    }
  }
}

extension Root {
  /// Returns the downloads of an installation that are still kept.
  fileprivate func downloads(of installed: InstalledVersion) -> [FilePath] {
    guard let receipt = (try? Receipt.read(in: folder(of: installed))) ?? nil else { return [] }
    return ([receipt.digest] + receipt.parts.map(\.digest)).map(download).filter(\.exists)
  }
}

extension Root {
  /// Returns the installations of one version of a tool, or of all its versions if `version` is
  /// `nil`. One version may be installed with several contents.
  ///
  /// - Throws: ``InstallationProblem/nothingInstalled(tool:version:installed:nearest:)`` if there
  ///   are none.
  package func installed(
    _ tool: ToolName, _ version: VersionText?
  ) throws(Problem) -> [InstalledVersion] {
    let all = try mappingFileErrors(try installedVersions(of: tool))
    let found = all.filter { version == nil || $0.version == version }
    if found.isEmpty {
      throw .project(
        .installation(
          .nothingInstalled(
            tool: tool, version: version?.text,
            installed: all.distinctVersions, nearest: [])))
    }
    return found
  }
}
