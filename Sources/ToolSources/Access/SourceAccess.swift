package import Filesystem
package import Layout
package import Manifests
package import Selection
package import SourceKinds
internal import Synchronization
package import Transport
package import Trust
internal import Vocabulary

/// The resources that all sources of the process share: settings, the root, the HTTP client,
/// and shared values.
package struct SourceAccess: Sendable {
  package let environment: Environment
  /// The root that stores downloads and cached responses.
  package let root: Root
  /// The user's settings.
  package let settings: Settings
  /// The Toolfile's folder. The relative paths of sources start there.
  package let folder: FilePath
  /// Whether sources may use only cached responses and local files.
  package let isOffline: Bool
  package let client: HTTPClient
  /// The machine's policy.
  package let policy: Policy
  /// The path of the user's `config`, for messages.
  package let configPath: String
  private let shared = SharedStates()

  /// Creates the resources, without any shared values yet.
  package init(
    environment: Environment, root: Root, settings: Settings = Settings(), folder: FilePath,
    isOffline: Bool = false, client: HTTPClient, policy: Policy = .none,
    configPath: String = "config"
  ) {
    self.environment = environment
    self.root = root
    self.settings = settings
    self.folder = folder
    self.isOffline = isOffline
    self.client = client
    self.policy = policy
    self.configPath = configPath
  }

  /// The folder of the repository that contains the Toolfile.
  var repository: FilePath { folder.repository(home: environment.path("HOME")) }

  /// The programs of the system that sources may run.
  package var helpers: HelperPrograms {
    HelperPrograms(environment, root: root, project: folder)
  }

  /// Returns the resources for another project, with the same client.
  package func inProject(at folder: FilePath) -> SourceAccess {
    SourceAccess(
      environment: environment, root: root, settings: settings, folder: folder,
      isOffline: isOffline, client: client, policy: policy, configPath: configPath)
  }

  /// Returns the value of a key in the user's `config`, with its origin, or `nil` if the key is
  /// unset. `key` must be one of the keys that `kind` declares.
  package func setting(_ key: String, of kind: any SourceKind.Type) -> Located<String>? {
    precondition(kind.settings.contains(key), "\(kind.name) does not declare the key \(key)")
    return settings[key].map { Located($0, at: .file(configPath)) }
  }

  /// The paths of the user's registries, keyed by the names that their definitions use.
  package var registryPaths: [String: String] {
    Dictionary(
      settings.registries.map { ($0, root.path.resolving(FilePath($0)).string) }
    ) { first, _ in first }
  }

  /// Returns the value of type `State` that all sources of the process share, such as the
  /// indexes that have been read. The first call for a type creates the value with `make`. `make`
  /// runs while a mutex is locked, so it must not call this function.
  package func shared<State: Sendable>(_ make: () -> State) -> State { shared.state(make) }

  /// The transport for requests. It uses the client and the root of this instance.
  var transport: SourceTransport {
    SourceTransport(
      client: client, root: root, downloads: downloads, isOffline: isOffline,
      ruleAboutStatements: policy.statementDemand?.line)
  }

  /// The folder of the files that sources download to examine them.
  var downloads: DownloadFolder { shared { DownloadFolder(root, environment) } }
}

/// The shared values of sources, at most one of each type.
private final class SharedStates: Sendable {
  private let states = Mutex<[ObjectIdentifier: any Sendable]>([:])

  /// Returns the value of type `State`. Creates it with `make` if there is none yet.
  func state<State: Sendable>(_ make: () -> State) -> State {
    states.withLock { states in
      if let known = states[ObjectIdentifier(State.self)] as? State { return known }
      let state = make()
      states[ObjectIdentifier(State.self)] = state
      return state
    }
  }
}
