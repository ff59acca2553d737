package import Diagnostics
package import Filesystem
package import Layout
internal import Projects
internal import SourceKinds

/// Assembles fetched files into a complete installation with its receipt, in the staging area.
///
/// To add another way to assemble installations, add a conforming type and select it in
/// ``Assemblers``.
protocol Assembler: Sendable {
  /// Assembles `fetched` in a new folder.
  ///
  /// - Parameters:
  ///   - fetched: The verified files.
  ///   - staging: The parent of the new folder.
  /// - Throws: ``Problem/artifact(_:)`` if an artifact is faulty, ``Problem/system(_:)`` if a
  ///   system call fails, or ``Problem/interrupted`` if the task is canceled.
  func assemble(
    _ fetched: FetchedInstallation, in staging: FilePath
  ) async throws(Problem) -> StagedInstallation
}

/// A complete installation in the staging area.
package struct StagedInstallation: Sendable {
  package let folder: FilePath
  package let receipt: Receipt
}

/// Selects the assembler for each installation.
package struct Assemblers: Sendable {
  private let unpacker: Unpacker
  private let catalog: SourceCatalog
  private let staging: FilePath
  private let observe: @Sendable (InstallEvent) -> Void

  /// Creates the assemblers of an install.
  ///
  /// - Parameters:
  ///   - unpacker: Unpacks the artifacts of all installations.
  ///   - catalog: The known kinds of sources.
  ///   - staging: This process's folder in the staging area.
  ///   - observe: Receives events, on any thread.
  init(
    _ unpacker: Unpacker, _ catalog: SourceCatalog, staging: FilePath,
    observe: @escaping @Sendable (InstallEvent) -> Void
  ) {
    self.unpacker = unpacker
    self.catalog = catalog
    self.staging = staging
    self.observe = observe
  }

  /// Assembles an installation in the way that its plan specifies.
  package func assemble(
    _ fetched: FetchedInstallation
  ) async throws(Problem) -> StagedInstallation {
    let assembler: any Assembler =
      switch fetched.planned.assembly {
      case .unpack: UnpackAssembler(unpacker: unpacker, catalog: catalog, observe: observe)
      }
    return try await assembler.assemble(fetched, in: staging)
  }
}
