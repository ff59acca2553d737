internal import Diagnostics
internal import Filesystem
internal import Installation
internal import Inventory
internal import Layout
internal import Projects
internal import Vocabulary

/// The contents that an installation must have, and what vouches for them.
struct InstallationAnchor: Sendable {
  /// The origin of the expected contents.
  enum Basis: Hashable, Sendable {
    /// The kept downloads, verified by their digests.
    case download
    /// The record that the install made in the store. The downloads could not be used.
    case record(KeptDownloadFault)
    /// Nothing vouches for the contents.
    case none(UnanchoredInstallation)
  }

  let basis: Basis
  /// The expected contents, or `nil` if nothing vouches for them.
  let contents: ExpectedContents?
}

/// The search for the anchors of installations.
///
/// A receipt is never an anchor. It may only provide facts that the content id in its folder's name
/// confirms: the digests of the downloads, and the names of the executables.
struct AnchorSearch: Sendable {
  private let downloads: KeptDownloads
  /// The locked installations of the current folder.
  private let locked: [InstalledVersion: PlannedInstallation]
  private let records: Records

  /// The store's part in the search.
  enum Records: Sendable {
    case inventory(InstallationInventory)
    case fault(RecordFault)
    /// The lock and the downloads must suffice.
    case unused
  }

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - downloads: The kept downloads.
  ///   - locked: The locked installations of the current folder.
  ///   - records: The store, or the reason not to use it.
  init(_ downloads: KeptDownloads, locked: [PlannedInstallation], _ records: Records) {
    self.downloads = downloads
    self.locked = Dictionary(locked.map { ($0.installed, $0) }) { first, _ in first }
    self.records = records
  }

  /// Returns what vouches for the contents of an installation.
  ///
  /// - Parameter receipt: The installation's receipt, whose facts give the content id, or `nil` if
  ///   there is none.
  /// - Throws: ``Problem/interrupted`` if the task is canceled.
  func anchor(
    of installed: InstalledVersion, _ receipt: Receipt?
  ) async throws(Problem) -> InstallationAnchor {
    var record: Result<Receipt, RecordFault>?
    var specification =
      locked[installed].map { InstallationSpecification($0, in: downloads.root) }
      ?? receipt.map(InstallationSpecification.init)
    if specification == nil {
      let found = try await self.record(of: installed)
      record = found
      specification = (try? found?.get()).map(InstallationSpecification.init)
    }
    var fault = KeptDownloadFault.missing
    if let specification {
      switch try await downloads.contents(of: specification) {
      case .success(let contents): return InstallationAnchor(basis: .download, contents: contents)
      case .failure(let found): fault = found
      }
    }
    var recordFault: RecordFault?
    if record == nil { record = try await self.record(of: installed) }
    switch record {
    case .success(let receipt)?:
      return InstallationAnchor(basis: .record(fault), contents: ExpectedContents(receipt))
    case .failure(let found)?: recordFault = found
    case nil: break
    }
    let unanchored = UnanchoredInstallation(
      tool: installed.tool, version: installed.version, download: fault, record: recordFault)
    return InstallationAnchor(basis: .none(unanchored), contents: nil)
  }

  /// Returns the contents that the install recorded, or `nil` if the store is not used.
  ///
  /// - Throws: ``Problem/interrupted`` if the task is canceled.
  private func record(
    of installed: InstalledVersion
  ) async throws(Problem) -> Result<Receipt, RecordFault>? {
    switch records {
    case .unused: return nil
    case .fault(let fault): return .failure(fault)
    case .inventory(let inventory):
      let contents: RecordedContents
      do {
        contents = try await inventory.files.contents(of: installed)
      } catch {
        if Task.isCancelled { throw .interrupted }
        return .failure(.unreadable)
      }
      switch contents {
      // The program never records contents that do not give the content id.
      case .original(let receipt) where receipt.contentID == installed.id:
        return .success(receipt)
      case .original: return .failure(.unreadable)
      case .rebuilt: return .failure(.rebuilt)
      case .missing: return .failure(.missing)
      }
    }
  }
}
