package import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
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

/// Selects the assembler for each installation.
package struct Assemblers: Sendable {
  private let root: Root
  private let unpacker: Unpacker
  private let catalog: SourceCatalog
  private let builds: BuildSettings
  private let staging: FilePath
  /// Allows one build at a time, because each uses all processors.
  private let buildTurn = AsyncSemaphore(1)
  private let observe: @Sendable (InstallEvent) -> Void

  /// Creates the assemblers of an install.
  ///
  /// - Parameters:
  ///   - root: The root that will contain the installations.
  ///   - unpacker: Unpacks the artifacts of all installations.
  ///   - catalog: The known kinds of sources.
  ///   - builds: The settings of builds.
  ///   - staging: This process's folder in the staging area.
  ///   - observe: Receives events, on any thread.
  init(
    in root: Root, _ unpacker: Unpacker, _ catalog: SourceCatalog, _ builds: BuildSettings,
    staging: FilePath, observe: @escaping @Sendable (InstallEvent) -> Void
  ) {
    self.root = root
    self.unpacker = unpacker
    self.builds = builds
    self.catalog = catalog
    self.staging = staging
    self.observe = observe
  }

  /// Assembles an installation in the way that its plan specifies. The tools that a build uses must
  /// already be installed.
  package func assemble(
    _ fetched: FetchedInstallation
  ) async throws(Problem) -> StagedInstallation {
    switch fetched.planned.assembly {
    case .unpack:
      let assembler = UnpackAssembler(
        root: root, unpacker: unpacker, catalog: catalog, observe: observe)
      return try await assembler.assemble(fetched, in: staging)
    case .gems:
      let assembler = GemAssembler(
        root: root, unpacker: unpacker, settings: builds, observe: observe)
      return try await buildTurn.run { () async throws(Problem) in
        try await assembler.assemble(fetched, in: staging)
      }
    case .build(let steps, _, _):
      let assembler = BuildAssembler(
        root: root, unpacker: unpacker, steps: steps,
        tools: fetched.planned.dependencies.map(root.folder), settings: builds, observe: observe)
      return try await buildTurn.run { () async throws(Problem) in
        FileLock.announce(fetched.planned.title, at: root.stagingLock)
        defer { FileLock.announce(nil, at: root.stagingLock) }
        return try await assembler.assemble(fetched, in: staging)
      }
    }
  }
}
