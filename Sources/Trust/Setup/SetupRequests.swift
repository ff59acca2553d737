package import Diagnostics
package import Filesystem
package import Manifests
package import Projects
package import Vocabulary

/// What the set-up of a machine for a project asks the user to accept: the hooks of the Toolfile,
/// and packages of the system.
///
/// An install needs none of it. The canonical list of a project's requests contains it all the
/// same, so that `BOOTSTRAP_TRUST` has one value for both.
package struct SetupRequests: Sendable {
  /// The hooks for any platform, in the order of the file.
  package let hooks: [TrustProblem.Request]
  /// The packages of any manager, without duplicates.
  package let packages: [TrustProblem.Request]
  private let platforms: [TrustItem: [Platform]]

  /// All requests, on any platform.
  package var all: [TrustProblem.Request] { hooks + packages }

  /// Collects the requests of a project.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - needs: What builds need from the machine, as definitions of the project state it. Those of
  ///     the shipped and the user's registries need no consent.
  ///   - own: Whether a Toolfile is the user's own. Such a Toolfile asks for nothing.
  package init(
    of project: Project, needs: [Located<HostNeed>], own: OwnToolfile = OwnToolfile()
  ) {
    let toolfile = project.toolfile
    guard !own.includes(project.folder.appending(Toolfile.name)) else {
      (hooks, packages, platforms) = ([], [], [:])
      return
    }
    var platforms: [TrustItem: [Platform]] = [:]
    hooks = toolfile.hooks.map { hook in
      let item = TrustItem.hook(HookText(hook, in: project.filesFolder))
      platforms[item] = hook.platforms
      return TrustProblem.Request(item, origin: hook.origin)
    }
    var packages: [TrustProblem.Request] = []
    var everywhere: Set<TrustItem> = []
    func add(
      _ manager: HostPackageManager, _ name: String, _ origin: Origin, on limits: [Platform]?
    ) {
      let item = TrustItem.hostPackage(manager, name: name)
      if !packages.contains(where: { $0.item == item }) {
        packages.append(TrustProblem.Request(item, origin: origin))
      }
      if let limits {
        platforms[item, default: []] += limits
      } else {
        everywhere.insert(item)
      }
    }
    for statement in toolfile.hostPackages {
      for manager in HostPackageManager.allCases {
        for name in statement.names[manager] ?? [] {
          add(manager, name, statement.origin, on: statement.platforms)
        }
      }
    }
    for need in needs {
      for manager in HostPackageManager.allCases {
        if let name = need.value.packages[manager] { add(manager, name, need.origin, on: nil) }
      }
    }
    self.packages = packages
    self.platforms = platforms.filter { !everywhere.contains($0.key) }
  }

  /// Returns what a set-up of this machine needs.
  ///
  /// - Parameters:
  ///   - folder: The folder that the consent is for.
  ///   - hasHooks: Whether it runs hooks.
  ///   - managers: The package managers that it uses.
  package func needed(
    for folder: FilePath, hooks hasHooks: Bool = true,
    managers: [HostPackageManager] = HostPackageManager.allCases, on platform: Platform = .current
  ) -> FolderRequests {
    var requests = FolderRequests(folder: folder)
    requests.add(
      all.filter { request in
        guard platforms[request.item]?.contains(platform) ?? true else { return false }
        if case .hostPackage(let manager, _) = request.item { return managers.contains(manager) }
        return hasHooks
      })
    requests.cover(all.map(\.item))
    return requests
  }
}
