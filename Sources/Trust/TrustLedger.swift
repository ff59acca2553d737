package import Diagnostics
package import Filesystem
package import Layout
internal import Projects
package import Vocabulary

/// The record of what the user has accepted, one file per project in the folder `trust/` of the
/// root.
///
/// ```
/// trust 1
/// project /home/me/app
/// accepted 2026-11-22T09:30:00Z
/// source pypi https://packages.example.org/simple
/// ```
///
/// The file of a project is named after the digest of its path. Only the owner may read or write
/// it. A file with other permissions or another owner is ignored.
///
/// The worktrees of one repository share the record of its main checkout.
///
/// The record of a project that contains the root is ignored too, because it may have come with the
/// project, whatever its permissions are. A project that contains the user's home is an exception:
/// whoever controls that folder decides what runs there anyway.
package struct TrustLedger: Sendable {
  /// What the user has accepted of one project.
  package struct Entry: Hashable, Sendable {
    package let project: FilePath
    /// The time of the last consent, or `nil` if the file does not state it.
    package let accepted: ReleaseTime?
    /// The accepted lines of a ``TrustList``, sorted.
    package let lines: [String]
  }

  private let root: Root
  private let home: FilePath?
  private var folder: RootFolder { root.trust }

  /// Creates the ledger of `root`, without reading it. `environment` states the user's home.
  package init(_ root: Root, _ environment: Environment) {
    self.root = root
    home = environment.path("HOME")
  }

  /// Whether this user may change the record.
  package var isChangeable: Bool { root.isChangeable }

  /// Returns the entries of all projects, sorted by path.
  ///
  /// - Throws: ``SystemProblem`` if a file cannot be read.
  package func entries() throws(Problem) -> [Entry] {
    try mappingFileErrors { () throws(FileError) in
      var entries: [Entry] = []
      for name in try folder.entriesIfPresent() {
        if let entry = try Self.read(folder.appending(name)),
          file(of: entry.project).lastComponent == name, !containsRoot(entry.project)
        {
          entries.append(entry)
        }
      }
      return entries.sorted { $0.project < $1.project }
    }
  }

  /// Returns whether the user has accepted all items of `list` for the project in `project`.
  package func accepts(_ list: TrustList, for project: FilePath) throws(Problem) -> Bool {
    let entry = try entry(of: project)
    return Set(list.lines).isSubset(of: entry?.lines ?? [])
  }

  /// Returns the requests that the user has not accepted for the project in `project`.
  package func unaccepted(
    _ requests: [TrustProblem.Request], for project: FilePath
  ) throws(Problem) -> [TrustProblem.Request] {
    if requests.isEmpty { return [] }
    let lines = Set(try entry(of: project)?.lines ?? [])
    return requests.filter { !lines.contains($0.item.line) }
  }

  /// Records that the user accepts all items of `list`, in addition to those accepted before.
  ///
  /// - Throws: ``InstallationProblem/rootInProject(root:project:)`` if the record would be ignored,
  ///   or ``SystemProblem`` if the file cannot be written.
  package func accept(_ list: TrustList, for project: FilePath) throws(Problem) {
    let main = ProjectCheckouts.mainFolder(of: project)
    if containsRoot(project) || containsRoot(main) {
      throw .project(.installation(.rootInProject(root: root.path.string, project: project.string)))
    }
    try mappingFileErrors(try root.checkOwner())
    let lines = Set(try entry(of: project)?.lines ?? []).union(list.lines)
    let text =
      [
        "trust 1", "project \(PercentEncoding.encode(main.bytes))",
        "accepted \(ReleaseTime(secondsSince1970: WallClock.now))",
      ] + lines.sorted()
    try mappingFileErrors { () throws(FileError) in
      try folder.makeDirectories(permissions: 0o700)
      // What killed processes have left.
      defer { folder.removeAbandonedFiles() }
      try file(of: main).replaceContents(
        with: text.map { $0 + "\n" }.joined().utf8, permissions: 0o600)
    }
  }

  /// Returns the names of all executables that the user has accepted, in any project. Returns none
  /// if the record cannot be read.
  package func acceptedExecutables() -> Set<String> {
    let lines = (try? entries())?.flatMap(\.lines) ?? []
    return Set(
      lines.compactMap { line in
        let fields = line.split(separator: " ", maxSplits: 2)
        return fields.count == 3 && fields[0] == "executable" ? String(fields[1]) : nil
      })
  }

  // MARK: Lists

  /// Records a list that `BOOTSTRAP_TRUST` accepts. It applies to every project, but only while the
  /// variable contains its digest.
  ///
  /// - Throws: ``SystemProblem`` if the file cannot be written.
  package func record(_ list: TrustList) throws(Problem) {
    try mappingFileErrors { () throws(FileError) in
      try root.checkOwner()
      try folder.makeDirectories(permissions: 0o700)
      defer { folder.removeAbandonedFiles() }
      try folder.appending(list.digest.hexadecimal).replaceContents(
        with: list.text.utf8, permissions: 0o600)
    }
  }

  /// Returns the lines of the recorded list whose digest, in hexadecimal digits, is `digest`. Empty
  /// if no such list is recorded.
  ///
  /// - Throws: ``SystemProblem`` if the file cannot be read.
  package func acceptedLines(ofListWith digest: String) throws(Problem) -> Set<String> {
    guard let digest = SHA256Digest(hexadecimal: digest) else { return [] }
    return try mappingFileErrors { () throws(FileError) in
      let file = folder.appending(digest.hexadecimal)
      // The name of the file is the digest, so an edited file does not count.
      guard let bytes = try file.contentsIfPresent(limit: 1 << 20),
        SHA256Digest(of: bytes) == digest
      else { return [] }
      return Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
    }
  }

  /// Removes the entry of a project, and returns whether there was one.
  ///
  /// - Throws: ``SystemProblem`` if the root belongs to another user, or the file cannot be
  ///   removed.
  package func revoke(_ project: FilePath) throws(Problem) -> Bool {
    try mappingFileErrors(try root.checkOwner())
    // A record that others can read is ignored, but must go, too: with its old permissions, it
    // would take effect again.
    return try mappingFileErrors { () throws(FileError) in
      let file = file(of: ProjectCheckouts.mainFolder(of: project))
      if try !file.isPresent() { return false }
      try folder.removeTree(file.lastComponent)
      return true
    }
  }

  /// Returns whether the record of a project may have come with the project.
  private func containsRoot(_ project: FilePath) -> Bool {
    func contains(_ path: FilePath) -> Bool {
      let physical = (try? path.resolvingLinks()) ?? path
      return [path, physical].contains { $0 == project || $0.relative(to: project) != nil }
    }
    return contains(root.path) && !(home.map(contains) ?? false)
  }

  private func entry(of project: FilePath) throws(Problem) -> Entry? {
    // In the root of another user, nothing can be recorded, and only that user may enter `trust/`.
    let main = ProjectCheckouts.mainFolder(of: project)
    if containsRoot(project) || containsRoot(main) || (try? root.checkOwner()) == nil {
      return nil
    }
    return try mappingFileErrors { () throws(FileError) in
      let entry = try Self.read(file(of: main))
      return entry?.project == main ? entry : nil
    }
  }

  private func file(of project: FilePath) -> FilePath {
    folder.appending(SHA256Digest(of: project.bytes).hexadecimal)
  }

  /// Reads the file at `path`, or returns `nil` if it is missing, is not private to this user, or
  /// has another format.
  private static func read(_ path: FilePath) throws(FileError) -> Entry? {
    guard let status = try path.linkStatus(), status.kind == .file,
      status.owner == FilePath.user, status.permissions & 0o077 == 0
    else { return nil }
    let text = String(decoding: try path.contents(limit: 1 << 20), as: UTF8.self)
    var lines = text.split(separator: "\n").map(String.init)[...]
    guard lines.popFirst() == "trust 1", let first = lines.popFirst(), first.hasPrefix("project "),
      let project = PercentEncoding.decode(Array(first.utf8.dropFirst("project ".count))[...])
    else { return nil }
    var accepted: ReleaseTime?
    if let next = lines.first, next.hasPrefix("accepted ") {
      accepted = ReleaseTime(String(next.dropFirst("accepted ".count)))
      lines.removeFirst()
    }
    return Entry(project: FilePath(bytes: project), accepted: accepted, lines: lines.sorted())
  }
}
