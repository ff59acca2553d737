internal import Diagnostics
package import Filesystem
package import Layout
package import Manifests
package import SourceKinds
internal import Synchronization
package import Transport

/// The environment of all sources, shared by the whole process.
package struct SourceAccess: Sendable {
  package let environment: Environment
  package let root: Root
  package let settings: Settings
  /// The Toolfile's folder, the base of its relative paths.
  package let folder: FilePath
  /// Whether sources may use only cached replies and files.
  package let isOffline: Bool
  package let client: HTTPClient
  /// The path of the user's `config`, for messages.
  private let configPath: String
  private let shared = SharedStates()

  /// Creates an environment without any shared state yet.
  package init(
    environment: Environment, root: Root, settings: Settings = Settings(), folder: FilePath,
    isOffline: Bool = false, client: HTTPClient, configPath: String = "config"
  ) {
    self.environment = environment
    self.root = root
    self.settings = settings
    self.folder = folder
    self.isOffline = isOffline
    self.client = client
    self.configPath = configPath
  }

  /// Returns the value of a key of `kind` in the user's `config`, with its origin. Returns `nil`
  /// if the key is unset.
  package func setting(_ key: String, of kind: any SourceKind.Type) -> Located<String>? {
    precondition(kind.settings.contains(key), "\(kind.name) does not declare the key \(key)")
    return settings[key].map { Located($0, at: .file(configPath)) }
  }

  /// Returns the value of type `State` that all sources of the process share, such as indexes
  /// that were already read. Calls `make` for the first request of a type.
  package func shared<State: Sendable>(_ make: () -> State) -> State { shared.state(make) }

  var transport: SourceTransport {
    SourceTransport(client: client, root: root, isOffline: isOffline)
  }
}

/// The shared values of sources, at most one of each type.
private final class SharedStates: Sendable {
  private let states = Mutex<[ObjectIdentifier: any Sendable]>([:])

  func state<State: Sendable>(_ make: () -> State) -> State {
    states.withLock { states in
      if let known = states[ObjectIdentifier(State.self)] as? State { return known }
      let state = make()
      states[ObjectIdentifier(State.self)] = state
      return state
    }
  }
}
