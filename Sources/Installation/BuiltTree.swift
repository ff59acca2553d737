internal import Archives
internal import Diagnostics
internal import Filesystem
internal import Transport
internal import Vocabulary

/// The files that a build has installed, examined like the members of an archive: nothing may lead
/// out of the folder, and nobody else may change them.
struct BuiltTree {
  /// The folder that contains the files.
  private let folder: FilePath
  /// The path that the folder will have, which absolute links may contain.
  private let prefix: FilePath
  private(set) var files: [ExtractedFile] = []

  /// Examines all files below `folder`, and removes set-id bits and the write rights of others.
  ///
  /// - Throws: ``Failure`` if the tree contains what an installation must not, or a system call
  ///   fails.
  init(in folder: FilePath, installedAt prefix: FilePath) throws(Failure) {
    self.folder = folder
    self.prefix = prefix
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
      let (digest, size) = try SHA256.digest(ofFile: entry)
      return ExtractedFile(
        path: member, kind: .file(isExecutable: status.isExecutable), size: size, digest: digest)
    }
  }

  /// Checks that a link stays in the folder. Where it leads is what the system says, because links
  /// may lead through other links. What it leads to need not exist.
  private func link(_ entry: FilePath, _ member: MemberPath) throws(Failure) -> ExtractedFile {
    let target = try mapped { () throws(FileError) in try entry.linkTarget() } ?? ""
    let fault = BuildProblem.Fault.linkLeadsOut(path: member.text, target: target.string)
    guard let text = String(validating: target.bytes, as: UTF8.self),
      text.utf8.allSatisfy({ $0 >= UInt8(ascii: " ") && $0 != 0x7F })
    else { throw .fault(.badName(path: member.text)) }
    if target.isAbsolute {
      guard let inside = Self.path(target, relativeTo: prefix) else { throw .fault(fault) }
      try check(folder.appending(inside), fault)
    } else {
      try check(entry.parentDirectory.appending(target), fault)
    }
    let bytes = Array(text.utf8)
    return ExtractedFile(
      path: member, kind: .link(target: text), size: bytes.count, digest: SHA256.digest(of: bytes))
  }

  /// Checks that a path does not leave the folder: neither by its components, nor by the links that
  /// it leads through.
  private func check(_ path: FilePath, _ fault: BuildProblem.Fault) throws(Failure) {
    guard let relative = Self.path(path, relativeTo: folder) else { throw .fault(fault) }
    var depth = 0
    for component in relative.string.split(separator: "/") where component != "." {
      depth += component == ".." ? -1 : 1
      if depth < 0 { throw .fault(fault) }
    }
    guard let end = try? path.resolvingLinks() else { return }
    let top = try mapped { () throws(FileError) in try folder.resolvingLinks() }
    if Self.path(end, relativeTo: top) == nil { throw .fault(fault) }
  }

  /// Returns what follows `folder` in a path, or `nil` if the path does not begin with it.
  private static func path(_ path: FilePath, relativeTo folder: FilePath) -> FilePath? {
    if path == folder { return "" }
    let start = Array(folder.bytes) + [UInt8(ascii: "/")]
    return path.bytes.starts(with: start)
      ? FilePath(bytes: path.bytes.dropFirst(start.count)) : nil
  }

  private func mapped<Value>(_ body: () throws(FileError) -> Value) throws(Failure) -> Value {
    do {
      return try body()
    } catch {
      throw .file(error)
    }
  }
}
