import Diagnostics
import Filesystem
import Layout
import LoopbackServer
import Manifests
import Sandboxes
import SourceKinds
import Testing
import Transport

@testable import ToolSources

/// A test environment with its own root, server, and settings, isolated from those of the
/// machine.
struct SourceWorld {
  /// The folder for all files of the test, removed with this value.
  let folder: TemporaryDirectory
  let server: LoopbackServer
  /// The environment variables that the sources see.
  var variables: [String: String]
  /// Whether the sources may use only cached responses.
  var isOffline = false
  /// The mirrors that are asked instead of ``server``.
  var mirrors = MirrorRules()

  init() throws {
    folder = try TemporaryDirectory()
    server = try LoopbackServer()
    variables = ["HOME": folder.path.string, "BOOTSTRAP_PYPI_INDEX": server.address("/simple/")]
  }

  var path: FilePath { folder.path }
  var root: Root { Root(path.appending("root")) }

  /// The sources as a new process would open them, but without retries.
  var sources: SourceProvider { SourceProvider(access) }

  /// The resources of ``sources``.
  var access: SourceAccess {
    let environment = Environment(variables)
    var settings = HTTPSettings(environment: environment)
    settings.retries.attempts = 1
    settings.mirrors = mirrors
    return SourceAccess(
      environment: environment, root: root, folder: path, isOffline: isOffline,
      client: HTTPClient(settings))
  }

  /// Returns the package of a tool that is declared by name only.
  func package(
    _ name: String, of source: String = "pypi", at address: String? = nil
  ) async throws
    -> any SourcePackage
  {
    let source = try sources.source(source, address: address)
    return try await source.package(source.request(for: Self.tool(name)))
  }

  /// Returns the declaration of a tool in a one-line Toolfile. `more` is appended to the line,
  /// and `source` holds the arguments of a preceding `source` statement. Without one, the source is
  /// `pypi`.
  static func tool(
    _ name: String, package: String? = nil, executables: [String]? = nil,
    more: String = "", source: String? = nil
  ) throws -> DeclaredTool {
    var line = "tool \"\(name)\""
    if let package { line += ", package: \"\(package)\"" }
    if let executables {
      line += ", executables: [\(executables.map { "\"\($0)\"" }.joined(separator: ", "))]"
    }
    line += more
    if source == nil, !SourceCatalog.standard.names.contains(where: { more.contains("\($0):") }) {
      line += ", source: \"pypi\""
    }
    if let source { line = "source \(source)\n" + line }
    let toolfile = try Toolfile(parsing: Array("\(line)\n".utf8), path: "Toolfile")
    return DeclaredTool(try #require(toolfile.tools.first), toolfile.sources, in: .standard)
  }

  /// Returns the only problem that `body` throws. Fails the test unless there is exactly one.
  static func problem(
    _ body: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> SourceProblem {
    let error = await #expect(throws: SourceError.self, sourceLocation: sourceLocation) {
      try await body()
    }
    guard case .problems(let problems)? = error, problems.count == 1 else {
      throw Unexpected(error: error)
    }
    return problems[0]
  }

  /// The error that fails a test whose `body` throws anything but a single problem.
  struct Unexpected: Error {
    let error: SourceError?
  }
}
