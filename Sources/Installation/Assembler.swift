package import Diagnostics
package import Filesystem
package import Layout
internal import Projects

/// The third step of an installation: of its fetched files it is made whole in the staging folder, its receipt beside it.
///
/// A further way to assemble is a file with a type of this protocol, and its case in ``Assemblers``.
protocol Assembler: Sendable {
  /// - Parameter staging: the folder in which the installation gets one of its own.
  func assemble(
    _ fetched: FetchedInstallation, in staging: FilePath
  ) async throws(Problem) -> StagedInstallation
}

/// An installation that stands whole in the staging folder.
package struct StagedInstallation: Sendable {
  package let folder: FilePath
  package let receipt: Receipt
}

/// The ways to assemble.
package struct Assemblers: Sendable {
  private let unpacker: Unpacker
  private let staging: FilePath
  private let observe: @Sendable (InstallEvent) -> Void

  /// - Parameters:
  ///   - staging: this process's own folder.
  ///   - observe: called from any thread.
  init(
    _ unpacker: Unpacker, staging: FilePath,
    observe: @escaping @Sendable (InstallEvent) -> Void
  ) {
    self.unpacker = unpacker
    self.staging = staging
    self.observe = observe
  }

  /// Makes an installation in the way that its plan names.
  package func assemble(
    _ fetched: FetchedInstallation
  ) async throws(Problem) -> StagedInstallation {
    let assembler: any Assembler =
      switch fetched.planned.assembly {
      case .unpack: UnpackAssembler(unpacker: unpacker, observe: observe)
      }
    return try await assembler.assemble(fetched, in: staging)
  }
}
