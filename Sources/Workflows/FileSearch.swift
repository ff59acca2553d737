package import Diagnostics
internal import Filesystem
package import Inventory
package import Layout
package import Vocabulary

/// A search for installations that contain a file, or that came from a download.
package struct FileSearch: Sendable {
  /// What to search for.
  package enum Subject: Hashable, Sendable {
    /// A file with this name. A text with slashes is the end of its path.
    case name(String)
    /// A file with these contents, or a download.
    case digest(SHA256Digest)
  }

  /// The files found, sorted by tool, oldest version first, and then by path.
  package let files: [RecordedFile]
  /// The installations whose artifact or part has the digest, sorted in the same way.
  package let downloads: [InstalledVersion]

  /// Whether nothing was found.
  package var isEmpty: Bool { files.isEmpty && downloads.isEmpty }

  /// Searches every installation in a root. Reads the files' names and digests from the store, or
  /// from the receipts if there is no store.
  ///
  /// - Parameters:
  ///   - subject: What to search for.
  ///   - root: The root.
  ///   - source: Opens the inventory of the root.
  ///   - report: Receives the number of files read so far and their total, on any thread.
  /// - Throws: The ``Problem`` with the store or a folder, or ``Problem/interrupted``.
  package init(
    for subject: Subject, in root: Root, inventory source: InventorySource = .store,
    report: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws(Problem) {
    let found: (files: [RecordedFile], downloads: [InstalledVersion])
    if let inventory = try await source.openIfPresent(root) {
      found = try await Self.search(for: subject, in: inventory, report)
    } else {
      found = try Self.search(for: subject, in: root)
    }
    let installations = try mappingFileErrors(try root.installedVersions())
    let order = Dictionary(
      installations.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let files = found.files.filter {
      order[$0.installed] != nil && subject.includes(path: $0.path)
    }
    self.files = files.sorted {
      (order[$0.installed] ?? 0, $0.path) < (order[$1.installed] ?? 0, $1.path)
    }
    let downloads = Set(found.downloads)
    self.downloads = installations.filter(downloads.contains)
  }

  private static func search(
    for subject: Subject, in inventory: InstallationInventory,
    _ report: @escaping @Sendable (Int, Int) -> Void
  ) async throws(Problem) -> (files: [RecordedFile], downloads: [InstalledVersion]) {
    switch subject {
    case .name(let path):
      let condition = RecordedFile.Condition.name(path.fileName, in: path.folderPath)
      return (try await inventory.files.files(where: condition, report: report), [])
    case .digest(let digest):
      return (
        try await inventory.files.files(where: .digest(digest), report: report),
        try inventory.installations.values()
          .filter { $0.isInPlace && $0.downloads.contains(digest) }.map(\.installed)
      )
    }
  }

  private static func search(
    for subject: Subject, in root: Root
  ) throws(Problem) -> (files: [RecordedFile], downloads: [InstalledVersion]) {
    var files: [RecordedFile] = []
    var downloads: [InstalledVersion] = []
    for installed in try mappingFileErrors(try root.installedVersions()) {
      if Task.isCancelled { throw .interrupted }
      let folder = root.folder(of: installed)
      guard let receipt = try mappingFileErrors(try Receipt.read(in: folder)) else { continue }
      for file in receipt.files where subject.includes(file) {
        files.append(
          RecordedFile(
            installed: installed, path: file.path, size: file.size, digest: file.digest))
      }
      if case .digest(let digest) = subject,
        ([receipt.digest] + receipt.parts.map(\.digest)).contains(digest)
      {
        downloads.append(installed)
      }
    }
    return (files, downloads)
  }
}

extension FileSearch.Subject {
  /// Returns whether a file has the name or the contents.
  fileprivate func includes(_ file: Receipt.File) -> Bool {
    switch self {
    case .name(let path): file.path.fileName == path.fileName
    case .digest(let digest): file.digest == digest
    }
  }

  /// Returns whether a path ends with the text, component by component.
  fileprivate func includes(path: String) -> Bool {
    guard case .name(let end) = self else { return true }
    // By bytes, because two names that are equal as Swift strings may be different files.
    let components = { (text: String) in text.utf8.split(separator: UInt8(ascii: "/")) }
    return components(path).reversed().starts(with: components(end).reversed()) {
      $0.elementsEqual($1)
    }
  }
}

extension String {
  /// The last component of a path.
  fileprivate var fileName: String {
    utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The path without its last component and without repeated slashes.
  fileprivate var folderPath: String {
    utf8.split(separator: UInt8(ascii: "/")).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
  }
}
