package import Diagnostics
package import Filesystem

/// `Toolfile.lock`: what a Toolfile resolves to, for every declared platform.
///
/// ```
/// # Toolfile.lock: what Toolfile resolves to. Written by `bootstrap lock`; commit it.
/// lockfile 1
/// platforms linux-arm64 linux-x64
///
/// tool ruff 0.17.5
///   wants "~> 0.17" Toolfile
///   declares pypi groups=default package=ruff
///   released 2026-11-12T17:54:49Z
///   provides ruff
///   artifact linux-arm64 1f00aa31c2d4 wheel sha256:1f00… 10211343 https://…
///   artifact linux-x64 9c41d2e07b65 wheel sha256:9c41… 10613231 https://…
/// ```
///
/// Equal values have identical ``text``. What only a newer bootstrap understands keeps its place.
package struct Lockfile: Sendable {
  package static let name = "Toolfile.lock"
  /// The highest number after `lockfile` that this program reads; the one that it writes.
  package static let formatNumber = 1
  package static let maximumByteCount = 16 * 1024 * 1024

  /// What the lock covers, by name.
  package let platforms: [Platform]
  /// By name, each once.
  package let tools: [LockedTool]

  /// The comment lines before the first line.
  let header: [String]
  let unknownLines: [UnknownLockLine]
  let unknownBlocks: [UnknownLockBlock]
  /// Where the stanzas stand, beside `tools`. Empty in a lock that was not read.
  private let lines: [Int]

  /// A new lock, or one that keeps the unknown lines of `previous`. The last tool of a name wins.
  package init(
    platforms: some Sequence<Platform>, tools: some Sequence<LockedTool>,
    replacing previous: Lockfile? = nil
  ) {
    self.init(
      platforms: Set(platforms).sorted { $0.rawValue < $1.rawValue },
      tools: Dictionary(tools.map { ($0.name, $0) }) { $1 }.values.sorted { $0.name < $1.name },
      header: previous?.header ?? [Self.firstLine], unknownLines: previous?.unknownLines ?? [],
      unknownBlocks: previous?.unknownBlocks ?? [], lines: [])
  }

  init(
    platforms: [Platform], tools: [LockedTool], header: [String],
    unknownLines: [UnknownLockLine], unknownBlocks: [UnknownLockBlock], lines: [Int]
  ) {
    self.platforms = platforms
    self.tools = tools
    self.header = header
    self.unknownLines = unknownLines.sorted { $0.predecessor < $1.predecessor }
    self.unknownBlocks = unknownBlocks
    self.lines = lines
  }

  private static let firstLine =
    "# Toolfile.lock: what Toolfile resolves to. Written by `bootstrap lock`; commit it."

  /// Throws all problems of the text at once, including conflict markers and unsorted stanzas.
  package init(parsing bytes: [UInt8], path: String) throws(SyntaxProblems) {
    let text = try SourceText(bytes, path: path, limit: Self.maximumByteCount)
    self = try LockfileReader.read(text, order: .sorted)
  }

  /// Reads `file`, which messages name as `path`. nil when there is none.
  package static func read(
    at file: FilePath, named path: String
  ) throws(ManifestError) -> Lockfile? {
    try readManifest(at: file, named: path, limit: maximumByteCount) {
      (bytes) throws(SyntaxProblems) in try Lockfile(parsing: bytes, path: path)
    }
  }

  /// nil for a tool that is not locked.
  package subscript(name: ToolName) -> LockedTool? {
    index(of: name).map { tools[$0] }
  }

  private func index(of name: ToolName) -> Int? {
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

  /// The line of the file where the stanza of `name` begins. nil where none was read.
  package func line(of name: ToolName) -> Int? {
    lines.isEmpty ? nil : index(of: name).map { lines[$0] }
  }
}

extension Lockfile: Hashable {
  /// Whether both have the same text; the lines from which they were read do not count.
  package static func == (left: Lockfile, right: Lockfile) -> Bool {
    left.platforms == right.platforms && left.tools == right.tools && left.header == right.header
      && left.unknownLines == right.unknownLines && left.unknownBlocks == right.unknownBlocks
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(platforms)
    hasher.combine(tools)
  }
}
