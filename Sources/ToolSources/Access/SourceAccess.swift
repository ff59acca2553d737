internal import Diagnostics
package import Filesystem
package import Layout
package import Manifests
package import SourceKinds
internal import Synchronization
package import Transport

/// What sources need from their environment, shared by the whole process.
package struct SourceAccess: Sendable {
  package let environment: Environment
  package let root: Root
  package let settings: Settings
  /// The Toolfile's folder, the base of its relative paths.
  package let folder: FilePath
  /// Whether sources may use only cached replies and files.
  package let isOffline: Bool
  package let client: HTTPClient
  /// The path of the user's `config` in messages.
  private let configPath: String
  private let shared = SharedStates()

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

  /// The value of a key of `kind` in the user's `config`, with its origin. nil if unset.
  package func setting(_ key: String, of kind: any SourceKind.Type) -> Located<String>? {
    precondition(kind.settings.contains(key), "\(kind.name) does not declare the key \(key)")
    return settings[key].map { Located($0, at: .file(configPath)) }
  }

  /// The value that all sources of a kind share, one per type: what was read or requested already.
  package func shared<State: Sendable>(_ make: () -> State) -> State { shared.state(make) }

  var transport: SourceTransport {
    SourceTransport(client: client, root: root, isOffline: isOffline)
  }
}

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
