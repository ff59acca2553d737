internal import Diagnostics
internal import Manifests

/// The file `index` of a folder of artifacts: what the folder holds.
///
/// ```
/// # Tools that this folder holds.
/// index 1
/// released shellcheck 0.11.0 2025-08-04T00:00:00Z
/// yanked shellcheck 0.10.9 "crashes on empty files"
/// artifact shellcheck 0.11.0 linux-x64 tar.gz sha256:8c3b… 2559196 shellcheck-0.11.0.tar.gz provides shellcheck
/// artifact greet 1.0.0 any raw sha256:01ba… 41 greet.sh provides greet
/// ```
///
/// One statement a line, fields separated by spaces; a field with a space is quoted, with the escapes of a Toolfile. `#` begins a
/// line of comment. An `artifact` says: tool, version, platform or `any`, format (`raw`, `zip`, `wheel`, `tar.gz`), digest, size in
/// bytes, file (below the folder), and after `provides` at least one executable. A file `raw` is itself the one executable that it
/// provides; in an archive an executable is the file of its name, see ``ArchiveLayout``. `released` and `yanked` are optional.
struct DirectoryIndex: Equatable, Sendable {
  static let fileName = "index"
  static let maximumByteCount = 16 << 20

  /// In the order of the file.
  private(set) var artifacts: [DirectoryArtifact] = []
  private(set) var released: [DirectoryVersion: ReleaseTime] = [:]
  private(set) var yanked: [DirectoryVersion: String] = [:]

  /// Why a line cannot be read; lines count from 1.
  struct Failure: Error, Hashable {
    let line: Int
    let fault: IndexLineFault
  }

  init(parsing bytes: [UInt8]) throws(Failure) {
    var hasHeader = false
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      do throws(IndexLineFault) {
        var fields = try IndexLine(line)
        guard let word = fields.nextIfPresent() else { continue }
        if hasHeader {
          try read(word, &fields)
        } else {
          try Self.readHeader(word, &fields)
          hasHeader = true
        }
        try fields.finish()
      } catch {
        throw Failure(line: index + 1, fault: error)
      }
    }
    if !hasHeader { throw Failure(line: 1, fault: .noHeader) }
  }

  private static func readHeader(_ word: String, _ fields: inout IndexLine) throws(IndexLineFault) {
    guard word == "index" else { throw .noHeader }
    let version = try fields.next("version")
    guard version == "1" else { throw .newerVersion(version) }
  }

  private mutating func read(_ word: String, _ fields: inout IndexLine) throws(IndexLineFault) {
    switch word {
    case "artifact":
      let artifact = try DirectoryArtifact(&fields)
      let isKnown = artifacts.contains {
        $0.version == artifact.version
          && ($0.platform == artifact.platform || $0.platform == nil || artifact.platform == nil)
      }
      if isKnown { throw .duplicate }
      artifacts.append(artifact)
    case "released":
      let version = try DirectoryVersion(&fields)
      if released[version] != nil { throw .duplicate }
      released[version] = try fields.value("time") { ReleaseTime($0) }
    case "yanked":
      let version = try DirectoryVersion(&fields)
      if yanked[version] != nil { throw .duplicate }
      yanked[version] = fields.nextIfPresent() ?? ""
    default: throw .unknownWord(word)
    }
  }
}

/// A version of a tool in a folder.
struct DirectoryVersion: Hashable, Sendable {
  let tool: ToolName
  let version: VersionText

  init(_ fields: inout IndexLine) throws(IndexLineFault) {
    tool = try fields.value("tool") { ToolName($0) }
    version = try fields.value("version") { VersionText($0) }
  }
}

/// One file of a folder.
struct DirectoryArtifact: Hashable, Sendable {
  let version: DirectoryVersion
  /// nil: the same for all.
  let platform: Platform?
  let format: ArtifactFormat
  let digest: SHA256Digest
  /// Bytes.
  let size: Int
  /// Relative to the folder and below it.
  let file: String
  /// As in the index; at least one.
  let provides: [ExecutableName]

  /// What can be unpacked.
  static let formats = ["raw", "tar.gz", "wheel", "zip"]

  init(_ fields: inout IndexLine) throws(IndexLineFault) {
    version = try DirectoryVersion(&fields)
    platform = try fields.value("platform") { text -> Platform?? in
      text == "any" ? .some(nil) : Platform(rawValue: text).map { .some($0) }
    }
    format = try fields.value("format") {
      Self.formats.contains($0) ? ArtifactFormat($0) : nil
    }
    digest = try fields.value("digest") { text in
      text.hasPrefix("sha256:") ? SHA256Digest(hexadecimal: text.dropFirst(7)) : nil
    }
    size = try fields.value("size") { text in Int(text).flatMap { $0 < 0 ? nil : $0 } }
    file = try fields.value("file") { Self.isBelow($0) ? $0 : nil }
    let word = try fields.next("provides")
    guard word == "provides" else { throw .badField("provides", found: word) }
    var names = [try fields.value("executable") { ExecutableName($0) }]
    while let text = fields.nextIfPresent() {
      guard let name = ExecutableName(text) else {
        throw .badField("executable", found: text)
      }
      names.append(name)
    }
    provides = names
    if format.text == "raw", names.count != 1 {
      throw .badField("executable", found: names[1].text)
    }
  }

  private static func isBelow(_ path: String) -> Bool {
    let components = path.split(separator: "/", omittingEmptySubsequences: false)
    return path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }
      && components.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
  }
}
