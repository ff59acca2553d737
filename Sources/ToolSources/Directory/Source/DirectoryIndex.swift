internal import Manifests
internal import SourceKinds
internal import Versions
internal import Vocabulary

/// The contents of a folder of artifacts, read from its file `index`.
///
/// ```
/// # Tools in this folder.
/// index 1
/// released shellcheck 0.11.0 2025-08-04T00:00:00Z
/// yanked shellcheck 0.10.9 "crashes on empty files"
/// artifact shellcheck 0.11.0 linux-x64 tar.gz sha256:8c3b… 2559196 sc.tar.gz provides shellcheck
/// artifact greet 1.0.0 any raw sha256:01ba… 41 greet.sh provides greet
/// needs greet 1.0.0 ruby ">= 2.6, < 4"
/// ```
///
/// Each line holds one statement, with fields separated by spaces. A field that contains a space
/// is quoted, with the escapes of a Toolfile. A line that begins with `#` is a comment.
///
/// - An `artifact` has a tool, a version, a platform or `any`, a format (`raw`, `zip`, `wheel`,
///   or `tar.gz`), a digest, a size in bytes, the path of a file below the folder, and after
///   `provides` at least one executable. A `raw` file is itself its only executable. In a
///   `wheel`, ``WheelLayout`` finds the executables; in any other archive, ``ArchiveLayout``
///   finds them by name.
/// - A `released` has a tool, a version, and the time of the release.
/// - A `yanked` has a tool, a version, and optionally the reason for yanking the version.
/// - A `needs` has a tool, a version, the tool that it needs, and requirements as in a
///   Toolfile. Without requirements, every version of the needed tool satisfies the need.
///
/// Only `artifact` is required to make a version installable. A version that occurs only in other
/// statements is listed, but has no artifact for any platform.
struct DirectoryIndex: Sendable {
  static let fileName = DirectoryKind.indexName
  /// The maximum size of an index in bytes.
  static let maximumByteCount = DirectoryKind.maximumIndexByteCount
  /// The maximum number of needs of a version and of executables of an artifact, as in a lock. The
  /// search for duplicates takes quadratic time.
  static let maximumCount = 1000

  private(set) var tools: [ToolName: DirectoryTool] = [:]

  /// The reason why an index is invalid, and the number of the first invalid line. Line numbers
  /// start at 1.
  struct Failure: Error, Hashable {
    let line: Int
    let fault: IndexLineFault
  }

  /// Parses an index.
  ///
  /// - Throws: ``Failure`` for the first invalid line.
  init(parsing bytes: [UInt8]) throws(Failure) {
    if let fault = Self.encodingFault(of: bytes) { throw Failure(line: 1, fault: fault) }
    var hasHeader = false
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      do {
        var fields = try IndexLine(line)
        guard let keyword = fields.nextIfPresent() else { continue }
        if hasHeader {
          try read(keyword, &fields, line: index + 1)
        } else {
          try Self.readHeader(keyword, &fields)
          hasHeader = true
        }
        try fields.finish()
      } catch {
        throw Failure(line: index + 1, fault: error)
      }
    }
    if !hasHeader { throw Failure(line: 1, fault: .noHeader) }
  }

  /// Returns the reason why the whole file cannot be read as text, or `nil` if it can.
  private static func encodingFault(of bytes: [UInt8]) -> IndexLineFault? {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.contains(0) {
      return .notText(isUTF16: bytes.isUTF16)
    }
    return String(validating: bytes, as: UTF8.self) == nil ? .notText(isUTF16: false) : nil
  }

  /// Reads the first statement, `index 1`. `keyword` is its first field.
  private static func readHeader(
    _ keyword: String, _ fields: inout IndexLine
  ) throws(IndexLineFault) {
    guard keyword == "index" else { throw .noHeader }
    let version = try fields.next("version")
    guard version == "1" else { throw .newerVersion(version) }
  }

  /// Reads any other statement. `keyword` is its first field.
  private mutating func read(
    _ keyword: String, _ fields: inout IndexLine, line: Int
  ) throws(IndexLineFault) {
    guard ["artifact", "released", "yanked", "needs"].contains(keyword) else {
      throw .unknownKeyword(keyword)
    }
    let tool = try fields.value("tool") { ToolName($0) }
    let version = try fields.value("version") { VersionText($0) }
    try tools[tool, default: DirectoryTool()].read(keyword, &fields, version: version, line: line)
  }
}

/// A tool in a folder of artifacts.
struct DirectoryTool: Sendable {
  /// The releases in the order of the file.
  private(set) var releases: [DirectoryRelease] = []
  /// The index in ``releases`` of each version.
  private var positions: [VersionText: Int] = [:]

  /// Reads the fields of a statement that follow the version. `keyword` is the first field of the
  /// statement: `artifact`, `released`, `yanked`, or `needs`.
  fileprivate mutating func read(
    _ keyword: String, _ fields: inout IndexLine, version: VersionText, line: Int
  ) throws(IndexLineFault) {
    let position = positions[version] ?? releases.count
    if position == releases.count {
      releases.append(DirectoryRelease(version: version))
      positions[version] = position
    }
    switch keyword {
    case "artifact": try releases[position].add(DirectoryArtifact(&fields))
    case "released":
      if releases[position].released != nil { throw .duplicate }
      releases[position].released = try fields.value("time") { ReleaseTime($0) }
    case "yanked":
      if releases[position].yanked != nil { throw .duplicate }
      releases[position].yanked = fields.nextIfPresent() ?? ""
    default: try releases[position].add(Self.need(&fields), line: line)
    }
  }

  /// Reads the fields of a `needs` statement that follow the version.
  private static func need(_ fields: inout IndexLine) throws(IndexLineFault) -> ToolNeed {
    let tool = try fields.value("needed tool") { ToolName($0) }
    var texts: [String] = []
    while let text = fields.nextIfPresent() { texts.append(text) }
    // The limit of a Toolfile.
    if texts.reduce(0, { $0 + $1.utf8.count }) > 4096 { throw .tooMany("requirements") }
    do {
      return ToolNeed(tool, try Requirement(parsing: texts))
    } catch {
      throw .badField("requirement", found: texts[error.textIndex])
    }
  }
}

/// The statements about one spelling of a version. Versions such as `1.0` and `1.0.0` are equal,
/// but have separate statements until ``DirectoryPackage`` merges them.
struct DirectoryRelease: Sendable {
  let version: VersionText
  /// The time of the release, or `nil` if no statement gives it.
  fileprivate(set) var released: ReleaseTime?
  /// The reason for yanking the version, or `nil` if it was not yanked. Empty if no reason
  /// was given.
  fileprivate(set) var yanked: String?
  private(set) var artifacts: [DirectoryArtifact] = []
  /// The needs with their line numbers in the index, from 1.
  private(set) var needs: [(need: ToolNeed, line: Int)] = []

  init(version: VersionText) { self.version = version }

  /// Adds an artifact.
  ///
  /// - Throws: ``IndexLineFault/duplicate`` if an earlier artifact of the version serves one of
  ///   the same platforms.
  fileprivate mutating func add(_ artifact: DirectoryArtifact) throws(IndexLineFault) {
    let isKnown = artifacts.contains {
      $0.platform == artifact.platform || $0.platform == nil || artifact.platform == nil
    }
    if isKnown { throw .duplicate }
    artifacts.append(artifact)
  }

  /// Adds a need, which `line` of the index states.
  ///
  /// - Throws: ``IndexLineFault/duplicate`` if the version already needs the tool.
  fileprivate mutating func add(_ need: ToolNeed, line: Int) throws(IndexLineFault) {
    if needs.count == DirectoryIndex.maximumCount { throw .tooMany("needs") }
    if needs.contains(where: { $0.need.tool == need.tool }) { throw .duplicate }
    needs.append((need, line))
  }

  /// Adds the statements about another spelling of the same version, such as `1.0.0` for `1.0`.
  /// Where both state a fact, the earlier spelling takes precedence.
  mutating func add(_ other: DirectoryRelease) {
    released = released ?? other.released
    yanked = yanked ?? other.yanked
    artifacts += other.artifacts
    needs += other.needs.filter { new in !needs.contains { $0.need.tool == new.need.tool } }
  }
}
