package import Diagnostics
package import Filesystem
package import Layout
package import Manifests
internal import Projects

/// Whether everything that a folder asks for is there: what `check` says, and what lets `install` do nothing.
package struct FolderState: Sendable {
  /// What is missing, in the order in which it is mended. Empty: nothing.
  package let problems: [Problem]
  /// How many tools are asked for.
  package let count: Int

  /// - Throws: `noManifest` where nothing asks for anything, and what the system has against looking.
  package init(
    of tools: FolderTools, in root: Root, folder: FilePath, platform: Platform
  ) throws(Problem) {
    if tools.isEmpty { throw .project(.noManifest(directory: folder.string)) }
    var problems: [Problem] = []
    if let project = tools.project {
      problems += Self.problems(of: project, tools, root, platform)
    }
    let missing = tools.pins.filter { !$0.isDefaultInstalled(in: root) }
    if !missing.isEmpty { problems.append(.project(.notInstalled(missing.map(\.wanted)))) }
    let unfinished = try onDisk { () throws(FileError) in try root.unfinishedWork() }
    if !unfinished.isEmpty || !root.store.exists || !root.routes.exists {
      problems.append(.project(.unfinishedWork))
    }
    self.problems = problems
    count = tools.count
  }

  private static func problems(
    of project: Project, _ tools: FolderTools, _ root: Root, _ platform: Platform
  ) -> [Problem] {
    guard let lock = project.lock else {
      return [.project(.noLock(toolfile: project.toolfile.path))]
    }
    let difference = project.difference(from: lock)
    if !difference.isEmpty {
      return [.project(.lockIsStale(lock: project.lockName, difference))]
    }
    if let problem = project.platformProblem(of: lock, platform) { return [problem] }
    let lacking = InstallPlan(tools.wanted, in: root).missing
    let damaged = lacking.filter { root.folder(of: $0.installed).exists }
    let missing = lacking.filter { !damaged.contains($0) }
    return (missing.isEmpty ? [] : [.project(.notInstalled(missing.map(\.wanted)))])
      + (damaged.isEmpty ? [] : [.project(.damaged(damaged.map(\.wanted)))])
  }
}

extension SelectedPin {
  package var wanted: WantedVersion {
    WantedVersion(tool: tool.text, version: version.description, origin: origin)
  }

  /// Whether the link that a pin without a lock runs by leads to an installation.
  package func isDefaultInstalled(in root: Root) -> Bool {
    defaultInstallation(in: root) != nil
  }

  /// The installation that a pin without a lock means, where it is there.
  package func defaultInstallation(in root: Root) -> InstalledVersion? {
    guard case .exact(let version) = version,
      let installed = (try? root.defaultInstallation(of: tool, version: version)) ?? nil
    else { return nil }
    return root.folder(of: installed).exists ? installed : nil
  }
}
