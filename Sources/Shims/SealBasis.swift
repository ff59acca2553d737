internal import Filesystem
internal import Layout
internal import Selection
internal import Versions
internal import Vocabulary

/// The files on which the judgment of a sealed lock depended, with their states. While none of them
/// changes, a change of the root need not read the lock again.
///
/// ```
/// basis 0.9.0 5d0c…
/// /home/me/app/Toolfile
/// /home/me/app/.tool-version
/// /home/me/.bootstrap/index/confirmed/9c41…
/// ```
///
/// The first line has the version of bootstrap and the digest of the states. The basis is a file in
/// `shims/.bases`, with the same name as the seal of the lock.
struct SealBasis: Hashable, Sendable {
  private let files: [FilePath]
  private let digest: String

  /// The maximum size of the file, in bytes.
  private static let maximumByteCount = 1 << 24
  /// How long ago every file must have changed, in seconds. The state of a file that changed later
  /// could stay the same after another change.
  private static let settlingTime: Int64 = 2

  /// Records the states of files, which need not exist. Returns `nil` if one of them has changed
  /// too recently.
  init?(of files: [FilePath]) {
    let states = States(of: files)
    guard states.changed / 1_000_000_000 < WallClock.now - Self.settlingTime,
      !files.contains(where: { $0.bytes.contains(UInt8(ascii: "\n")) })
    else { return nil }
    self.files = files
    digest = states.digest
  }

  /// Reads the basis in a file. Returns `nil` if there is none of this version of bootstrap.
  init?(at path: FilePath) {
    guard let bytes = (try? path.contentsIfPresent(limit: Self.maximumByteCount)) ?? nil else {
      return nil
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let head = lines.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let words = head.split(separator: " ")
    guard words.count == 3, words[0] == "basis", words[1] == ProgramVersion.text else { return nil }
    digest = String(words[2])
    files = lines.dropFirst().map { FilePath(bytes: $0) }
  }

  /// Whether no file has changed.
  var holds: Bool { States(of: files).digest == digest }

  /// The content of the file.
  var bytes: [UInt8] {
    var bytes = Array("basis \(ProgramVersion.text) \(digest)\n".utf8)
    for file in files { bytes += file.bytes + [UInt8(ascii: "\n")] }
    return bytes
  }

  /// The states of files.
  private struct States {
    let digest: String
    /// The time of the last change of a file, in nanoseconds since 1970.
    let changed: Int64

    init(of files: [FilePath]) {
      var text: [UInt8] = []
      var changed = Int64.min
      for file in files {
        if let identity = FileIdentity(of: PathText(file.bytes)) {
          text += identity.sealName(forSubjectWithDigest: 0)
          changed = max(changed, identity.changed)
        }
        text.append(UInt8(ascii: "\n"))
      }
      digest = SHA256Digest(of: text).hexadecimal
      self.changed = changed
    }
  }
}
