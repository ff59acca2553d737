internal import Diagnostics
package import Filesystem
package import Layout
package import Manifests
package import SourceKinds
internal import Synchronization
package import Transport

/// What sources need of the world around them, the same for all of one process.
package struct SourceAccess: Sendable {
  package let environment: Environment
  package let root: Root
  package let settings: Settings
  /// What paths of a Toolfile are relative to: its folder.
  package let folder: FilePath
  /// Whether only replies and files that are kept already may be used.
  package let isOffline: Bool
  package let client: HTTPClient
  /// The user's `config`, as messages name it.
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

  /// What the user's `config` says under one of the keys of `kind`, and where. nil where it says nothing.
  package func setting(_ key: String, of kind: any SourceKind.Type) -> Located<String>? {
    precondition(kind.settings.contains(key), "\(kind.name) does not declare the key \(key)")
    return settings[key].map { Located($0, at: .file(configPath)) }
  }

  /// The one value of its type that all sources of a kind share: what they have read or asked for already.
  package func shared<State: Sendable>(_ make: () -> State) -> State { shared.state(make) }

  var transport: SourceTransport {
    SourceTransport(client: client, root: root, isOffline: isOffline)
  }
}

/// A value for each type.
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
