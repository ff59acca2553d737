import Archives
import Cryptography
import Diagnostics
import Filesystem
import Layout
import Manifests
import Projects
import SampleWheels
import SourceKinds
import Testing
import Transport
import Vocabulary

@testable import Installation

/// The assembly of installations from archives and raw programs.
@Suite struct UnpackAssemblerTests {
  private let world: InstallationWorld

  init() throws {
    world = try InstallationWorld()
    try staging.makeDirectories()
  }

  private var staging: FilePath { world.root.staging.appending("work") }

  /// Assembles `planned` from an artifact with these bytes.
  private func unpack(
    _ planned: PlannedInstallation, _ bytes: [UInt8]
  ) async throws -> StagedInstallation {
    let artifact = staging.appending("artifact")
    try artifact.replaceContents(with: bytes, isDurable: false)
    let fetched = FetchedInstallation(
      planned: planned,
      files: planned.files.map { FetchedFile(file: $0, path: artifact, unpacked: nil) })
    return try await Assemblers(
      in: world.root, Unpacker(), .standard, InstallationWorld.builds, staging: staging
    ) { _ in }.assemble(fetched)
  }

  /// Returns the fault for which `bytes` are rejected.
  private func fault(
    _ planned: PlannedInstallation, _ bytes: [UInt8]
  ) async throws -> ArtifactProblem.Fault? {
    let problem = await #expect(throws: Problem.self) { _ = try await unpack(planned, bytes) }
    if case .artifact(let artifact)? = problem { return artifact.fault }
    Issue.record("\(String(describing: problem))")
    return nil
  }

  @Test func `a wheel is unpacked with its executables and a full receipt`() async throws {
    let wheel = Wheel("ruff", "1.0", for: .host).program("ruff")
      .member(ZipMember("ruff/data.txt", "data\n"))
    let planned = try world.planned(wheel)
    let staged = try await unpack(planned, wheel.bytes)

    let program = "content/ruff-1.0.data/scripts/ruff"
    #expect(try staged.folder.entries() == [".receipt", "bin", "content"])
    #expect(try staged.folder.appending("bin").entries() == ["ruff"])
    #expect(try staged.folder.appending("bin/ruff").linkTarget() == FilePath("../\(program)"))
    #expect(staged.folder.appending("bin/ruff").isExecutableFile)
    #expect(!staged.folder.appending("content/ruff/data.txt").isExecutableFile)

    let receipt = staged.receipt
    #expect(try Receipt.read(in: staged.folder) == receipt)
    #expect(receipt.executables.map { "\($0.name) \($0.path)" } == ["ruff \(program)"])
    #expect(receipt.links == [.init(path: "bin/ruff", target: "../\(program)")])
    #expect(receipt.digest == planned.artifact.digest)
    #expect(receipt.size == wheel.bytes.count)
    // The receipt matches the files on disk.
    #expect(receipt.files.count == wheel.members.count + 3)
    for file in receipt.files {
      let path = staged.folder.appending(file.path)
      let found = try Cryptography.SHA256.digest(ofFile: path)
      #expect(found.digest == file.digest)
      #expect(found.size == file.size)
      #expect(try path.status()?.permissions == file.mode)
    }
  }

  @Test func `a raw artifact becomes the program under the tool's name`() async throws {
    let bytes = NativeProgram.bytes(for: .host, script: "echo raw")
    let planned = try world.planned(
      "ruff", "1.0", bytes: bytes, format: "raw", urls: ["https://example.org/ruff"])
    let staged = try await unpack(planned, bytes)
    #expect(staged.folder.appending("bin/ruff").isExecutableFile)
    #expect(staged.receipt.files.map(\.path) == ["content/ruff"])
  }

  @Test func `an executable that the artifact lacks is reported`() async throws {
    let wheel = Wheel("ruff", "1.0", for: .host).member(ZipMember("ruff/data.txt", "data\n"))
    let planned = try world.planned(wheel)
    let fault = try await fault(planned, wheel.bytes)
    guard case .missingExecutables(let missing, let files)? = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
    #expect(missing.map(\.name.text) == ["ruff"])
    #expect(files.contains("ruff/data.txt"))
  }

  @Test func `an executable that the lock does not list is reported if it should`() async throws {
    let wheel = Wheel("ruff", "1.0", for: .host).program("ruff").program("ruffx")
    let planned = try world.planned(wheel)
    let surplus = try #require(ExecutableName("ruffx"))
    #expect(
      try await fault(planned, wheel.bytes)
        == .wrongExecutables(locked: planned.provides, found: planned.provides + [surplus]))
    /// Returns the same installation with other properties of its lock.
    func changed(
      source: String = "pypi", _ options: [LockedDeclaration.Option] = []
    ) -> PlannedInstallation {
      PlannedInstallation(
        tool: planned.tool, version: planned.version,
        declaration: LockedDeclaration(source: source, options: options),
        artifact: planned.artifact, provides: planned.provides)
    }
    try staging.removeTree()
    try staging.makeDirectories()
    // The Toolfile selects executables, or the source states them.
    for legitimate in [changed([.init("executables", "ruff")]), changed(source: "directory")] {
      let staged = try await unpack(legitimate, wheel.bytes)
      #expect(staged.receipt.executables.map(\.name.text) == ["ruff"])
      try staged.folder.removeTree()
    }
  }

  @Test(arguments: ["../out", "/out", "a/../../out"])
  func `a member that escapes the folder is rejected by name`(_ name: String) async throws {
    let wheel = Wheel("ruff", "1.0", for: .host).program("ruff").member(ZipMember(name, "x"))
    let planned = try world.planned(wheel)
    #expect(
      try await fault(planned, wheel.bytes)
        == .archive(.member(name, name == "/out" ? .path(.absolute) : .path(.dots))))
    #expect(!world.root.staging.appending("out").exists)
  }

  @Test func `an unknown format is reported by name`() async throws {
    let planned = try world.planned(
      "ruff", "1.0", bytes: Array("7z".utf8), format: "7z", urls: ["https://example.org/ruff"])
    #expect(
      try await fault(planned, Array("7z".utf8)) == .unknownFormat("7z", known: ArchiveFormat.names)
    )
  }

  @Test(arguments: ["wheel", "tar.gz"])
  func `an artifact that is not in its format is rejected`(_ format: String) async throws {
    let planned = try world.planned(
      "ruff", "1.0", bytes: Array("no archive".utf8), format: format,
      urls: ["https://example.org/ruff"])
    let fault = try await fault(planned, Array("no archive".utf8))
    guard case .archive? = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
  }
}
