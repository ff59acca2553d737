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
  /// - Parameter states: The states of the files, each from before it was read.
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
    var states = States(in: root)
    _ = states.add(files)
    return states.digest(with: seal) == digest
  }

  /// The content of the file.
  var bytes: [UInt8] {
    var bytes = Array(digest.utf8) + [Self.lineEnd]
    for file in files { bytes += file.bytes + [Self.lineEnd] }
    return bytes
  }

  private static let lineEnd = UInt8(ascii: "\n")
  /// The identity of the running program, whose definitions and rules decide, or `nil` if the
  /// program cannot be found. Without the status time, which each new link to the program changes.
  private static let program = ((try? FilePath.runningProgram().status()) ?? nil).map {
    "\($0.device) \($0.inode) \($0.size) \($0.modified)"
  }

  /// The states of files.
  struct States: Sendable {
    private(set) var files: [FilePath] = []
    /// The root, then the path and the state of each file.
    private var text: [UInt8]
    private var changes = LatestChanges()
    /// Whether any write(2) to a file after ``examine(_:at:)`` changes its state. A store to a
    /// mapping (mmap(2)) may leave all times as they are.
    private(set) var areSettled = true

    /// Creates an empty collection of states of files that matter to `root`.
    init(in root: Root) { text = Array(root.path.bytes) + [SealBasis.lineEnd] }

    /// Adds the states of files, which need not exist. Returns whether each of them does.
    ///
    /// - Parameter device: The device whose clock tells the time, or `nil` if no time matters.
    mutating func add(_ files: [FilePath], comparableOn device: UInt64? = nil) -> [Bool] {
      self.files += files
      return files.map { file in
        text += file.bytes + [0]
        let found = FileIdentity.withDevice(of: PathText(file.bytes))
        if let found {
          text += found.identity.sealName(forSubjectWithDigest: 0)
          changes.add(found.identity, isComparable: found.device == device)
        }
        text.append(SealBasis.lineEnd)
        return found != nil
      }
    }

    /// Adds the states of files, then waits until they are settled, unless that takes too long. The
    /// caller may then read the files. Returns whether each of them exists.
    mutating func examine(_ files: [FilePath], at time: FileSystemTime) -> [Bool] {
      let exist = add(files, comparableOn: time.device)
      areSettled = time.wait(for: changes) && areSettled
      return exist
    }

    /// Returns the digest of the states, the content of a seal, and what else decided. Returns
    /// `nil` if the running program cannot be found.
    func digest(with seal: [UInt8]) -> String? {
      guard let program = SealBasis.program else { return nil }
      let words = "\(program) \(ProgramVersion.text) \(Platform.current) \(seal.count)\n"
      return SHA256Digest(of: Array(words.utf8) + seal + text).hexadecimal
    }
  }
}
