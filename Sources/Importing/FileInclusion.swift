internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects
internal import Vocabulary

/// Collects the entries of a file and of the files that it includes. Each file is read once.
///
/// The files may come from strangers, so their number and depth are limited.
struct FileInclusion {
  /// A file that has been read.
  struct ReadFile {
    let path: FilePath
    /// The path, as messages show it.
    let name: String
    let statements: [ForeignStatement]
    /// The groups around the statement that includes the file.
    var groups: [GroupName] = []
    /// The number of includes that lead to this file.
    var depth = 0
  }

  /// The maximum number of files that a file includes, directly or indirectly.
  static let maximumFileCount = 64
  /// The maximum depth of nested includes.
  static let maximumDepth = 16

  private let file: ImportableFile
  /// The paths of the files that have been read, with links resolved.
  private var read: Set<FilePath>
  private var contents: [ImportableFile.Contents] = []
  /// The files whose statements are not in ``contents`` yet. The last one is processed next.
  private var pending: [ReadFile] = []
  /// The paths of the existing files that are included but not read.
  private var unreadFiles: [String] = []

  /// Creates an inclusion without files.
  ///
  /// - Parameters:
  ///   - file: The kind of all files.
  ///   - path: The path of the imported file.
  init(of file: ImportableFile, at path: FilePath) {
    self.file = file
    read = [Self.resolved(path)]
  }

  /// Returns the entries of a file, followed by those of the files that it includes.
  mutating func contents(of first: ReadFile) -> [ImportableFile.Contents] {
    pending = [first]
    while let next = pending.popLast() {
      var included: [ReadFile] = []
      let statements = next.statements.flatMap { statement -> [ForeignStatement] in
        switch statement.content {
        case .include(let paths, let groups):
          let reasons = reasons(
            including: paths, in: next, groups: next.groups + groups, &included)
          return reasons.map { statement.replacing(.other($0)) }
        case .unreadInclude(let files, let reason):
          unreadFiles.append(files)
          return [statement.replacing(.other(reason))]
        case .tool(let tool):
          return [statement.replacing(.tool(tool.adding(groups: next.groups)))]
        default: return [statement]
        }
      }
      contents.append(
        ImportableFile.Contents(
          path: next.name, statements: statements,
          unreadFiles: file.format.mayNamePlugins ? unreadFiles : []))
      unreadFiles = []
      pending += included.reversed()
    }
    return contents
  }

  /// Reads the files that a statement includes, except those that have been read already.
  ///
  /// - Parameters:
  ///   - paths: The paths in the statement.
  ///   - parent: The file that contains the statement.
  ///   - groups: The groups of the included tools.
  ///   - included: The included files, to which new ones are added.
  /// - Returns: The distinct reasons to leave out the statement. Empty if all files are read.
  private mutating func reasons(
    including paths: [ForeignPath], in parent: ReadFile, groups: [GroupName],
    _ included: inout [ReadFile]
  ) -> [ImportRemark.Reason] {
    if parent.depth > 0, !file.format.followsNestedIncludes { return [.noCounterpart("import")] }
    var reasons: [ImportRemark.Reason] = []
    var isFound = false
    for path in paths {
      do throws(FileError) {
        for path in try ImportableFile.paths(path, in: parent.path.parentDirectory) {
          isFound = true
          let reason = reason(including: path, in: parent, groups: groups, &included)
          if let reason, reason != .includedContents(path) { unreadFiles.append(path) }
          if let reason, !reasons.contains(reason) { reasons.append(reason) }
        }
      } catch {
        unreadFiles.append(path.text)
        reasons.append(.unreadable(Problem(.file(error)) { _ in path.text }))
      }
    }
    if isFound || !reasons.isEmpty { return reasons }
    let folder = parent.path.parentDirectory
    let leadsOutside = paths.contains { path in
      ImportableFile.parent(of: path, in: folder).leadsOutside(ofRepositoryWith: folder)
    }
    if leadsOutside { unreadFiles += paths.map(\.text) }
    return [
      leadsOutside ? .linkOutside : .missingInclude(ForeignName.shown(paths.first?.text ?? ""))
    ]
  }

  /// Reads an existing file, unless it has been read already. Returns the reason if it is left out.
  private mutating func reason(
    including path: String, in parent: ReadFile, groups: [GroupName],
    _ included: inout [ReadFile]
  ) -> ImportRemark.Reason? {
    let folder = parent.path.parentDirectory
    let file = folder.appending(path)
    let name = (parent.name.lastIndex(of: "/").map { String(parent.name[...$0]) } ?? "") + path
    if file.leadsOutside(ofRepositoryWith: folder) {
      let link = ForeignStatement(path, line: nil, .other(.linkOutside))
      included.append(ReadFile(path: file, name: name, statements: [link]))
      unreadFiles.append(path)
      return nil
    }
    let resolved = Self.resolved(file)
    // A link could give a file with secrets another name.
    let names = [file, resolved].compactMap(\.lastComponent)
    guard names.allSatisfy(self.file.format.mayInclude) else { return .includedName(path) }
    if read.contains(resolved) { return nil }
    guard parent.depth < Self.maximumDepth, read.count <= Self.maximumFileCount else {
      return .tooManyIncludes(fileCount: Self.maximumFileCount, depth: Self.maximumDepth)
    }
    read.insert(resolved)
    do throws(ManifestError) {
      guard let statements = try self.file.statements(at: file, named: name) else {
        return .missingInclude(ForeignName.shown(path))
      }
      // Another file would be quoted line by line, with its secrets.
      let isOther = statements.allSatisfy { $0.content == .other(.notUnderstood) }
      if isOther, !statements.isEmpty { return .includedContents(path) }
      included.append(
        ReadFile(
          path: file, name: name, statements: statements, groups: groups, depth: parent.depth + 1))
      return nil
    } catch {
      return .unreadable(Problem(error) { _ in name })
    }
  }

  private static func resolved(_ path: FilePath) -> FilePath {
    (try? path.resolvingLinks()) ?? path
  }
}
