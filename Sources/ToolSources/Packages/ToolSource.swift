internal import Diagnostics
package import Manifests
package import SourceKinds
package import Versions

/// A provider of the versions and artifacts of tools.
///
/// Callers query a source in two steps. The first step returns everything that the source knows
/// about a package. Several packages can be requested in parallel. The caller then chooses a
/// version, and the second step returns the facts that the lock records about that version. The
/// source takes no part in the choice, so the choice needs no I/O and can be made by a loop or by
/// a solver.
///
/// To add a source, add a folder to `Sources/ToolSources`, its name to `sourceFolders` in
/// `Package.swift`, and a case to ``ShippedSource``. The folder contains the kind
/// (``SourceKind``), which is compiled into the module `SourceKinds`; its opener
/// (``OpenableSourceKind``); the source (``ToolSource``); and its packages (``SourcePackage``).
package protocol ToolSource: Sendable {
  static var kind: any SourceKind.Type { get }

  /// Returns everything that the source knows about a package, with a single request if possible.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if the package does not exist, or the source is
  ///   unreachable or responds with invalid data.
  func package(_ request: PackageRequest) async throws(SourceError) -> any SourcePackage

  /// Returns the options with which the source would find releases of a package, for the author of
  /// a definition. Empty if the source has no advice.
  ///
  /// - Throws: The errors of ``package(_:)``.
  func missingOptions(
    of request: PackageRequest
  ) async throws(SourceError) -> [LockedDeclaration.Option]
}

extension ToolSource {
  package var name: String { Self.kind.name }
  package var scheme: VersionScheme { Self.kind.scheme }

  /// Returns no options, because most sources need none to find releases.
  package func missingOptions(
    of request: PackageRequest
  ) async throws(SourceError) -> [LockedDeclaration.Option] { [] }

  /// Checks a tool's declaration and returns its request. Uses no I/O.
  ///
  /// - Throws: ``SourceError/problems(_:)`` with all problems of the declaration.
  package func request(for tool: DeclaredTool) throws(SourceError) -> PackageRequest {
    let problems = tool.problems(for: Self.kind)
    guard problems.isEmpty, let package = tool.packageName(in: Self.kind) else {
      throw .problems(problems)
    }
    return PackageRequest(tool, package: package, from: Self.kind)
  }
}
