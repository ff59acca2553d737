package import Diagnostics
package import Filesystem
package import Vocabulary

/// A `Toolfile.lock`, which contains the result of resolving a Toolfile for all declared platforms.
///
/// ```
/// # Toolfile.lock: what Toolfile resolves to. Written by `bootstrap lock`; commit it.
/// lockfile 1
/// platforms linux-arm64 linux-x64
///
/// tool ruff 0.17.5
///   wants "~> 0.17" Toolfile
///   declares groups=default package=ruff source=pypi
///   publisher github:astral-sh/ruff workflow release.yml
///   released 2026-11-12T17:54:49Z
///   provides ruff
///   artifact linux-arm64 5d0c… wheel sha256:1f00… 10211343 https://…
///   artifact linux-x64 b27e… wheel sha256:9c41… 10613231 https://…
/// ```
///
/// The field after the platform of an artifact is the ``ContentID``.
///
/// Equal locks have identical ``text``. Lines that only a newer bootstrap understands keep their
/// position relative to the lines around them.
package struct Lockfile: Sendable {
  package static let name = "Toolfile.lock"
  /// The format numbers that may follow `lockfile`.
  ///
  /// A lock has number 2 if a tool in it is built from source (``LockedTool/steps``), and otherwise
  /// number 1, which older programs can read.
  package static let formatNumbers = 1...2
  package static let maximumByteCount = 16 * 1024 * 1024

  /// The platforms that the lock covers, sorted by name.
  package let platforms: [Platform]
  /// The registries that the Toolfile names, in its order; no name occurs twice.
  package let registries: [LockedRegistry]
  /// The locked tools, sorted by name; no name occurs twice.
  package let tools: [LockedTool]

  /// The comment lines before the `lockfile` line.
  let header: [String]
  /// The unknown lines before the first stanza.
  let unknownLines: [UnknownLockLine]
  /// The groups of unknown lines before, between, and after the stanzas.
  let unknownBlocks: [UnknownLockBlock]
  let written: LockfileText

  /// Creates a lock.
  ///
  /// - Parameters:
  ///   - platforms: The platforms to cover, in any order.
  ///   - registries: The registries that the Toolfile names, in its order.
  ///   - tools: The tools, in any order. Of several with the same name, the last is used.
  ///   - previous: The lock to replace, whose comments and unknown lines are kept.
  package init(
    platforms: some Sequence<Platform>, registries: [LockedRegistry] = [],
    tools: some Sequence<LockedTool>,
    replacing previous: Lockfile? = nil
  ) {
    // Stanzas are large to copy, and nearly always in order.
    let tools = Array(tools)
    let areInOrder = tools.indices.dropFirst().allSatisfy { tools[$0 - 1].name < tools[$0].name }
    let last = areInOrder ? [:] : Dictionary(tools.map { ($0.name, $0) }) { $1 }
    self.init(
      platforms: Set(platforms).sortedByName, registries: registries,
      tools: areInOrder ? tools : last.values.sorted { $0.name < $1.name },
      header: previous?.header ?? [Self.firstLine], unknownLines: previous?.unknownLines ?? [],
      unknownBlocks: previous?.unknownBlocks ?? [], source: nil)
  }

  /// Creates a lock. `source` is the text that it was read from, or `nil` if it was not parsed.
  init(
    platforms: [Platform], registries: [LockedRegistry], tools: [LockedTool], header: [String],
    unknownLines: [UnknownLockLine], unknownBlocks: [UnknownLockBlock],
    source: LockfileText.Source?
  ) {
    self.platforms = platforms
    self.registries = registries
    self.tools = tools
    self.header = header
    self.unknownLines = unknownLines.sorted { $0.predecessor < $1.predecessor }
    self.unknownBlocks = unknownBlocks
    written = LockfileText(source)
  }

  /// The canonical text of the lock. Equal locks have the same text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
  /// The canonical text in UTF-8.
  package var bytes: [UInt8] { written.bytes(of: self) }

  /// The format number of the lock.
  var formatNumber: Int { tools.contains(where: \.hasDependencies) ? 2 : 1 }

  /// Returns a copy with additional stanzas, of tools that the lock does not contain.
  package func adding(_ tools: [LockedTool]) -> Lockfile {
    if tools.isEmpty { return self }
    return Lockfile(
      platforms: platforms, registries: registries, tools: self.tools + tools, replacing: self)
  }

  /// Returns a copy without the stanzas of `tools`.
  package func without(_ tools: [LockedTool]) -> Lockfile {
    if tools.isEmpty { return self }
    let names = Set(tools.map(\.name))
    return Lockfile(
      platforms: platforms, registries: registries,
      tools: self.tools.filter { !names.contains($0.name) }, replacing: self)
  }

  private static let firstLine =
    "# Toolfile.lock: what Toolfile resolves to. Written by `bootstrap lock`; commit it."

  /// Parses a lock.
  ///
  /// - Parameters:
  ///   - bytes: The text of the file.
  ///   - path: The path of the file as messages show it.
  /// - Throws: ``SyntaxProblems`` with all syntax problems of the text, including stanzas out of
  ///   order, or with only one that makes the rest meaningless, such as a conflict marker.
  package init(parsing bytes: [UInt8], path: String) throws(SyntaxProblems) {
    let text = try SourceText(bytes, path: path, limit: Self.maximumByteCount)
    self = try LockfileReader.read(text, order: .sorted)
  }

  /// Reads a lock.
  ///
  /// - Parameters:
  ///   - file: The file to read.
  ///   - path: The path of the file as messages show it.
  ///   - files: The files that the command has already read.
  /// - Returns: The lock, or `nil` if the file is missing.
  /// - Throws: ``ManifestError`` if the file cannot be read, is too large, or is invalid.
  package static func read(
    at file: FilePath, named path: String, in files: ManifestFiles = ManifestFiles()
  ) throws(ManifestError) -> Lockfile? {
    try readManifest(at: file, named: path, limit: maximumByteCount, in: files) {
      (bytes) throws(SyntaxProblems) in try Lockfile(parsing: bytes, path: path)
    }
  }

  /// Reads a lock or, if it contains the conflict markers of a merge, what its sides agree on
  /// (``UnmergedLock``).
  ///
  /// - Parameters:
  ///   - file: The file to read.
  ///   - path: The path of the file as messages show it.
  ///   - platform: The platform on which to compare the sides.
  ///   - files: The files that the command has already read.
  /// - Returns: The lock, or `nil` if the file is missing.
  /// - Throws: ``ManifestError`` if the file cannot be read, is too large, or is invalid.
  package static func read(
    at file: FilePath, named path: String, despiteMergeOn platform: Platform,
    in files: ManifestFiles
  ) throws(ManifestError) -> Lockfile? {
    try readManifest(at: file, named: path, limit: maximumByteCount, in: files) {
      (bytes) throws(SyntaxProblems) in
      do throws(SyntaxProblems) {
        return try Lockfile(parsing: bytes, path: path)
      } catch {
        guard error.problems.first?.fault == .conflictMarkers else { throw error }
        let unmerged = try UnmergedLock(of: bytes, path: path, for: platform)
        return try Lockfile(parsing: unmerged.bytes, path: path)
      }
    }
  }

  /// The stanza of a tool, or `nil` if the tool is not locked.
  package subscript(name: ToolName) -> LockedTool? {
    index(of: name).map { tools[$0] }
  }

  /// Returns the index of a tool by binary search, or `nil` if the tool is not locked.
  func index(of name: ToolName) -> Int? {
    var range = tools.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if tools[middle].name == name { return middle }
      range =
        tools[middle].name < name
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  /// Returns the line of the file where the stanza of `name` begins, or `nil` if the tool is not
  /// locked. For a lock that was not parsed, this is the line in its ``text``.
  package func line(of name: ToolName) -> Int? {
    index(of: name).map { written.line(ofStanzaAt: $0, of: self) }
  }
}

extension Lockfile: Hashable {
  /// Returns whether both locks have the same text. Ignores the line numbers of stanzas.
  package static func == (left: Lockfile, right: Lockfile) -> Bool {
    left.platforms == right.platforms && left.registries == right.registries
      && left.tools == right.tools && left.header == right.header
      && left.unknownLines == right.unknownLines && left.unknownBlocks == right.unknownBlocks
  }

  /// Hashes the platforms and tools. Locks that differ only in other lines have the same hash.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(platforms)
    hasher.combine(tools)
  }
}
