internal import Archives
internal import Cryptography
internal import Diagnostics
internal import Filesystem
internal import Gems
internal import Vocabulary
internal import YAML

/// An unpacked gem: its description, and the archive of its files.
///
/// A gem is an archive of three compressed entries: a description in YAML, an archive of the
/// files, and checksums. Signatures may accompany them. They are not examined, because the lock
/// states the digest of the gem.
struct OpenedGem: Sendable {
  let metadata: GemMetadata
  /// The archive of the files, verified.
  let data: FilePath
  /// The description as the gem contains it.
  let yaml: [UInt8]
  /// The files, once they are unpacked.
  var files: [ExtractedFile] = []

  /// The name, version, and platform, as RubyGems names the folder of a gem.
  var fullName: String {
    let platform = metadata.platform == .ruby ? "" : "-\(metadata.platform.text)"
    return "\(metadata.name)-\(metadata.version)\(platform)"
  }

  /// The name and version for messages.
  var title: String { "\(metadata.name) \(metadata.version)" }

  private static let descriptionName = "metadata.gz"
  private static let dataName = "data.tar.gz"
  private static let checksumsName = "checksums.yaml.gz"
  /// The maximum size of a description or of checksums in bytes. The largest known ones have about
  /// 1 MB.
  private static let maximumTextSize = 16 << 20

  /// Reads the compressed description and checksums of a gem, by name. Leaves out what is no file
  /// or too large, which is a fault of the gem.
  ///
  /// - Parameters:
  ///   - entries: The entries of the gem, unpacked into `folder`.
  ///   - folder: The folder of the entries.
  /// - Throws: ``FileError`` if the system fails to read one.
  static func texts(
    of entries: [ExtractedFile], in folder: FilePath
  ) throws(FileError) -> [String: [UInt8]] {
    var texts: [String: [UInt8]] = [:]
    for entry in entries where entry.isPlainFile {
      let name = entry.path.text
      if name != descriptionName && name != checksumsName { continue }
      do {
        texts[name] = try folder.appending(name).contents(limit: maximumTextSize)
      } catch {
        if error.isSystemFailure { throw error }
      }
    }
    return texts
  }

  /// Opens a gem.
  ///
  /// - Parameters:
  ///   - entries: The entries of the gem, unpacked into `folder`.
  ///   - texts: The result of ``texts(of:in:)``.
  ///   - folder: The folder of the entries.
  /// - Throws: ``GemFault`` if the gem is damaged or malformed.
  init(
    _ entries: [ExtractedFile], _ texts: [String: [UInt8]], in folder: FilePath
  ) throws(GemFault) {
    let required = [Self.descriptionName, Self.dataName]
    let names = required + [Self.checksumsName]
    let known = Set(names + names.map { "\($0).sig" })
    for entry in entries where !known.contains(entry.path.text) || !entry.isPlainFile {
      throw .unexpectedEntry(entry.path.text)
    }
    let digests = Dictionary(entries.map { ($0.path.text, $0.digest) }) { first, _ in first }
    for name in required where digests[name] == nil { throw .missingEntry(name) }
    if digests[Self.checksumsName] != nil {
      try Self.check(digests, Self.text(texts[Self.checksumsName]))
    }
    yaml = try Self.text(texts[Self.descriptionName])
    data = folder.appending(Self.dataName)
    do {
      metadata = try GemMetadata(parsing: yaml)
    } catch {
      switch error {
      case .syntax: throw .unreadableMetadata
      case .tag(let tag, let line):
        throw .refusedMetadata(reason: "line \(line) has the tag \(tag)")
      case .field(let field): throw .field(field)
      case .unsafePath(let field): throw .unsafePath(field: field)
      }
    }
  }

  /// Checks the entries against their SHA-256 digests. Ignores the digests of other algorithms in
  /// old gems.
  private static func check(
    _ digests: [String: SHA256Digest], _ checksums: [UInt8]
  ) throws(GemFault) {
    guard let root = try? YAMLDocument(parsing: checksums).root else {
      throw .checksum(entry: checksumsName)
    }
    for (name, digest) in digests {
      guard let stated = root["SHA256"]?[name]?.text else { continue }
      if stated != digest.hexadecimal { throw .checksum(entry: name) }
    }
  }

  private static func text(_ bytes: [UInt8]?) throws(GemFault) -> [UInt8] {
    guard let bytes, let text = try? GzipText.contents(of: bytes, limit: maximumTextSize)
    else { throw .unreadableMetadata }
    return text
  }
}

extension ExtractedFile {
  /// Whether this is a file rather than a symbolic link.
  fileprivate var isPlainFile: Bool { if case .file = kind { true } else { false } }
}
