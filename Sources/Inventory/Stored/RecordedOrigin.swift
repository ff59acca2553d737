internal import Layout
internal import Manifests
internal import ObjectStore
internal import Vocabulary

/// The stored facts about an installation, except its files and links.
struct RecordedOrigin: Sendable {
  let record: InstallationRecord
  private let build: Receipt.Build?
  private let parts: [PartRecord]
  private let executables: [ExecutableRecord]

  /// Reads the facts that belong to an installation's record.
  init(
    _ record: InstallationRecord, in access: borrowing some ReadAccess & ~Copyable
  ) throws(StoreError) {
    self.record = record
    let id = record.id
    if let record = try access.first(FetchRequest(BuildRecord.self, where: \.installation == id)) {
      let build = record.id
      let steps = try access.fetch(
        FetchRequest(
          StepRecord.self, where: \.build == build, sortedBy: [.ascending(\.position)]))
      let dependencies = try access.fetch(
        FetchRequest(
          BuildDependencyRecord.self, where: \.build == build, sortedBy: [.ascending(\.tool)]))
      let ruby = try access.first(FetchRequest(RubyRecord.self, where: \.build == build))
      self.build = Receipt.Build(
        steps: steps.map(\.command), dependencies: dependencies.compactMap(BuildDependency.init),
        prefix: record.prefix, system: record.system, ruby: ruby.map(RubyInterface.init))
    } else {
      build = nil
    }
    parts = try access.fetch(FetchRequest(PartRecord.self, where: \.installation == id))
    executables = try access.fetch(
      FetchRequest(ExecutableRecord.self, where: \.installation == id))
  }

  /// Returns the receipt with the recorded facts, or `nil` if one of them is invalid.
  func receipt(
    of installed: InstalledVersion, _ files: [Receipt.File] = [], _ links: [Receipt.Link] = []
  ) -> Receipt? {
    let parts = parts.compactMap(Receipt.Part.init)
    let executables = executables.compactMap(Receipt.Executable.init)
    guard let platform = Platform(rawValue: record.platform),
      let format = ArtifactFormat(record.format),
      let digest = SHA256Digest(bytes: record.digest.bytes), parts.count == self.parts.count,
      executables.count == self.executables.count
    else { return nil }
    return Receipt(
      tool: installed.tool, version: installed.version, id: installed.id, source: record.source,
      platform: platform, format: format, digest: digest, size: record.size, build: build,
      parts: parts, executables: executables, files: files, links: links)
  }
}

extension Receipt.Part {
  fileprivate init?(_ record: PartRecord) {
    guard let name = PartName(record.name), let version = VersionText(record.version),
      let format = ArtifactFormat(record.format),
      let digest = SHA256Digest(bytes: record.digest.bytes)
    else { return nil }
    self.init(name: name, version: version, format: format, digest: digest, size: record.size)
  }
}

extension Receipt.Executable {
  fileprivate init?(_ record: ExecutableRecord) {
    guard let name = ExecutableName(record.name) else { return nil }
    self.init(name: name, path: record.path, isDeclared: record.isDeclared)
  }
}

extension RubyInterface {
  /// Creates the recorded interface.
  fileprivate init(_ record: RubyRecord) {
    self.init(
      abi: record.abi, platform: record.platform, program: record.program, file: record.file)
  }
}

extension BuildDependency {
  /// Creates the recorded dependency, or returns `nil` if one of its values is invalid.
  fileprivate init?(_ record: BuildDependencyRecord) {
    guard let tool = ToolName(record.tool), let version = VersionText(record.version),
      let id = ContentID(record.content)
    else { return nil }
    self.init(tool: tool, version: version, id: id)
  }
}
