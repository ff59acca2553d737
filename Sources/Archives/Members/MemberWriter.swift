internal import Cryptography
internal import Diagnostics
internal import Filesystem
internal import Transport
internal import Vocabulary

/// Creates members in a directory, and nothing outside it.
///
/// Each folder is opened relative to its parent and never through a symbolic link. Existing
/// entries are neither followed nor replaced.
///
/// Without a directory, a writer writes nothing and only computes the digests of members.
struct MemberWriter: ~Copyable {
  private let root: OpenDirectory?
  private let headSize: Int
  /// The open folders from the root to the parent of the last member, reused for its neighbors.
  private var openDirectories: [Step] = []
  /// A member of the last folder in ``openDirectories``, or `nil` if none is known.
  private var last: MemberPath?

  /// An open folder on the path to the last member.
  private struct Step {
    let name: Substring
    let directory: OpenDirectory
  }

  /// Creates a writer that keeps the first `headSize` bytes of each file.
  init(root: OpenDirectory?, headSize: Int = 0) {
    self.root = root
    self.headSize = headSize
  }

  /// Creates a folder and its parents. Existing folders are reused.
  mutating func makeDirectory(_ path: MemberPath) throws(FileError) {
    last = nil
    guard let root else { return }
    _ = try directory(path.components[...], in: root)
  }

  /// Creates a file to write to.
  ///
  /// - Parameter digest: The digest of the file, or `nil` to compute it.
  /// - Throws: ``FileError`` with EEXIST if something already exists at the path.
  mutating func makeFile(
    _ placement: MemberPlacement, digest: SHA256Digest? = nil
  ) throws(FileError) -> OpenMember {
    guard let parent = try directory(of: placement.path) else {
      return OpenMember(placement, nil, digest, headSize: headSize)
    }
    let file = try parent.directory.makeFile(
      String(placement.path.lastComponent), permissions: placement.isExecutable ? 0o755 : 0o644)
    return OpenMember(placement, file, digest, headSize: headSize)
  }

  /// Creates symbolic links, after checking that all of them end inside the directory. Call this
  /// last, so that no member is written through a link.
  ///
  /// - Throws: ``ArchiveError`` if a link leads out or the run is canceled, or ``FileError`` with
  ///   EEXIST if something already exists at the path of a link.
  mutating func makeLinks(
    _ links: [ExtractedFile], for run: ExtractionRun, foldsCase: Bool
  ) throws(ArchiveError) {
    let tree = MemberTree(links, foldsCase: foldsCase)
    for link in links {
      try run.checkCancelled()
      try onMember(link.path.text) { () throws(MemberFailure) in try tree.check(link) }
    }
    for link in links {
      try run.checkCancelled()
      guard let target = link.linkTarget else { continue }
      do {
        try directory(of: link.path)?.directory.makeLink(
          String(link.path.lastComponent), to: FilePath(target))
      } catch {
        throw .file(error)
      }
    }
  }

  /// Creates a hard link to a file that this writer has created, and returns it.
  ///
  /// - Throws: ``FileError`` with EEXIST if something already exists at the path.
  mutating func makeHardLink(
    _ path: MemberPath, to file: ExtractedFile
  ) throws(FileError) -> ExtractedFile {
    let original = file.original ?? file.path
    if let root, let folder = try directory(of: path) {
      try folder.directory.makeHardLink(
        String(path.lastComponent), to: FilePath(original.text), in: root.directory)
    }
    return ExtractedFile(
      path: path, kind: file.kind, size: file.size, digest: file.digest,
      actualDigest: file.actualDigest, checksum: file.checksum, original: original,
      head: file.head)
  }

  /// Returns the parent folder of `path`, and creates it if needed. Returns `nil` if the writer has
  /// no directory.
  private mutating func directory(of path: MemberPath) throws(FileError) -> OpenDirectory? {
    guard let root else { return nil }
    if let last, last.isBeside(path) { return openDirectories.last?.directory ?? root }
    last = nil
    let directory = try directory(path.components.dropLast(), in: root)
    last = path
    return directory
  }

  /// Returns the folder at `components` below `root`, and creates the missing folders on the way.
  /// Reuses the open folders that are also on the path to the last member.
  private mutating func directory(
    _ components: ArraySlice<Substring>, in root: OpenDirectory
  ) throws(FileError) -> OpenDirectory {
    var shared = 0
    for (step, component) in zip(openDirectories, components) {
      // Compares bytes, because two normalizations of an accented letter may be two folders.
      if !step.name.utf8.elementsEqual(component.utf8) { break }
      shared += 1
    }
    openDirectories.removeLast(openDirectories.count - shared)
    for component in components.dropFirst(shared) {
      let above = openDirectories.last?.directory ?? root
      let directory = try above.directory.makeDirectory(String(component))
      openDirectories.append(Step(name: component, directory: OpenDirectory(directory)))
    }
    return openDirectories.last?.directory ?? root
  }
}

/// A ``Directory`` with several owners.
final class OpenDirectory: Sendable {
  let directory: Directory

  init(_ directory: consuming Directory) { self.directory = directory }
}

/// A file that is being written, or whose digest is being computed.
struct OpenMember: ~Copyable {
  private let placement: MemberPlacement
  /// The file to write to, or `nil` to write nothing.
  private let file: FileDescriptor?
  /// The digest according to the archive, or `nil` if the archive states none.
  private let digest: SHA256Digest?
  /// Computes the digest. `nil` if the file is written and the archive states its digest.
  private var hasher: SHA256?
  private(set) var size = 0
  private let headSize: Int
  private var head: [UInt8] = []
  /// The number of bytes whose writeback has begun.
  private var writtenBack = 0

  /// The number of bytes between writebacks. Smaller files are left to the final sync, which
  /// writes all of them together.
  private static let writebackSize = 8 << 20

  init(
    _ placement: MemberPlacement, _ file: consuming FileDescriptor?, _ digest: SHA256Digest?,
    headSize: Int
  ) {
    self.placement = placement
    let isWritten =
      switch file {
      case .some: true
      case .none: false
      }
    self.file = file
    self.digest = digest
    self.headSize = headSize
    hasher = isWritten && digest != nil ? nil : SHA256()
  }

  /// Adds bytes to the file and the digest, and periodically begins their writeback.
  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    unsafe hasher?.update(bytes)
    size += bytes.count
    if head.count < headSize {
      unsafe head.append(contentsOf: bytes.prefix(headSize - head.count))
    }
    switch file {
    case .none: break
    case .some(let file):
      try unsafe file.write(bytes)
      if size - writtenBack >= Self.writebackSize {
        file.beginWriteback(from: writtenBack, count: size - writtenBack)
        writtenBack = size
      }
    }
  }

  /// Returns the completed file.
  ///
  /// - Parameter checksum: The CRC-32 from the archive, which the bytes match, or `nil` if the
  ///   archive has none.
  consuming func finish(checksum: UInt32? = nil) -> ExtractedFile {
    let computed = hasher?.finish()
    guard let digest = digest ?? computed else {
      preconditionFailure("a member without a known digest must have a hasher")
    }
    return ExtractedFile(
      path: placement.path, kind: .file(isExecutable: placement.isExecutable), size: size,
      digest: digest, actualDigest: computed == digest ? nil : computed, checksum: checksum,
      head: head)
  }
}
