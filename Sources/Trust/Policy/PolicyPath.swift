internal import Diagnostics
internal import Filesystem

/// The path of a policy. Only root may be able to change the file and what leads to it.
struct PolicyPath {
  private let path: FilePath

  /// Creates the path of a policy, which may be missing.
  init(_ path: FilePath) { self.path = path }

  /// Returns the contents of the file, or `nil` if nothing exists at the path.
  ///
  /// - Throws: ``PolicyFault`` if users other than root can change the file or what leads to it, or
  ///   if the file cannot be read.
  func contents() throws(PolicyFault) -> [UInt8]? {
    guard let (file, kind) = try resolved() else { return nil }
    if kind != .file { throw fault(.notAFile) }
    do {
      return try file.contents(limit: PolicyFile.maximumByteCount)
    } catch {
      throw fault(
        error.operation == .size
          ? .tooLarge(limit: PolicyFile.maximumByteCount) : .unreadable(reason: error.reason))
    }
  }

  /// Whether only root can change the file or folder at the path. False if nothing exists there.
  var isProtected: Bool {
    guard path.isAbsolute, let found = try? resolved() else { return false }
    return [.file, .directory].contains(found.kind)
  }

  /// The maximum number of links that lead to the file.
  private static let maximumLinkCount = 40

  /// Returns the path without links and the kind of what is there, or `nil` if nothing exists at
  /// ``path``.
  ///
  /// Resolves the path as the system does, and checks every folder and link: whoever can replace
  /// one of them can replace the policy.
  private func resolved() throws(PolicyFault) -> (path: FilePath, kind: FileStatus.Kind)? {
    var current: FilePath = "/"
    var kind = try check(current)
    var rest = Self.components(of: path)[...]
    var linkCount = 0
    while let name = rest.popFirst() {
      // The system takes what lies below a file for missing, which is not the same as no policy.
      if kind != .directory { throw fault(.notADirectory(path: current.string)) }
      if name.elementsEqual("..".utf8) {
        current = current.parent ?? "/"
        continue
      }
      let entry = current.appending(FilePath(bytes: name))
      guard let found = try check(entry) else {
        if linkCount == 0 { return nil }
        throw fault(.unreadable(reason: "a link leads to \(entry.string), which does not exist"))
      }
      if found != .link {
        (current, kind) = (entry, found)
        continue
      }
      linkCount += 1
      guard linkCount <= Self.maximumLinkCount, let target = try target(of: entry) else {
        throw fault(.unreadable(reason: "too many links lead to it"))
      }
      rest = Self.components(of: target)[...] + rest
      if target.isAbsolute { current = "/" }
    }
    return kind.map { (current, $0) }
  }

  /// Checks that only root can change the entry at `entry`. Returns its kind, or `nil` if it does
  /// not exist. Ignores the mode of a link, which has no meaning.
  @discardableResult
  private func check(_ entry: FilePath) throws(PolicyFault) -> FileStatus.Kind? {
    let status: FileStatus?
    do {
      status = try entry.linkStatus()
    } catch {
      throw fault(.unreadable(reason: "\(entry.string): \(error.reason)"))
    }
    guard let status else { return nil }
    let isRoots = status.owner == 0
    let isClosed = status.kind == .link || status.permissions & 0o022 == 0
    if isRoots, isClosed { return status.kind }
    let isShared = entry == "/" || status.permissions & Self.stickyBit != 0
    if status.kind == .directory, isShared { throw fault(.inSharedDirectory(path: entry.string)) }
    throw fault(
      isRoots ? .writableByOthers(path: entry.string) : .notRoots(path: entry.string))
  }

  /// The permission bit of directories in which every user can have files, such as `/tmp`.
  private static let stickyBit: UInt16 = 0o1000

  private func target(of link: FilePath) throws(PolicyFault) -> FilePath? {
    do {
      return try link.linkTarget()
    } catch {
      throw fault(.unreadable(reason: "\(link.string): \(error.reason)"))
    }
  }

  private func fault(_ kind: PolicyFault.Kind) -> PolicyFault { PolicyFault(kind, in: path.string) }

  private static func components(of path: FilePath) -> [ArraySlice<UInt8>] {
    path.bytes.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
  }
}
