import Archives
import Cryptography
import Diagnostics
import Filesystem
import Installation
import Layout
import LoopbackServer
import Manifests
import Projects
import SampleWheels
import Testing
import Transport
import Vocabulary

/// The contents of installations as they follow from kept downloads.
@Suite struct KeptDownloadsTests {
  private let world: InstallationWorld

  init() throws {
    world = try InstallationWorld()
  }

  private func contents(
    _ specification: InstallationSpecification
  ) async throws -> Result<ExpectedContents, KeptDownloadFault> {
    try await KeptDownloads(in: world.root, workers: WorkerPool()).contents(of: specification)
  }

  private func specification(_ planned: PlannedInstallation) -> InstallationSpecification {
    InstallationSpecification(planned, in: world.root)
  }

  /// Returns the fault of the kept downloads of `planned`, or `nil` if there is none.
  private func fault(_ planned: PlannedInstallation) async throws -> KeptDownloadFault? {
    if case .failure(let fault) = try await contents(specification(planned)) {
      return fault
    }
    return nil
  }

  /// Returns the planned installation of an artifact of these bytes.
  private func planned(
    _ format: String, _ bytes: [UInt8], provides: [String] = ["ruff"],
    options: [LockedDeclaration.Option] = [], parts: [ArtifactPart] = []
  ) throws -> PlannedInstallation {
    world.server.serve("/artifact", .file(bytes))
    let plain = try world.planned(
      "ruff", "1.0", bytes: bytes, format: format, urls: [world.server.address("/artifact")])
    return PlannedInstallation(
      tool: plain.tool, version: plain.version,
      declaration: LockedDeclaration(source: "pypi", options: options), artifact: plain.artifact,
      parts: parts, provides: try provides.map { try #require(ExecutableName($0)) })
  }

  /// Installs `planned`, and expects the kept downloads to give the same contents, even after a
  /// reinstallation from them.
  private func expectAgreement(
    _ planned: PlannedInstallation, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let receipt = try #require(try await world.install([planned]).first)
    for specification in [
      specification(planned), InstallationSpecification(receipt),
    ] {
      let expected = try await contents(specification).get()
      #expect(expected.receipt == receipt, sourceLocation: sourceLocation)
      let folder = world.root.folder(of: planned.installed)
      for file in receipt.files {
        let found = try Cryptography.SHA256.digest(ofFile: folder.appending(file.path))
        #expect(expected.digest(of: file) == found.digest, sourceLocation: sourceLocation)
      }
    }
    try world.root.folder(of: planned.installed).removeTree()
    let remade = try #require(
      try PlannedInstallation(remaking: receipt.withoutFiles, from: world.root),
      sourceLocation: sourceLocation)
    #expect(try await world.install([remade]) == [receipt], sourceLocation: sourceLocation)
  }

  @Test func `only what its intact downloads and its content id prove is made again`() async throws
  {
    let planned = try planned("raw", Array("#!/bin/sh\n".utf8))
    let origin = try #require(try await world.install([planned]).first).withoutFiles
    #expect(try PlannedInstallation(remaking: origin, from: world.root)?.id == planned.id)
    // The origin has a different executable than the content id.
    let executable = Receipt.Executable(
      name: try #require(ExecutableName("sh")), path: "content/sh")
    #expect(try PlannedInstallation(remaking: origin.with(executable), from: world.root) == nil)
    try world.root.download(origin.digest).replaceContents(with: Array("#!/bin/false\n".utf8))
    #expect(try PlannedInstallation(remaking: origin, from: world.root) == nil)
    #expect(!world.root.download(origin.digest).exists)
  }

  @Test(arguments: [Wheel.Record.names, .digests, .wrongDigests])
  func `a wheel gives its files, links, and executables`(record: Wheel.Record) async throws {
    var wheel = Wheel("ruff", "1.0", for: .host).program("ruff")
      .member(ZipMember("ruff/data", "data\n"))
    wheel.record = record
    try await expectAgreement(world.planned(wheel))
  }

  @Test func `a wheel gives executables by their first bytes and declared paths`() async throws {
    let wheel = Wheel("ruff", "1.0", for: .host).program("ruff").program("other")
    try await expectAgreement(planned("wheel", wheel.bytes, provides: ["other", "ruff"]))
    let path = "ruff-1.0.data/scripts/other"
    try await expectAgreement(
      planned(
        "wheel", wheel.bytes, provides: ["x"], options: [.init("executables", "x=\(path)")]))
  }

  @Test func `a tar gives links to files as executables`() async throws {
    var tar = TarWriter()
    tar.add("ruff-1.0/lib/ruff", "#!/bin/sh\n")
    tar.add("ruff-1.0/lib/data", "data\n")
    tar.add("ruff-1.0/bin/ruff", linkTo: "../lib/ruff")
    try await expectAgreement(planned("tar", tar.bytes))
  }

  @Test func `a zip and a raw program with parts give all files`() async throws {
    var zip = ZipWriter()
    zip.add("bin/ruff", "#!/bin/sh\n")
    zip.add("data", "data\n")
    try await expectAgreement(planned("zip", zip.bytes))

    let text = Array("good morning\n".utf8)
    world.server.serve("/words", .file(text))
    let part = ArtifactPart(
      platform: nil, name: try #require(PartName("words")),
      version: try #require(VersionText("3.1")), format: .raw,
      digest: Cryptography.SHA256.digest(of: text), size: text.count,
      url: try #require(ArtifactURL(world.server.address("/words"))))
    let raw = try planned("raw", Array("#!/bin/sh\n".utf8), parts: [part])
    try await expectAgreement(raw)
    #expect(try await fault(raw) == nil)
    // Every download is needed.
    try world.root.download(part.digest).removeFile()
    #expect(try await fault(raw) == .missing)
  }

  @Test(arguments: [
    ("tar", [LockedDeclaration.Option(LockedDeclaration.buildKey, "make")]), ("gem", []),
  ])
  func `a kept download that does not determine the files is verified all the same`(
    format: String, options: [LockedDeclaration.Option]
  ) async throws {
    let built = try planned(format, Array("source".utf8), options: options)
    #expect(try await fault(built) == .built)
    let path = world.root.download(built.artifact.digest)
    try world.root.downloads.makeDirectories()
    try path.createFile(with: "source".utf8)
    #expect(try await fault(built) == .built)
    try path.removeFile()
    try path.createFile(with: "changed".utf8)
    #expect(try await fault(built) == .altered(path: path.string))
  }

  @Test func `a download that is missing, changed, or no such artifact gives nothing`()
    async throws
  {
    let wheel = Wheel("ruff", "1.0", for: .host).program("ruff")
    let planned = try world.planned(wheel)
    #expect(try await fault(planned) == .missing)
    _ = try await world.install([planned])
    #expect(try await fault(planned) == nil)
    let path = world.root.download(planned.artifact.digest)

    // The lock states another size than the file has.
    let resized = PlannedInstallation(
      tool: planned.tool, version: planned.version, declaration: planned.declaration,
      artifact: Artifact(
        platform: .current, format: .wheel, digest: planned.artifact.digest,
        size: planned.artifact.size + 1, urls: planned.artifact.urls),
      provides: planned.provides)
    let size = planned.artifact.size
    #expect(try await fault(resized) == .otherSize(locked: size + 1, actual: size))

    let renamed = try self.planned("wheel", wheel.bytes, provides: ["other"])
    guard case .unusable(.missingExecutables(let missing, _))? = try await fault(renamed) else {
      Issue.record("\(String(describing: try await fault(renamed)))")
      return
    }
    #expect(missing.map(\.name.text) == ["other"])
    let tar = try self.planned("tar.gz", wheel.bytes)
    guard case .unusable(.archive)? = try await fault(tar) else {
      Issue.record("\(String(describing: try await fault(tar)))")
      return
    }
    let unknown = try self.planned("7z", wheel.bytes)
    #expect(try await fault(unknown) == .unusable(.unknownFormat("7z", known: ArchiveFormat.names)))

    try path.replaceContents(with: wheel.bytes + [0])
    #expect(try await fault(planned) == .altered(path: path.string))
    try path.removeFile()
    try path.makeDirectory()
    guard case .unreadable(path.string, _)? = try await fault(planned) else {
      Issue.record("\(String(describing: try await fault(planned)))")
      return
    }
    // A device without an end is not read.
    try path.removeTree()
    try path.makeLink(to: "/dev/zero")
    #expect(try await fault(planned) == .altered(path: path.string))
  }
}

extension Receipt {
  /// Returns a copy of the receipt with one executable and without files and links.
  fileprivate func with(_ executable: Executable) -> Receipt {
    Receipt(
      tool: tool, version: version, id: id, source: source, platform: platform, format: format,
      digest: digest, size: size, build: build, parts: parts, executables: [executable], files: [],
      links: [])
  }
}
