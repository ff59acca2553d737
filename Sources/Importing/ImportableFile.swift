internal import Diagnostics
package import Filesystem
package import Manifests
internal import Selection
internal import Vocabulary

/// A file of another tool whose entries a Toolfile can take over.
package struct ImportableFile: Sendable {
  /// The entries of a file, which may be one that the imported file includes.
  package struct Contents: Sendable {
    /// The path as messages show it.
    package let path: String
    package let statements: [ForeignStatement]
    /// The paths of the included files that are not read. They could name plugins of the tools.
    package let unreadFiles: [String]

    /// Creates the contents of a file.
    package init(
      path: String, statements: [ForeignStatement], unreadFiles: [String] = []
    ) {
      self.path = path
      self.statements = statements
      self.unreadFiles = unreadFiles
    }
  }

  package let format: any ForeignFormat.Type
  /// The path of the file, relative to the folder of a project.
  package let path: ForeignPath

  /// Whether the file is only read on request.
  package let isOptional: Bool

  /// All files, in order of precedence.
  package static let all: [ImportableFile] =
    ForeignFormats.all.flatMap { format in
      format.paths.map { ImportableFile(format: format, path: $0, isOptional: false) }
    }
    + ForeignFormats.all.flatMap { format in
      format.optionalPaths.map { ImportableFile(format: format, path: $0, isOptional: true) }
    }

  /// Returns the kind of a file with this path, or `nil` if no kind has it.
  package init?(at path: String) {
    guard let file = Self.all.first(where: { $0.path.ends(path) }) else { return nil }
    self = file
  }

  private init(format: any ForeignFormat.Type, path: ForeignPath, isOptional: Bool) {
    self.format = format
    self.path = path
    self.isOptional = isOptional
  }

  /// Returns the paths of the existing files of this kind in a folder, sorted.
  ///
  /// - Throws: ``FileError`` if a folder cannot be read.
  package func paths(in folder: FilePath) throws(FileError) -> [String] {
    // A file is of the first kind whose path it has.
    try Self.paths(path, in: folder).filter { name in
      Self.all.first { $0.path.matches(path: name) }?.path == path
    }
  }

  /// Returns the paths of the existing files with a path, sorted. A link that leads nowhere is such
  /// a file, too.
  static func paths(
    _ path: ForeignPath, in folder: FilePath
  ) throws(FileError) -> [String] {
    let parent = parent(of: path, in: folder)
    // Not even the names of the files in another folder are shown.
    if parent != folder, parent.leadsOutside(ofRepositoryWith: folder) { return [] }
    if !path.isPattern {
      let file = folder.appending(path.text)
      let exists = try file.isPresent() || file.isLink
      return exists ? [path.text] : []
    }
    if !parent.isDirectory { return [] }
    return try parent.entriesIfPresent().filter { path.matches(name: $0) }.sorted()
      .map { name in path.folder.map { "\($0)/\(name)" } ?? name }
  }

  /// Returns the paths of the folders of such files that are links out of the repository, or lead
  /// nowhere. What is in them is not read.
  package static func linkedFolders(in folder: FilePath) -> [String] {
    var links: [String] = []
    for path in Set(all.flatMap { $0.path.folders }).sorted() {
      let isInLink = links.contains { path.hasPrefix("\($0)/") }
      let target = folder.appending(path)
      // A link to a program is no folder.
      if !isInLink, target.isLink, target.isDirectory || !target.exists,
        target.leadsOutside(ofRepositoryWith: folder)
      {
        links.append(path)
      }
    }
    return links
  }

  /// Returns the folder of a path that is relative to `folder`.
  static func parent(of path: ForeignPath, in folder: FilePath) -> FilePath {
    path.folder.map { folder.appending($0) } ?? folder
  }

  // MARK: - Contents

  /// Returns the entries of a file of this kind and of the files that it includes, or `nil` if
  /// there is no file at `path`.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: The path as messages show it.
  /// - Throws: ``ManifestError`` if the file cannot be read or is malformed. If an included file
  ///   has such a fault, only the statement that includes it is left out.
  package func contents(
    at path: FilePath, named name: String
  ) throws(ManifestError) -> [Contents]? {
    guard let statements = try statements(at: path, named: name) else { return nil }
    var inclusion = FileInclusion(of: self, at: path)
    return inclusion.contents(of: .init(path: path, name: name, statements: statements))
  }

  /// Returns the entries of a file of this kind, or `nil` if there is no file at `path`.
  func statements(
    at path: FilePath, named name: String
  ) throws(ManifestError) -> [ForeignStatement]? {
    if format.isNameOnly {
      do {
        return try format.statements(in: SourceText([], path: name, limit: 0))
      } catch {
        throw .syntax(error)
      }
    }
    let statements = try readManifest(
      at: path, named: name, limit: SourceText.maximumForeignByteCount
    ) { (bytes) throws(SyntaxProblems) -> [ForeignStatement] in
      try format.statements(in: bytes, path: name)
    }
    let isGemfile = Gemfile.paths.contains { $0.text == path.lastComponent }
    if format is Gemfile.Type, isGemfile, statements != nil {
      try Self.checkLock(of: path.lastComponent, in: path.parentDirectory, named: name)
    }
    return statements?.map { statement in
      guard case .file(let other, let tool) = statement.content else { return statement }
      return statement.replacing(
        Self.content(of: other, for: tool, in: path.parentDirectory))
    }
  }

  /// Checks the lock of a Gemfile, because `bootstrap lock` takes versions from it.
  ///
  /// - Parameters:
  ///   - fileName: The file name of the Gemfile.
  ///   - folder: The folder of both files.
  ///   - name: The path of the Gemfile as messages show it.
  private static func checkLock(
    of fileName: String, in folder: FilePath, named name: String
  ) throws(ManifestError) {
    let lockName = fileName == "Gemfile" ? "Gemfile.lock" : "gems.locked"
    let path = folder.appending(lockName)
    if path.leadsOutside { return }
    let shown = String(name.dropLast(fileName.count) + lockName)
    _ = try readManifest(
      at: path, named: shown, limit: SourceText.maximumForeignByteCount
    ) { (bytes) throws(SyntaxProblems) in
      _ = try SourceText(foreign: bytes, path: shown)
    }
  }

  /// Returns what a file that pins versions asks for of a tool.
  ///
  /// - Parameters:
  ///   - name: The name of the file, which must be a pin file.
  ///   - tool: The tool.
  ///   - folder: The folder of the file.
  private static func content(
    of name: String, for tool: String, in folder: FilePath
  ) -> ForeignStatement.Content {
    let path = folder.appending(name)
    if path.leadsOutside { return .other(.linkOutside) }
    let file = IdiomaticPins.files.first {
      $0.name.description == name && $0.mayPin(Array(tool.utf8))
    }
    if file != nil, !path.exists { return .other(.passedOver(.missingFile(name))) }
    let contents = file.flatMap { _ in
      ImportableFile(at: name).flatMap { (try? $0.contents(at: path, named: name)) ?? nil }
    }
    let content = contents?.lazy.flatMap(\.statements).map(\.content).first { content in
      if case .tool(let asked) = content { asked.name == tool } else { false }
    }
    return content ?? .other(.notUnderstood)
  }
}

extension FilePath {
  /// Whether this is a symbolic link.
  fileprivate var isLink: Bool { ((try? linkStatus()) ?? nil)?.kind == .link }
}
