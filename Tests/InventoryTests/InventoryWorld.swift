import Filesystem
import Layout
import ObjectStore
import Sandboxes
import Testing

@testable import Inventory

/// Where a test keeps its records.
enum InventoryPlace: CaseIterable {
  case store, memory
}

/// A test environment: an empty root.
struct InventoryWorld {
  private let folder: TemporaryDirectory
  let root: Root

  init() throws {
    folder = try TemporaryDirectory()
    root = Root(folder.path)
  }

  /// Opens the inventory in the root's store, or creates one in memory.
  func inventory(in place: InventoryPlace) async throws -> InstallationInventory {
    switch place {
    case .store: try await .open(root)
    case .memory: .inMemory()
    }
  }

  /// Expects the store to contain a number of objects. The memory has no objects.
  func expect<Kind: Entity>(
    _ expected: Int, _ kind: Kind.Type, in place: InventoryPlace,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    if place == .memory { return }
    #expect(try await count(kind, in: root) == expected, sourceLocation: sourceLocation)
  }
}
