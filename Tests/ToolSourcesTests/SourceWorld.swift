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

/// A root, a server and settings of its own for each test, isolated from the machine's.
struct SourceWorld {
  let folder: TemporaryDirectory
  let server: LoopbackServer
  var variables: [String: String]
  var isOffline = false

  init() throws {
    folder = try TemporaryDirectory()
    server = try LoopbackServer()
    variables = ["HOME": folder.path.string, "BOOTSTRAP_PYPI_INDEX": server.address("/simple/")]
  }

  var path: FilePath { folder.path }
  var root: Root { Root(path.appending("root")) }

  /// The sources as a new process would open them, without retries.
  var sources: SourceProvider {
    let environment = Environment(variables)
    var settings = HTTPClient.Configuration(environment: environment)
    settings.retries.attempts = 1
    return SourceProvider(
      SourceAccess(
        environment: environment, root: root, folder: path, isOffline: isOffline,
        client: HTTPClient(settings)))
  }

  /// Returns the source's knowledge of a tool that is declared by name only.
  func package(
    _ name: String, of source: String = "pypi", at address: String? = nil
  ) async throws
    -> any SourcePackage
  {
    let source = try sources.source(source, address: address)
    return try await source.package(source.request(for: Self.tool(name)))
  }

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
    if let source { line = "source \(source)\n" + line }
    let toolfile = try Toolfile(parsing: Array("\(line)\n".utf8), path: "Toolfile")
    return DeclaredTool(try #require(toolfile.tools.first), toolfile.sources, in: .standard)
  }

  /// Returns the only problem that `body` throws.
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

  struct Unexpected: Error {
    let error: SourceError?
  }
}
