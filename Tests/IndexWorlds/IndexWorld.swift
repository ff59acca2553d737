package import Filesystem
package import Layout
import LoopbackServer
package import SampleGems
package import SampleWheels
package import Sandboxes
internal import SourceKinds
package import ToolSources
import Transport

/// A test environment: a temporary root, an index on a loopback server, and sources that use
/// nothing else.
package struct IndexWorld {
  private let folder: TemporaryDirectory
  package let index: SimpleIndex
  /// The index of gems, on the same server.
  package let gems: GemServer
  private let kinds: [any OpenableSourceKind.Type]
  /// The only folder on `PATH`, outside the project.
  package let system: TemporaryDirectory

  /// Creates an empty folder and starts a server without pages.
  package init(
    kinds: [any OpenableSourceKind.Type] = ShippedSource.allCases.map(\.openableKind)
  ) throws {
    self.kinds = kinds
    folder = try TemporaryDirectory()
    system = try TemporaryDirectory()
    let server = try LoopbackServer()
    index = SimpleIndex(on: server)
    gems = GemServer(on: server)
  }

  /// The folder of the project. The root is inside it.
  package var path: FilePath { folder.path }
  package var root: Root { Root(path.appending("root")) }

  package var environment: Environment {
    Environment([
      "HOME": system.path.string, "BOOTSTRAP_PYPI_INDEX": index.address,
      "BOOTSTRAP_GEM_INDEX": gems.address,
      "PATH": system.path.string,
    ])
  }

  private var client: HTTPClient {
    var settings = HTTPSettings(environment: environment)
    settings.retries.attempts = 1
    return HTTPClient(settings)
  }

  /// A provider that opens sources as a new process would, with the current settings.
  package var sources: SourceProvider {
    let settings = (try? Settings.read(in: root)) ?? Settings()
    return SourceProvider(
      SourceAccess(
        environment: environment, root: root, settings: settings, folder: path, client: client),
      kinds: kinds)
  }
}
