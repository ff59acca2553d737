import Diagnostics
import Filesystem
import Foundation
import Layout
import Sandboxes
import Testing

@testable import Inventory

/// The sizes of the installations, which follow the store.
@Suite struct WatchedInstallationsTests {
  private let folder: TemporaryDirectory
  private let root: Root

  init() throws {
    folder = try TemporaryDirectory()
    root = Root(folder.path)
  }

  @Test func `sizes follow what is recorded and what goes to the trash`() async throws {
    let inventory = try await InstallationInventory.open(root)
    let (first, second) = (try receipt("ruff", "1.0"), try receipt("zig", "2.0", digit: 2))
    try await inventory.installations.record([first])
    var sizes = try #require(inventory.watchedInstallations).makeAsyncIterator()
    #expect(try await sizes.next() == [first.installed: 7])
    try await inventory.installations.record([second])
    #expect(try await sizes.next() == [first.installed: 7, second.installed: 7])
    try inventory.installations.trash([first.installed], at: 1)
    #expect(try await sizes.next() == [second.installed: 7])
  }

  @Test(arguments: ["removed", "replaced"])
  func `the sequence ends when the store is lost`(_ way: String) async throws {
    let inventory = try await InstallationInventory.open(root)
    var sizes = try #require(inventory.watchedInstallations).makeAsyncIterator()
    #expect(try await sizes.next() == [:])
    if way == "removed" {
      try root.store.removeFile()
    } else {
      try folder.file("other", "x").rename(to: root.store)
    }
    #expect(try await sizes.next() == nil)
  }

  @Test func `an emptied store is a problem`() async throws {
    let inventory = try await InstallationInventory.open(root)
    var sizes = try #require(inventory.watchedInstallations).makeAsyncIterator()
    #expect(try await sizes.next() == [:])
    let file = try #require(FileHandle(forWritingAtPath: root.store.string))
    try file.truncate(atOffset: 0)
    do {
      _ = try await sizes.next()
      Issue.record("the store is empty")
    } catch {
      #expect(error.exitCode == .systemFailure)
    }
  }

  @Test func `a canceled task gets no more`() async throws {
    let inventory = try await InstallationInventory.open(root)
    let waiting = Task {
      var sizes = try #require(inventory.watchedInstallations).makeAsyncIterator()
      _ = try await sizes.next()
      _ = try await sizes.next()
    }
    waiting.cancel()
    await #expect(throws: Problem.interrupted) { try await waiting.value }
  }
}
