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

/// The verification of installations that were changed together with their receipts.
@Suite struct InstallationAnchorTests {
  let world: WorkflowWorld

  init() throws {
    world = try WorkflowWorld(inventory: .store)
  }

  private func verify(
    _ planned: PlannedInstallation, locked: Bool = false, trustsRoot: Bool = true
  ) async throws -> VerifyWorkflow.Result {
    let verifying = VerifyWorkflow(
      root: world.root, locked: locked ? [planned] : [], trustsRoot: trustsRoot)
    return try #require(try await verifying.verify([planned.installed]).results.first)
  }

  @Test func `a file changed with its receipt differs from the kept download`() async throws {
    for planned in [try wheel(), try zip(), try tar()] {
      try await world.install([planned])
      #expect(try await verify(planned).isWhole)
      try tamper(planned)
      #expect(try await verify(planned).damage?.kind == tampered)
      #expect(try await verify(planned, locked: true).damage?.kind == tampered)
      // A store that repeats the changed receipt makes no difference.
      try await rebuildStore()
      let result = try await verify(planned)
      #expect(result.damage?.kind == tampered)
      #expect(result.unanchored == nil && result.download == nil)
    }
  }

  @Test func `without a download, the record that the install made counts`() async throws {
    for planned in [try wheel(), try zip(), try tar()] {
      try await world.install([planned])
      try world.root.download(planned.artifact.digest).removeFile()
      let result = try await verify(planned)
      #expect(result.isWhole)
      #expect(result.download == .missing)
      try tamper(planned)
      #expect(try await verify(planned).damage?.kind == tampered)
    }
  }

  @Test func `without a download and a record, an installation is not verified`() async throws {
    let planned = try wheel()
    try await world.install([planned])
    try world.root.download(planned.artifact.digest).removeFile()
    try tamper(planned)
    for fault in [RecordFault.rebuilt, .missing] {
      if fault == .rebuilt { try await rebuildStore() } else { try removeStore() }
      let result = try await verify(planned)
      #expect(!result.isWhole)
      #expect(
        result.unanchored
          == UnanchoredInstallation(
            tool: planned.tool, version: planned.version, download: .missing, record: fault))
      // It agrees with its receipt, so there is no known damage, but that is no verification.
      #expect(result.damage == nil)
      #expect(result.fileCount == 5)
      #expect(try await verify(planned).before == nil)
    }
    try world.root.store.replaceContents(with: Array("no store".utf8))
    #expect(try await verify(planned).unanchored?.record == .unreadable)
    try removeStore()

    // Damage is found all the same.
    try folder(planned).appending(Self.data).replaceContents(with: Array("more\n".utf8))
    let result = try await verify(planned)
    #expect(result.damage?.kind == .files([FileDamage(path: Self.data, fault: .digest)]))
    #expect(result.unanchored != nil)

    // A forced install makes the installation verifiable.
    try await world.install([planned], isForced: true)
    #expect(try await verify(planned).isWhole)
    try world.root.download(planned.artifact.digest).removeFile()
    #expect(try await verify(planned).isWhole)
  }

  @Test func `a changed download does not count`() async throws {
    let planned = try wheel()
    try await world.install([planned])
    let path = world.root.download(planned.artifact.digest)
    let other = Wheel("ruff", "1.0", for: .host).program("ruff")
      .member(ZipMember("ruff/data", "evil\n"))
    try path.replaceContents(with: other.bytes)
    for isLocked in [false, true] {
      let result = try await verify(planned, locked: isLocked)
      #expect(!result.isWhole)
      #expect(result.damage == nil)
      #expect(result.download == .altered(path: path.string))
    }
    try tamper(planned)
    #expect(try await verify(planned).damage?.kind == tampered)
    try await rebuildStore()
    let result = try await verify(planned)
    #expect(result.damage == nil)
    #expect(result.unanchored?.download == .altered(path: path.string))
  }

  @Test(arguments: [true, false])
  func `a redirected executable differs, even if its receipt says so`(
    isKept: Bool
  ) async throws {
    let planned = try tar()
    try await world.install([planned])
    if !isKept { try world.root.download(planned.artifact.digest).removeFile() }
    try redirect(planned, "bin/ruff", to: "/bin/sh")
    let bin = FileDamage(
      path: "bin/ruff", fault: .link(expected: "../content/ruff/bin/ruff", actual: "/bin/sh"))
    #expect(try await verify(planned).damage?.kind == .files([bin], receipt: .changed))
    try redirect(planned, "content/ruff/link", to: "/etc/passwd")
    let link = FileDamage(
      path: "content/ruff/link", fault: .link(expected: "data", actual: "/etc/passwd"))
    #expect(try await verify(planned).damage?.kind == .files([bin, link], receipt: .changed))
  }

  @Test func `a link to an intact folder differs`() async throws {
    let planned = try wheel()
    try await world.install([planned])
    let other = world.path.appending("other")
    try folder(planned).rename(to: other)
    try folder(planned).makeLink(to: other)
    #expect(
      try await verify(planned).damage?.kind == .files([FileDamage(path: ".", fault: .kind)]))
  }

  @Test(arguments: [true, false])
  func `an added or removed file differs, even if its receipt says so`(
    isKept: Bool
  ) async throws {
    let planned = try wheel()
    try await world.install([planned])
    if !isKept { try world.root.download(planned.artifact.digest).removeFile() }
    let evil = Array("evil\n".utf8)
    try folder(planned).appending("content/evil").replaceContents(with: evil)
    try folder(planned).appending(Self.data).removeFile()
    try changeReceipt(planned) { receipt in
      receipt.with(
        files: receipt.files.filter { $0.path != Self.data }
          + [
            .init(
              path: "content/evil", mode: 0o644, size: 5,
              digest: Cryptography.SHA256.digest(of: evil))
          ])
    }
    #expect(
      try await verify(planned).damage?.kind
        == .files(
          [
            FileDamage(path: "content/evil", fault: .added),
            FileDamage(path: Self.data, fault: .missing),
          ], receipt: .changed))
  }

  @Test func `a receipt with another format does not give the content id`() async throws {
    let planned = try wheel()
    try await world.install([planned])
    try tamper(planned)
    try changeReceipt(planned) { receipt in
      receipt.with(format: ArtifactFormat("zip"))
    }
    let expected = InstallationDamage.Kind.files(
      [FileDamage(path: Self.data, fault: .digest)], receipt: .malformed)
    // The lock or the record contains the facts that the receipt lacks.
    #expect(try await verify(planned, locked: true).damage?.kind == expected)
    #expect(try await verify(planned).damage?.kind == expected)
    // Without both, nothing is left to compare the files with.
    try removeStore()
    #expect(try await verify(planned).damage?.kind == .receipt(.malformed))
    #expect(try await verify(planned, locked: true).damage?.kind == expected)
    try folder(planned).appending(Receipt.fileName).removeFile()
    #expect(
      try await verify(planned, locked: true).damage?.kind
        == .files([FileDamage(path: Self.data, fault: .digest)], receipt: .missing))
  }

  @Test func `a receipt that states another source or order is intact`() async throws {
    let planned = try wheel()
    try await world.install([planned])
    try changeReceipt(planned) { receipt in
      receipt.with(files: receipt.files.reversed(), source: "directory")
    }
    #expect(try await verify(planned, locked: true).isWhole)
  }

  @Test func `a consistently poisoned root differs from the lock's download`() async throws {
    let planned = try wheel()
    try await world.install([planned])
    try tamper(planned)
    // The store has the same contents as the receipt, as if the install had recorded it.
    let receipt = try #require(try Receipt.read(in: folder(planned)))
    try await world.inventory.installations.record([receipt])
    let result = try await verify(planned, locked: true, trustsRoot: false)
    #expect(result.damage?.kind == tampered)

    // Without the download, the lock alone cannot tell, and the store must not.
    try world.root.download(planned.artifact.digest).removeFile()
    let unanchored = try await verify(planned, locked: true, trustsRoot: false)
    #expect(unanchored.damage == nil)
    #expect(
      unanchored.unanchored
        == UnanchoredInstallation(
          tool: planned.tool, version: planned.version, download: .missing, record: nil))
    #expect(!unanchored.isWhole)
  }

  @Test func `a verification by the lock alone neither reads nor writes the store`() async throws {
    let planned = try wheel()
    try await world.install([planned])
    try removeStore()
    try world.root.store.replaceContents(with: Array("no store".utf8))
    let verifying = VerifyWorkflow(
      root: world.root, locked: [planned], trustsRoot: false, inventory: world.inventorySource)
    let report = try await verifying.verify([planned.installed])
    #expect(report.results.map(\.isWhole) == [true])
    #expect(report.unrecorded == nil)
  }
}
