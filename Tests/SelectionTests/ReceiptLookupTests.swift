import Filesystem
import Layout
import Manifests
import Sandboxes
import Testing
import Vocabulary

@testable import Selection

/// The quick search for the receipts of pinned versions.
@Suite struct ReceiptLookupTests {
  private let scratch: TemporaryDirectory
  private let root: Root
  private let pin: SelectedPin
  private let installation: FilePath

  init() throws {
    scratch = try TemporaryDirectory()
    root = Root(scratch.path)
    pin = try ChainWorld.pin("ruff 1.0 lock", in: "/app", line: 1)
    installation = try #require(pin.installation(in: root))
    try installation.makeDirectories()
  }

  private func hasReceipt(_ pin: SelectedPin) throws -> Bool {
    pin.hasReceipt(in: try root.installs.open())
  }

  /// Writes the receipt of the pinned version, which is executable in an installation that was
  /// built from source.
  private func writeReceipt(permissions: UInt16 = 0o644) throws {
    let receipt = installation.appending(Receipt.fileName)
    try receipt.replaceContents(with: [], isDurable: false)
    try receipt.setPermissions(permissions)
  }

  @Test func `a receipt is found`() throws {
    try writeReceipt()
    #expect(try hasReceipt(pin))
    #expect([pin].notInstalled(in: root) == [])
  }

  @Test func `without a receipt, the folder decides`() throws {
    #expect(try !hasReceipt(pin))
    #expect([pin].notInstalled(in: root) == [])
    try installation.removeTree()
    #expect(try !hasReceipt(pin))
    #expect([pin].notInstalled(in: root) == [pin])
    try installation.replaceContents(with: [])
    #expect(try !hasReceipt(pin))
    #expect([pin].notInstalled(in: root) == [pin])
  }

  @Test func `the receipt of a build does not suffice`() throws {
    try writeReceipt(permissions: 0o755)
    #expect(try !hasReceipt(pin))
  }

  @Test func `a receipt behind a link is found`() throws {
    try writeReceipt()
    let moved = scratch.path.appending("moved")
    try installation.rename(to: moved)
    try installation.makeLink(to: moved)
    #expect(try hasReceipt(pin))
    try moved.removeTree()
    #expect(try !hasReceipt(pin))
    #expect([pin].notInstalled(in: root) == [pin])
  }

  @Test(arguments: ["ruff 1.0", "ruff system", "ruff system lock"])
  func `a pin without a locked version has no receipt`(_ text: String) throws {
    try writeReceipt()
    #expect(try !hasReceipt(ChainWorld.pin(text, in: "/app", line: 1)))
  }
}
