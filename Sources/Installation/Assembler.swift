package import Diagnostics
package import Filesystem
package import Layout
internal import Projects

/// Assembles fetched files into a complete installation, with its receipt, in the staging folder.
///
/// To add a way to assemble, add a conforming type and select it in ``Assemblers``.
protocol Assembler: Sendable {
  /// - Parameter staging: the folder in which to create the installation's folder.
  func assemble(
    _ fetched: FetchedInstallation, in staging: FilePath
  ) async throws(Problem) -> StagedInstallation
}

/// An installation that is complete in the staging folder.
package struct StagedInstallation: Sendable {
  package let folder: FilePath
  package let receipt: Receipt
}

/// Selects the assembler of each installation.
package struct Assemblers: Sendable {
  private let unpacker: Unpacker
  private let staging: FilePath
  private let observe: @Sendable (InstallEvent) -> Void

  /// `staging` is the folder of this process; `observe` is called on any thread.
  init(
    _ unpacker: Unpacker, staging: FilePath,
    observe: @escaping @Sendable (InstallEvent) -> Void
  ) {
    self.unpacker = unpacker
    self.staging = staging
    self.observe = observe
  }

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
