package import Diagnostics
package import Filesystem
package import Layout
package import Transport
package import Versions

/// The sources that there are, made by name.
package struct SourceCatalog: Sendable {
  /// What sources need of the world around them.
  package struct Settings: Sendable {
    package let environment: Environment
    package let root: Root
    /// What paths of a Toolfile are relative to: its folder.
    package let folder: FilePath
    /// Whether only replies and files that are kept already may be used.
    package let isOffline: Bool
    /// The address of the Python index in our own configuration, and where it stands. nil where it says nothing.
    package let configuredIndex: (text: String, origin: Origin)?

    package init(
      environment: Environment, root: Root, folder: FilePath, isOffline: Bool = false,
      configuredIndex: (text: String, origin: Origin)? = nil
    ) {
      self.environment = environment
      self.root = root
      self.folder = folder
      self.isOffline = isOffline
      self.configuredIndex = configuredIndex
    }
  }

  /// As a Toolfile names them.
  package static let names = [DirectorySource.name, PyPISource.name]

  private let settings: Settings
  private let transport: SourceTransport
  private let indexes: PyPIIndexes
  private let folders = DirectoryIndexes()

  package init(_ settings: Settings, client: HTTPClient) {
    self.settings = settings
    transport = SourceTransport(
      client: client, root: settings.root, isOffline: settings.isOffline)
    indexes = PyPIIndexes(
      settings: IndexSettings(
        configured: settings.configuredIndex, environment: settings.environment),
      root: settings.root)
  }

  /// What it was made with.
  package var environment: Environment { settings.environment }
  package var root: Root { settings.root }

  /// How versions of the source of that name are read, without its address. nil for a source that is not known.
  package static func scheme(of name: String) -> VersionScheme? {
    switch name {
    case PyPISource.name: PyPISource.scheme
    case DirectorySource.name: DirectorySource.scheme
    default: nil
    }
  }

  /// The source of that name.
  ///
  /// - Parameters:
  ///   - address: What the Toolfile gives it. nil: what the user's settings say.
  ///   - origin: Who names the source. nil where nobody does, and it is the default.
  package func source(
    _ name: String, address: String? = nil, origin: Origin? = nil
  ) throws(SourceError) -> any ToolSource {
    switch name {
    case PyPISource.name:
      return try PyPISource(
        address: address, origin: origin, indexes: indexes, transport: transport)
    case DirectorySource.name:
      return try DirectorySource(
        address: address, origin: origin, folder: settings.folder, indexes: folders)
    default:
      throw .problems([
        SourceProblem(source: name, origin: origin, fault: .unknownSource(known: Self.names))
      ])
    }
  }

  /// What must be shown to `site` for a file of the user's own index. nil for all other sites.
  package func credentials(for site: Site) -> Credentials? {
    indexes.credentials(for: site)
  }
}
