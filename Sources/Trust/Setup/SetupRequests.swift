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
    var limits: [TrustItem: [Platform]] = [:]
    hooks = toolfile.hooks.map { hook in
      let item = TrustItem.hook(HookText(hook, in: project.filesFolder))
      limits[item] = hook.platforms
      return TrustProblem.Request(item, origin: hook.origin)
    }
    var named = NamedPackages()
    for statement in toolfile.hostPackages { named.add(statement) }
    for need in needs { named.add(need) }
    packages = named.requests
    platforms = limits.merging(named.platforms) { $1 }
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

/// The packages that statements and definitions name, each once.
private struct NamedPackages {
  private(set) var requests: [TrustProblem.Request] = []
  private var limits: [TrustItem: [Platform]] = [:]
  private var everywhere: Set<TrustItem> = []

  /// The platforms of the packages that are not for every platform.
  var platforms: [TrustItem: [Platform]] { limits.filter { !everywhere.contains($0.key) } }

  mutating func add(_ statement: Toolfile.HostPackages) {
    for manager in HostPackageManager.allCases {
      for name in statement.names[manager] ?? [] {
        add(.hostPackage(manager, name: name), statement.origin, on: statement.platforms)
      }
    }
  }

  mutating func add(_ need: Located<HostNeed>) {
    for manager in HostPackageManager.allCases {
      guard let name = need.value.packages[manager] else { continue }
      add(.hostPackage(manager, name: name), need.origin, on: nil)
    }
  }

  private mutating func add(_ item: TrustItem, _ origin: Origin, on platforms: [Platform]?) {
    if !requests.contains(where: { $0.item == item }) {
      requests.append(TrustProblem.Request(item, origin: origin))
    }
    if let platforms {
      limits[item, default: []] += platforms
    } else {
      everywhere.insert(item)
    }
  }
}
