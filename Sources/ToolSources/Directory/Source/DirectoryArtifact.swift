internal import Manifests

/// One file of a folder.
struct DirectoryArtifact: Hashable, Sendable {
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
      guard let name = ExecutableName(text) else { throw .badField("executable", found: text) }
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
