internal import Filesystem
internal import Layout
internal import Selection
internal import Versions
internal import Vocabulary

/// The files on which the judgment of a sealed lock was based, and a digest of their states. As
/// long as the digest matches, a change to the root does not read the lock again.
///
/// ```
/// 5d0c…
/// /home/me/app/Toolfile
/// /home/me/app/.tool-version
/// /home/me/.bootstrap/index/confirmed/9c41…
/// ```
///
/// The first line is the digest. It also covers the root, the content of the seal, the platform,
/// and the running program, whose definitions and rules decided, too. The basis is a file in
/// `shims/.bases` with the same name as the seal.
struct SealBasis: Hashable, Sendable {
  private let files: [FilePath]
  private let digest: String

  /// The maximum size of the file, in bytes.
  private static let maximumByteCount = 1 << 24

  /// Creates the basis of a seal with this content.
  ///
  /// - Parameter states: The states of the files before the judgment.
  /// - Returns: `nil` if a file changed so recently that another change could leave its state as it
  ///   is, if a path cannot be written as a line, or if the running program cannot be found.
  init?(of states: States, seal: [UInt8]) {
    guard states.areSettled, !states.files.contains(where: { $0.bytes.contains(Self.lineEnd) }),
      let digest = states.digest(with: seal)
    else { return nil }
    files = states.files
    self.digest = digest
  }

  /// Reads the basis at a path. Returns `nil` if there is none.
  init?(at path: FilePath) {
    guard let bytes = (try? path.contentsIfPresent(limit: Self.maximumByteCount)) ?? nil,
      bytes.last == Self.lineEnd
    else { return nil }
    let lines = bytes.split(separator: Self.lineEnd)
    digest = lines.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    files = lines.dropFirst().map { FilePath(bytes: $0) }
  }

  /// Returns whether the digest still matches, for a seal with this content in `root`.
  func supports(_ seal: [UInt8], in root: Root) -> Bool {
    States(of: files, in: root).digest(with: seal) == digest
  }

  /// The content of the file.
  var bytes: [UInt8] {
    var bytes = Array(digest.utf8) + [Self.lineEnd]
    for file in files { bytes += file.bytes + [Self.lineEnd] }
    return bytes
  }

  private static let lineEnd = UInt8(ascii: "\n")
  /// Identifies the running program, whose definitions and rules decide. `nil` if it cannot be
  /// found. The status time is left out, because each new link to the program changes it.
  private static let program = ((try? FilePath.runningProgram().status()) ?? nil).map {
    "\($0.device) \($0.inode) \($0.size) \($0.modified)"
  }

  /// The states of files at one moment.
  struct States: Sendable {
    let files: [FilePath]
    /// The root, then the path and the state of each file.
    private let text: [UInt8]
    /// The time of the last status change of a file (`st_ctim`), in nanoseconds since 1970.
    private let changed: Int64

    /// Examines files, which need not exist.
    init(of files: [FilePath], in root: Root) {
      var text = Array(root.path.bytes) + [SealBasis.lineEnd]
      var changed = Int64.min
      for file in files {
        text += file.bytes + [0]
        if let identity = FileIdentity(of: PathText(file.bytes)) {
          text += identity.sealName(forSubjectWithDigest: 0)
          changed = max(changed, identity.changed)
        }
        text.append(SealBasis.lineEnd)
      }
      self.files = files
      self.text = text
      self.changed = changed
    }

    /// Whether any later change of a file changes its state, even if the file system stores only
    /// every other second.
    var areSettled: Bool { changed / 1_000_000_000 < WallClock.now - 4 }

    /// Returns the digest of the states, the content of a seal, and what else decided. Returns
    /// `nil` if the running program cannot be found.
    func digest(with seal: [UInt8]) -> String? {
      guard let program = SealBasis.program else { return nil }
      let words = "\(program) \(ProgramVersion.text) \(Platform.current) \(seal.count)\n"
      return SHA256Digest(of: Array(words.utf8) + seal + text).hexadecimal
    }
  }
}
