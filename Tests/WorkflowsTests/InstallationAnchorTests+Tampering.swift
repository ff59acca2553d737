import Cryptography
import Diagnostics
import Filesystem
import Installation
import Inventory
import Layout
import LoopbackServer
import Projects
import SampleWheels
import Testing
import Transport
import Vocabulary

@testable import Workflows

/// Installations, and their changes together with their receipts.
extension InstallationAnchorTests {
  /// The data file of every installation in these tests.
  static let data = "content/ruff/data"

  /// Plans the installation of a wheel with a program and a data file.
  func wheel() throws -> PlannedInstallation {
    try world.planned(
      Wheel("ruff", "1.0", for: .host).program("ruff").member(ZipMember("ruff/data", "data\n")))
  }

  /// Plans the installation of an artifact of another format.
  func planned(_ format: String, _ bytes: [UInt8]) throws -> PlannedInstallation {
    world.index.server.serve("/artifact-\(format)", .file(bytes))
    let wheel = try wheel()
    // The install asks the index for the digest, whatever the file is called there.
    world.index.publish(Wheel("ruff", "1.0", tag: "py3-none-any")) { $0.replace(bytes: bytes) }
    return PlannedInstallation(
      tool: wheel.tool, version: wheel.version, declaration: wheel.declaration,
      artifact: Artifact(
        platform: .current, format: try #require(ArtifactFormat(format)),
        digest: Cryptography.SHA256.digest(of: bytes), size: bytes.count,
        urls: [try #require(ArtifactURL(world.index.server.address("/artifact-\(format)")))]),
      provides: wheel.provides)
  }

  func tar() throws -> PlannedInstallation {
    var tar = TarWriter()
    tar.add("ruff/bin/ruff", "#!/bin/sh\n", isExecutable: true)
    tar.add("ruff/data", "data\n")
    tar.add("ruff/link", linkTo: "data")
    return try planned("tar", tar.bytes)
  }

  func zip() throws -> PlannedInstallation {
    var zip = ZipWriter()
    zip.add("bin/ruff", "#!/bin/sh\n")
    zip.add("ruff/data", "data\n")
    return try planned("zip", zip.bytes)
  }

  func folder(_ planned: PlannedInstallation) -> FilePath {
    world.root.folder(of: planned.installed)
  }

  /// Changes the receipt of an installation.
  func changeReceipt(
    _ planned: PlannedInstallation, _ change: (Receipt) throws -> Receipt
  ) throws {
    let receipt = try #require(try Receipt.read(in: folder(planned)))
    try folder(planned).appending(Receipt.fileName).replaceContents(with: change(receipt).text)
  }

  /// Replaces a file by another of the same size, and corrects its digest in the receipt.
  func tamper(_ planned: PlannedInstallation, _ path: String = data) throws {
    let file = folder(planned).appending(path)
    let bytes = Array(try file.contents(limit: 1 << 20).reversed())
    let permissions = try #require(try file.status()).permissions
    try file.replaceContents(with: bytes)
    try file.setPermissions(permissions)
    try changeReceipt(planned) { receipt in
      receipt.with(
        files: receipt.files.map { old in
          old.path == path
            ? .init(
              path: path, mode: old.mode, size: bytes.count,
              digest: Cryptography.SHA256.digest(of: bytes)) : old
        })
    }
  }

  /// The damage that ``tamper(_:_:)`` does.
  var tampered: InstallationDamage.Kind {
    .files([FileDamage(path: Self.data, fault: .digest)], receipt: .changed)
  }

  /// Replaces a link, in the folder and in the receipt.
  func redirect(_ planned: PlannedInstallation, _ path: String, to target: String) throws {
    let link = folder(planned).appending(path)
    try link.removeFile()
    try link.makeLink(to: FilePath(target))
    try changeReceipt(planned) { receipt in
      receipt.with(
        links: receipt.links.map { $0.path == path ? .init(path: path, target: target) : $0 })
    }
  }

  func removeStore() throws {
    for suffix in ["", "-wal", "-shm"] {
      try FilePath(world.root.store.string + suffix).removeFile()
    }
  }

  /// Removes the store, and rebuilds it from the receipts as the next change of the root does.
  func rebuildStore() async throws {
    try removeStore()
    try await RootChange(
      root: world.root, environment: Environment([:]), inventorySource: world.inventorySource
    ) { _ in }.run("test") {
      _, _ in
    }
  }
}

extension Receipt {
  /// Returns a copy with these properties.
  func with(
    files: [File]? = nil, links: [Link]? = nil, format: ArtifactFormat? = nil,
    source: String? = nil
  ) -> Receipt {
    Receipt(
      tool: tool, version: version, id: id, source: source ?? self.source, platform: platform,
      format: format ?? self.format, digest: digest, size: size, parts: parts,
      executables: executables, files: files ?? self.files, links: links ?? self.links)
  }
}
