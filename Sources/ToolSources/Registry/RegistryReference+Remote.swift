package import Manifests
internal import TextSearch

extension Toolfile.RegistryReference {
  /// Whether the registry is on a server.
  package var isRemote: Bool {
    switch place {
    case .address(let address): address.contains("://")
    case .repository: true
    }
  }
}
