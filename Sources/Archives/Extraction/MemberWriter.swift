internal import Filesystem
internal import Manifests
internal import Transport

/// Makes members below one directory, and nothing anywhere else.
///
/// Each directory on the way is opened in the one above it and never through a link; what exists is neither followed nor replaced.
struct MemberWriter: ~Copyable {
  private let root: OpenDirectory
  /// The directories from the root to where the last member was made, so that its neighbours need no way of their own.
  private var way: [Step] = []
  /// A member of the directory that the way leads to. nil where no member is known.
  private var last: MemberPath?

  private struct Step {
    let name: Substring
    let directory: OpenDirectory
  }

  init(root: OpenDirectory) { self.root = root }

  mutating func makeDirectory(_ path: MemberPath) throws(FileError) {
    last = nil
    _ = try directory(path.components[...])
  }

  /// Makes a file that is to be written. EEXIST where anything stands.
  ///
  /// - Parameter digest: where it need not be computed.
  mutating func makeFile(
    _ placement: MemberPlacement, digest: SHA256Digest? = nil
  ) throws(FileError) -> OpenMember {
    let parent = try directory(of: placement.path)
    let file = try parent.directory.makeFile(
      String(placement.path.lastComponent), permissions: placement.isExecutable ? 0o755 : 0o644)
    return OpenMember(placement, file, digest)
  }

  /// Makes a link. EEXIST where anything stands.
  mutating func makeLink(
    _ path: MemberPath, to target: LinkTarget
  ) throws(FileError) -> ExtractedFile {
    let parent = try directory(of: path)
    try parent.directory.makeLink(String(path.lastComponent), to: FilePath(target.text))
    let bytes = Array(target.text.utf8)
    return ExtractedFile(
      path: path, kind: .link(target: target.text), size: bytes.count,
      digest: SHA256.digest(of: bytes))
  }

  private mutating func directory(of path: MemberPath) throws(FileError) -> OpenDirectory {
    if let last, last.isBeside(path) { return way.last?.directory ?? root }
    last = nil
    let directory = try directory(path.components.dropLast())
    last = path
    return directory
  }

  private mutating func directory(
    _ components: ArraySlice<Substring>
  ) throws(FileError) -> OpenDirectory {
    var shared = 0
    for (step, component) in zip(way, components) {
      // By bytes: two spellings of one accent are two directories, where the file system says so.
      if !step.name.utf8.elementsEqual(component.utf8) { break }
      shared += 1
    }
    way.removeLast(way.count - shared)
    for component in components.dropFirst(shared) {
      let above = way.last?.directory ?? root
      let directory = try above.directory.makeDirectory(String(component))
      way.append(Step(name: component, directory: OpenDirectory(directory)))
    }
    return way.last?.directory ?? root
  }
}

/// A directory that several hold.
final class OpenDirectory: Sendable {
  let directory: Directory

  init(_ directory: consuming Directory) { self.directory = directory }
}

/// A file that is being written.
struct OpenMember: ~Copyable {
  private let placement: MemberPlacement
  private let file: FileDescriptor
  private let digest: SHA256Digest?
  /// nil where the digest is known.
  private var hasher: SHA256?
  private(set) var size = 0
  /// How much of it has begun to go to the disk.
  private var writtenBack = 0

  /// Of smaller files there are many, and the one sync at the end takes them in one go.
  private static let writebackSize = 8 << 20

  init(_ placement: MemberPlacement, _ file: consuming FileDescriptor, _ digest: SHA256Digest?) {
    self.placement = placement
    self.file = file
    self.digest = digest
    hasher = digest == nil ? SHA256() : nil
  }

  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    try unsafe file.write(bytes)
    unsafe hasher?.update(bytes)
    size += bytes.count
    if size - writtenBack >= Self.writebackSize {
      file.beginWriteback(from: writtenBack, count: size - writtenBack)
      writtenBack = size
    }
  }

  /// - Parameter checksum: what the archive has, and the bytes were compared with.
  consuming func finish(checksum: UInt32? = nil) -> ExtractedFile {
    guard let digest = digest ?? hasher?.finish() else {
      preconditionFailure("what is not known is computed")
    }
    return ExtractedFile(
      path: placement.path, kind: .file(isExecutable: placement.isExecutable), size: size,
      digest: digest, checksum: checksum)
  }
}
