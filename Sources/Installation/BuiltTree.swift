internal import Archives
internal import Cryptography
internal import Diagnostics
internal import Filesystem
internal import Transport
internal import Vocabulary

/// The files that a build has installed. Like the members of an archive, they must stay in their
/// folder, and only the user may change them.
struct BuiltTree {
  /// The folder that contains the files.
  private let folder: FilePath
  /// The final path of the folder. Absolute links may point below it.
  private let prefix: FilePath
  /// The unpacked files that have not changed, keyed by path.
  private let unpacked: [String: ExtractedFile]
  private(set) var files: [ExtractedFile] = []

  /// Examines all files in `folder`. Removes the set-id bits and the write permissions of others.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - prefix: The final path of the folder.
  ///   - unpacked: The unpacked files that have not changed, keyed by path relative to the folder.
  ///     Their digests are known, so they are not read again.
  /// - Throws: ``Failure`` if the folder contains something that an installation must not contain,
  ///   or a system call fails.
  init(
    in folder: FilePath, installedAt prefix: FilePath, unpacked: [String: ExtractedFile] = [:]
  ) throws(Failure) {
    self.folder = folder
    self.prefix = prefix
    self.unpacked = unpacked
    try read(folder, below: nil)
  }

  /// A reason a tree is rejected.
  enum Failure: Error {
    case fault(BuildProblem.Fault)
    case file(FileError)
  }

  private mutating func read(_ path: FilePath, below parent: String?) throws(Failure) {
    let names = try mapped { () throws(FileError) in
      try path.setPermissions(0o755)
      return try Directory.open(path).entries()
    }
    for name in names {
      let relative = parent.map { "\($0)/\(name.string)" } ?? name.string
      let entry = path.appending(name)
      guard let member = try? MemberPath(relative),
        FilePath(member.text).bytes.elementsEqual(
          FilePath(relative).bytes)
      else { throw .fault(.badName(path: relative)) }
      guard let status = try mapped({ () throws(FileError) in try entry.linkStatus() }) else {
        continue
      }
      switch status.kind {
      case .directory: try read(entry, below: relative)
      case .file: files.append(try file(entry, member, status))
      case .link: files.append(try link(entry, member))
      case .pipe, .device, .other: throw .fault(.specialFile(path: relative))
      }
    }
  }

  private func file(
    _ entry: FilePath, _ member: MemberPath, _ status: FileStatus
  ) throws(Failure) -> ExtractedFile {
    try mapped { () throws(FileError) in
      try entry.setPermissions(status.isExecutable ? 0o755 : 0o644)
      let (digest, size) =
        if let file = unpacked[member.text], file.size == status.size {
          (file.digest, file.size)
        } else {
          try SHA256.digest(ofFile: entry)
        }
      return ExtractedFile(
        path: member, kind: .file(isExecutable: status.isExecutable), size: size, digest: digest)
    }
  }

  /// Checks that a link does not lead out of the folder. What it points to may be missing.
  private func link(_ entry: FilePath, _ member: MemberPath) throws(Failure) -> ExtractedFile {
    let target = try mapped { () throws(FileError) in try entry.linkTarget() } ?? ""
    guard let text = String(validating: target.bytes, as: UTF8.self),
      text.utf8.allSatisfy({ $0 >= UInt8(ascii: " ") && $0 != 0x7F })
    else { throw .fault(.badName(path: member.text)) }
    let place =
      target.isAbsolute
      ? target.relative(to: prefix).map(folder.appending) : entry.parentDirectory.appending(target)
    guard let place, try isInside(place) else {
      throw .fault(.linkLeadsOut(path: member.text, target: text))
    }
    let bytes = Array(text.utf8)
    return ExtractedFile(
      path: member, kind: .link(target: text), size: bytes.count, digest: SHA256.digest(of: bytes))
  }

  /// Returns whether a path stays in the folder, both by its components and by the links on it.
  private func isInside(_ path: FilePath) throws(Failure) -> Bool {
    guard let relative = path.relative(to: folder) else { return false }
    var depth = 0
    for component in relative.string.split(separator: "/") where component != "." {
      depth += component == ".." ? -1 : 1
      if depth < 0 { return false }
    }
    guard let end = try? path.resolvingLinks() else { return true }
    return end.isPart(of: try mapped { () throws(FileError) in try folder.resolvingLinks() })
  }

  private func mapped<Value>(_ body: () throws(FileError) -> Value) throws(Failure) -> Value {
    do {
      return try body()
    } catch {
      throw .file(error)
    }
  }
}
