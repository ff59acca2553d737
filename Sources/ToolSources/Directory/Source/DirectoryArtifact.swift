internal import Manifests

/// A file that a folder's index lists for a version of a tool.
struct DirectoryArtifact: Hashable, Sendable {
  /// The platform of the file, or `nil` if it serves every platform.
  let platform: Platform?
  /// The packaging of the file, one of ``formats``.
  let format: ArtifactFormat
  let digest: SHA256Digest
  /// The size in bytes.
  let size: Int
  /// The path of the file, relative to the folder and below it.
  let file: String
  /// The executables that the file provides, at least one, in the order of the index.
  let provides: [ExecutableName]

  /// The formats that an index may state.
  static let formats = ["raw", "tar.gz", "wheel", "zip"]

  /// Reads the fields that follow the version in an `artifact` statement.
  ///
  /// - Throws: ``IndexLineFault`` if a field is missing or invalid, or if a `raw` file has more
  ///   than one executable.
  init(_ fields: inout IndexLine) throws(IndexLineFault) {
    // The outer optional is `nil` if the text is invalid, the inner one if it is `any`.
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
    file = try fields.value("file") { Self.isContainedPath($0) ? $0 : nil }
    let keyword = try fields.next("provides")
    guard keyword == "provides" else { throw .badField("provides", found: keyword) }
    var names = [try fields.value("executable") { ExecutableName($0) }]
    while let text = fields.nextIfPresent() {
      guard let name = ExecutableName(text) else { throw .badField("executable", found: text) }
      names.append(name)
    }
    if names.count > DirectoryIndex.maximumCount { throw .tooMany("executables") }
    provides = names
    if format.text == "raw", names.count != 1 {
      throw .badField("executable", found: names[1].text)
    }
  }

  /// Returns whether `path` stays below the folder: a relative path without `.`, `..`, or empty
  /// components, backslashes, and control characters.
  private static func isContainedPath(_ path: String) -> Bool {
    let components = path.split(separator: "/", omittingEmptySubsequences: false)
    return path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }
      && components.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
  }
}
