package import Diagnostics
package import Layout
internal import ObjectStore
package import Vocabulary

/// What the store knows about an installation.
package struct RecordedInstallation: Hashable, Sendable {
  package let installed: InstalledVersion
  /// The size of all files in bytes.
  package let size: Int
  /// The time when it was recorded, in seconds since 1970.
  package let time: Int64
  /// The day of its last use, in seconds since 1970, or `nil` if it was never run.
  package let lastUsed: Int64?
  /// The digests of its downloads: the artifact, then the parts.
  package let downloads: [SHA256Digest]
  /// Whether the install that made it also recorded it. If not, the record was recreated from the
  /// receipt.
  package let isFromInstall: Bool
}

extension RecordedInstallation {
  /// Creates the record that the store will recreate from a receipt.
  ///
  /// - Parameter now: The current time, in seconds since 1970.
  package init(recreatedFrom receipt: Receipt, now: Int64) {
    installed = receipt.installed
    size = receipt.unpackedSize
    time = now
    lastUsed = nil
    downloads = [receipt.digest] + receipt.parts.map(\.digest)
    isFromInstall = false
  }
}

/// The installations of a tool, taken together.
package struct RecordedTool: Hashable, Sendable {
  package let tool: ToolName
  /// The number of installations.
  package let count: Int
  /// The size of all their files in bytes.
  package let size: Int
}

extension InstallationInventory {
  /// Returns the records of all installations, in no particular order.
  ///
  /// - Parameter includesTrash: Whether to include installations in the trash. After a power
  ///   failure, an installation that is recorded as removed may be back in place.
  package func records(
    includingTrash includesTrash: Bool = false
  ) throws(Problem) -> [RecordedInstallation] {
    try read { snapshot throws(StoreError) in
      let tools = try Self.tools(in: snapshot)
      var parts: [Identity<InstallationRecord>: [Digest256]] = [:]
      for (installation, digest) in try snapshot.select(
        .property(\PartRecord.installation), .property(\.digest),
        from: FetchRequest(PartRecord.self))
      {
        parts[installation, default: []].append(digest)
      }
      let fetch =
        includesTrash
        ? FetchRequest(InstallationRecord.self)
        : FetchRequest(InstallationRecord.self, where: .isNil(\.removed))
      var records: [RecordedInstallation] = []
      // Only what a record needs, because a root may have thousands of installations.
      for (id, tool, version, content, size, time, lastUsed, digest, isFromInstall)
        in try snapshot.select(
          .property(\InstallationRecord.id), .property(\.tool), .property(\.version),
          .property(\.content), .property(\.unpackedSize), .property(\.installed),
          .property(\.lastUsed), .property(\.digest), .property(\.isFromInstall),
          from: fetch)
      {
        guard let tool = tools[tool], let version = VersionText(version),
          let content = ContentID(content)
        else { continue }
        records.append(
          RecordedInstallation(
            installed: InstalledVersion(tool: tool, version: version, id: content), size: size,
            time: time.secondsSince1970, lastUsed: lastUsed?.secondsSince1970,
            downloads: ([digest] + (parts[id] ?? [])).compactMap {
              SHA256Digest(bytes: $0.bytes)
            },
            isFromInstall: isFromInstall))
      }
      return records
    }
  }

  /// Returns the size of all files of an installation in bytes, or `nil` if it is not recorded.
  package func size(of installed: InstalledVersion) throws(Problem) -> Int? {
    try read { snapshot throws(StoreError) in
      try snapshot.select(.property(\.unpackedSize), from: Self.request(for: installed)).first
    }
  }

  /// Returns the number and the size of each tool's installations, the largest first, without those
  /// in the trash.
  package func sizesOfTools() throws(Problem) -> [RecordedTool] {
    try read { snapshot throws(StoreError) in
      let tools = try Self.tools(in: snapshot)
      var sizes: [RecordedTool] = []
      for (tool, count, size) in try snapshot.select(
        .property(\InstallationRecord.tool), .count(), .sum(\.unpackedSize),
        from: FetchRequest(InstallationRecord.self, where: .isNil(\.removed)),
        grouped: .by(\.tool))
      {
        guard let tool = tools[tool] else { continue }
        sizes.append(RecordedTool(tool: tool, count: count, size: Int(size)))
      }
      return sizes.sorted { ($1.size, $0.tool) < ($0.size, $1.tool) }
    }
  }
}
