package import Diagnostics
internal import Filesystem
package import Manifests
package import Projects
package import Vocabulary

/// The tools that are used in a directory.
package struct ToolListing: Sendable {
  /// The pins that take effect, sorted by tool.
  package let pins: [SelectedPin]
  /// The locked tools that the project limits to other platforms and that nothing else pins, each
  /// with its line in the lock.
  package let notForPlatform: [(tool: LockedTool, origin: Origin)]
  /// The tools that the project's Toolfile declares but its lock does not contain yet.
  package let notLocked: [Toolfile.Tool]
  /// The tools that an unfinished merge leaves undecided, sorted.
  package let contested: [ContestedPin]
  /// The pins that do not take effect because their version is missing or unknown.
  package let passedOver: [PassedOverPin]
  /// The nearest project, or `nil` if there is none or its files cannot be read.
  package let project: Project?
  /// The installations that the project's lock selects.
  package let planned: [PlannedInstallation]
}

extension Selector {
  /// Reads which tools are used in the directory.
  ///
  /// - Parameter includingProject: Whether ``ToolListing/project`` and ``ToolListing/planned``
  ///   matter. Otherwise, a project whose seal holds is not read.
  /// - Throws: The ``Problem`` with an unreadable file on which a pin may depend, or with an
  ///   invalid variable.
  package func toolListing(includingProject: Bool = true) throws(Problem) -> ToolListing {
    let chain = try pinChain()
    let pins = try chain.pins().sorted { $0.tool < $1.tool }
    let contested = chain.contested.sorted { $0.tool < $1.tool }
    let isRead = includingProject || !contested.isEmpty || !hasWholeProjectSeal
    let folderTools = isRead ? try? folderTools(isReading: true) : nil
    let project = folderTools?.project
    return ToolListing(
      pins: pins,
      notForPlatform: project?.tools(notFor: platform, besides: pins.map(\.tool)) ?? [],
      notLocked: project?.unlockedTools.filter { tool in
        !contested.contains { $0.tool == tool.name }
      } ?? [],
      contested: contested,
      passedOver: chain.directories.flatMap(\.passedOver), project: project,
      planned: folderTools?.locked.map(\.planned) ?? [])
  }
}

extension Project {
  /// Returns the locked tools that have no artifact for a platform because the project limits them
  /// to other platforms, each with its line in the lock. Omits the tools in `pinned`.
  fileprivate func tools(
    notFor platform: Platform, besides pinned: [ToolName]
  ) -> [(tool: LockedTool, origin: Origin)] {
    guard let lock, lock.platforms.contains(platform) else { return [] }
    return lock.tools.filter { $0.artifact(for: platform) == nil && !pinned.contains($0.name) }
      .map { ($0, lock.origin(of: $0.name, in: lockName) ?? .file(lockName)) }
  }
}
