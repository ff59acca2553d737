package import Diagnostics
package import Filesystem
package import Manifests
package import Projects
package import Vocabulary

/// The requests of a project for `setup`: the Toolfile's hooks, and system packages.
///
/// An install needs none of them. The canonical list of a project's requests contains them anyway,
/// so that one value of `BOOTSTRAP_TRUST` works for both.
package struct SetupRequests: Sendable {
  /// The hooks for every platform, in the order of the file.
  package let hooks: [TrustProblem.Request]
  /// The packages of every manager, without duplicates.
  package let packages: [TrustProblem.Request]
  private let platforms: [TrustItem: [Platform]]

  /// All requests, for every platform.
  package var all: [TrustProblem.Request] { hooks + packages }

  /// Collects the requests of a project.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - needs: The host needs of builds according to the project's definitions. The needs in the
  ///     shipped registry and the user's registries need no consent.
  ///   - own: Decides whether a Toolfile is the user's own, and so makes no requests.
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

  /// Returns the requests that a setup of this machine needs.
  ///
  /// - Parameters:
  ///   - folder: The folder that the consent is for.
  ///   - hasHooks: Whether the setup runs hooks.
  ///   - managers: The package managers that the setup uses.
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
