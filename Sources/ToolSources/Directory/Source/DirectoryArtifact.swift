internal import Archives
internal import Vocabulary

/// A file that a folder's index lists for a version of a tool.
struct DirectoryArtifact: Hashable, Sendable {
  /// The platform of the file, or `nil` if it serves every platform.
  let platform: Platform?
  /// The packaging of the file, one that this program can unpack.
  let format: ArtifactFormat
  let digest: SHA256Digest
  /// The size in bytes.
  let size: Int
  /// The path of the file, relative to the folder and below it.
  let file: String
  /// The executables that the file provides, at least one, in the order of the index.
  let provides: [ExecutableName]

  /// Reads the fields that follow the version in an `artifact` statement.
  ///
  /// - Throws: ``IndexLineFault`` if a field is missing or invalid, if an executable is
  ///   repeated, or if a single file has more than one executable.
  init(_ fields: inout IndexLine) throws(IndexLineFault) {
    let platformText = try fields.next("platform")
    platform = Platform(rawValue: platformText)
    if platform == nil, platformText != "any" {
      throw .unknownPlatform(platformText, known: Platform.allCases.map(\.rawValue) + ["any"])
    }
    let formatText = try fields.next("format")
    guard ArchiveFormat(rawValue: formatText) != nil, let format = ArtifactFormat(formatText) else {
      throw .unknownFormat(formatText, known: ArchiveFormat.names)
    }
    self.format = format
    digest = try fields.value("digest") { text in
      text.hasPrefix("sha256:") ? SHA256Digest(hexadecimal: text.dropFirst(7)) : nil
    }
    size = try Self.size(&fields)
    file = try fields.value("file") { Self.isContainedPath($0) ? $0 : nil }
    let keyword = try fields.next("provides")
    guard keyword == "provides" else { throw .badField("provides", found: keyword) }
    var names = [try fields.value("executable") { ExecutableName($0) }]
    while let text = fields.nextIfPresent() {
      guard let name = ExecutableName(text) else { throw .badField("executable", found: text) }
      names.append(name)
    }
    if names.count > DirectoryIndex.maximumCount { throw .tooMany("executables") }
    if let name = names.firstDuplicate { throw .repeatedExecutable(name.text) }
    provides = names
    if format.isSingleFile, names.count != 1 {
      throw .severalExecutables(format: format.text, extra: names[1].text)
    }
  }

  /// Reads a size in bytes.
  private static func size(_ fields: inout IndexLine) throws(IndexLineFault) -> Int {
    let text = try fields.next("size")
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw .badField("size", found: text)
    }
    guard let size = Int(text), size <= Artifact.maximumSize else {
      throw .sizeTooLarge(text, limit: Artifact.maximumSize)
    }
    return size
  }

  /// Returns whether `path` stays below the folder: a relative path without `.`, `..`, or empty
  /// components, backslashes, and control characters.
  private static func isContainedPath(_ path: String) -> Bool {
    let components = path.split(separator: "/", omittingEmptySubsequences: false)
    return path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }
      && components.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
  }
}

extension [ExecutableName] {
  /// The first element that occurs a second time, or `nil` if there is none.
  fileprivate var firstDuplicate: ExecutableName? {
    var seen: Set<ExecutableName> = []
    return first { !seen.insert($0).inserted }
  }
}
