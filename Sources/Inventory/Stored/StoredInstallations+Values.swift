internal import Diagnostics
internal import Layout
internal import ObjectStore
internal import Vocabulary

extension StoredInstallations {
  func values() throws(Problem) -> [RecordedInstallation] {
    try connection.read { snapshot throws(StoreError) in
      try Self.values(in: snapshot, of: .all, parts: .all, tools: try Self.tools(in: snapshot))
    }
  }

  func value(_ installed: InstalledVersion) throws(Problem) -> RecordedInstallation? {
    try connection.read { snapshot throws(StoreError) -> RecordedInstallation? in
      guard let record = try snapshot.first(Self.request(for: installed)) else { return nil }
      let id = record.id
      return try Self.values(
        in: snapshot, of: \.id == id, parts: \.installation == id,
        tools: [record.tool: installed.tool]
      ).first
    }
  }

  /// Returns the values of the matching records, in recording order. Skips records with an invalid
  /// name, version, or content id.
  private static func values(
    in snapshot: borrowing Snapshot, of records: Filter<InstallationRecord>,
    parts isIncluded: Filter<PartRecord>, tools: [Identity<ToolRecord>: ToolName]
  ) throws(StoreError) -> [RecordedInstallation] {
    var parts: [Identity<InstallationRecord>: [Digest256]] = [:]
    for (installation, digest) in try snapshot.select(
      .property(\PartRecord.installation), .property(\.digest),
      from: FetchRequest(PartRecord.self, where: isIncluded))
    {
      parts[installation, default: []].append(digest)
    }
    var values: [RecordedInstallation] = []
    // Selects only the needed columns, because a root may have thousands of installations.
    for (id, tool, version, content, size, time, lastUsed, removed, digest, isFromInstall)
      in try snapshot.select(
        .property(\InstallationRecord.id), .property(\.tool), .property(\.version),
        .property(\.content), .property(\.unpackedSize), .property(\.installed),
        .property(\.lastUsed), .property(\.removed), .property(\.digest),
        .property(\.isFromInstall),
        from: FetchRequest(
          InstallationRecord.self, where: records, sortedBy: [.ascending(\.id)]))
    {
      guard
        let installed = InstalledVersion(tool: tools[tool], version: version, content: content)
      else { continue }
      values.append(
        RecordedInstallation(
          installed: installed, size: size,
          time: time.secondsSince1970, lastUsed: lastUsed?.secondsSince1970,
          removed: removed?.secondsSince1970,
          downloads: ([digest] + (parts[id] ?? [])).compactMap { SHA256Digest(bytes: $0.bytes) },
          isFromInstall: isFromInstall))
    }
    return values
  }

  func sizes() throws(Problem) -> [InstalledVersion: Int] {
    try connection.read { snapshot throws(StoreError) in
      let tools = try Self.tools(in: snapshot)
      var sizes: [InstalledVersion: Int] = [:]
      for (tool, version, content, size) in try snapshot.select(
        .property(\InstallationRecord.tool), .property(\.version), .property(\.content),
        .property(\.unpackedSize),
        from: FetchRequest(InstallationRecord.self, where: .isNil(\.removed)))
      {
        let installed = InstalledVersion(tool: tools[tool], version: version, content: content)
        if let installed { sizes[installed] = size }
      }
      return sizes
    }
  }

  func sizesOfTools() throws(Problem) -> [RecordedTool] {
    try connection.read { snapshot throws(StoreError) in
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
