package import Diagnostics
package import Filesystem
internal import Installation
internal import Inventory
package import Layout
package import Manifests

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
    /// The programs of the packages that were removed along with the last installation of their
    /// version, sorted. Versions without such programs are missing.
    package let packages: [PackagesOfVersion: [String]]
    /// Whether the versions were deleted, and not moved to the trash, because there is little free
    /// space.
    package let isDeleted: Bool
  }

  /// The version of a tool to which packages belong, whichever content of it is installed.
  package struct PackagesOfVersion: Hashable, Sendable {
    package let tool: ToolName
    package let version: VersionText

    /// Creates the value for the version of an installation.
    package init(_ installed: InstalledVersion) {
      tool = installed.tool
      version = installed.version
    }
  }

  private let change: RootChange
  private let space: FreeSpace?

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - root: The root that contains the installations.
  ///   - environment: The variables that determine the system's programs.
  ///   - space: The space on the file system of `root`, or `nil` if it is unknown.
  ///   - observe: Receives progress events.
  package init(
    root: Root, environment: Environment, space: FreeSpace?,
    observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    change = RootChange(root: root, environment: environment, observe: observe)
    self.space = space
  }

  /// Uninstalls all requested versions, or none if one cannot be uninstalled.
  ///
  /// - Parameters:
  ///   - requests: The versions to uninstall. Several requests may include the same version.
  ///   - isForced: Whether to uninstall versions that projects are known to use.
  /// - Throws: ``ProjectProblem/nothingInstalled(tool:version:installed:nearest:)`` if a request
  ///   matches no installation, or ``ProjectProblem/inUse(tool:version:projects:)`` if a project
  ///   uses one of the versions and `isForced` is false.
  package func uninstall(
    _ requests: [Request], isForced: Bool
  ) async throws(Problem) -> Report {
    let root = change.root
    let isDeleted = space?.isScarce ?? false
    let makeRoom = { if isDeleted { Self.removeDownloads(of: requests, in: root) } }
    return try await change.run("uninstall", makingRoom: makeRoom) {
      staging, inventory throws(Problem) in
      var removed: [InstalledVersion] = []
      for request in requests {
        removed += try root.installed(request.tool, request.version)
          .filter { !removed.contains($0) }
      }
      if !isForced {
        for installed in removed {
          // A folder that is gone uses nothing.
          // A folder that cannot be examined may still be there.
          let users = try inventory.users(of: installed).filter {
            (try? FilePath($0).isPresent()) ?? true
          }
          if !users.isEmpty {
            throw .project(
              .inUse(tool: installed.tool.text, version: installed.version.text, projects: users))
          }
        }
      }
      var moves = MoveSequence()
      let orphans = try mappingFileErrors { () throws(FileError) in
        try Self.packages(without: removed, in: root)
      }
      var packages: [PackagesOfVersion: [String]] = [:]
      do throws(Problem) {
        do throws(FileError) {
          for one in orphans {
            let bin = root.packages(of: one.tool, one.version).appending("bin")
            let programs = try bin.entriesIfPresent()
            if !programs.isEmpty { packages[one] = programs.sorted() }
          }
          try Self.take(removed, from: root, staging.folder, isDeleted: isDeleted, &moves)
          try Self.take(orphans, from: root, staging.folder, isDeleted: isDeleted, &moves)
        } catch {
          throw Problem(error, movingBetween: root.installs, root.staging)
        }
        // On a full disk, the store can record the removal only after it has freed some space.
        if isDeleted { try? Directory.open(staging.folder).removeContents() }
        try inventory.remove(removed)
      } catch {
        moves.undo()
        throw error
      }
      return Report(removed: removed, packages: packages, isDeleted: isDeleted)
    }
  }

  /// Removes the kept downloads of the requested versions, which an install can download again.
  /// On a full disk, this makes the room to record a change. Failures are ignored.
  private static func removeDownloads(of requests: [Request], in root: Root) {
    for request in requests {
      for installed in (try? root.installed(request.tool, request.version)) ?? [] {
        guard let receipt = (try? Receipt.read(in: root.folder(of: installed))) ?? nil else {
          continue
        }
        for digest in [receipt.digest] + receipt.parts.map(\.digest) {
          try? root.download(digest).removeFile()
        }
      }
    }
  }

  /// Moves installations to the trash or, if `isDeleted` or the trash is on another file system, to
  /// the folder `staging`. Everything that can fail comes before the moves, or is a move.
  private static func take(
    _ installations: [InstalledVersion], from root: Root, _ staging: FilePath, isDeleted: Bool,
    _ moves: inout MoveSequence
  ) throws(FileError) {
    let places = installations.map {
      staging.appending("\($0.tool)@\($0.version)-\($0.id)")
    }
    var trashed: [FilePath] = []
    for installed in installations where !isDeleted {
      trashed.append(try Trash(root).place(for: installed, now: WallClock.now))
    }
    // The links go first, so that none leads to a missing folder.
    var count = 0
    for installed in installations {
      for link in try links(to: installed, in: root) {
        count += 1
        try moves.move(link, to: staging.appending("link-\(count)"))
      }
    }
    for (index, installed) in installations.enumerated() {
      let folder = root.folder(of: installed)
      if !isDeleted {
        do throws(FileError) {
          try moves.move(folder, to: trashed[index])
          continue
        } catch {
          if !error.isOnOtherFileSystem { throw error }
        }
      }
      try moves.move(folder, to: places[index])
    }
  }

  /// Returns the versions with a folder of packages whose last installations are `removed`, sorted.
  private static func packages(
    without removed: [InstalledVersion], in root: Root
  ) throws(FileError) -> [PackagesOfVersion] {
    var result: [PackagesOfVersion] = []
    for installed in removed {
      let one = PackagesOfVersion(installed)
      let remaining = try root.installedVersions(of: one.tool)
        .contains { $0.version == one.version && !removed.contains($0) }
      if !remaining, !result.contains(one), root.packages(of: one.tool, one.version).exists {
        result.append(one)
      }
    }
    return result
  }

  /// Moves the packages of versions to the trash, or to the folder `staging`, as their
  /// installations.
  private static func take(
    _ packages: [PackagesOfVersion], from root: Root, _ staging: FilePath, isDeleted: Bool,
    _ moves: inout MoveSequence
  ) throws(FileError) {
    for (index, one) in packages.enumerated() {
      let folder = root.packages(of: one.tool, one.version)
      if !isDeleted {
        let place = try Trash(root).placeForPackages(of: one.tool, one.version, now: WallClock.now)
        do throws(FileError) {
          try moves.move(folder, to: place)
          continue
        } catch {
          if !error.isOnOtherFileSystem { throw error }
        }
      }
      try moves.move(folder, to: staging.appending("packages-\(index + 1)"))
    }
  }

  /// Returns the links `installs/<tool>/<version>`, by which pins without a lock find the
  /// installation.
  private static func links(
    to installed: InstalledVersion, in root: Root
  ) throws(FileError) -> [FilePath] {
    let folder = root.installs(of: installed.tool)
    let target = FilePath(root.folder(of: installed).lastComponent)
    var links: [FilePath] = []
    for entry in try folder.entriesIfPresent() {
      let path = folder.appending(entry)
      if try path.linkTarget() == target { links.append(path) }
    }
    return links
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
          installed: all.distinctVersions, nearest: []))
    }
    return found
  }
}
