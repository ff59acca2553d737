internal import Diagnostics
package import Filesystem
package import Manifests
package import Selection
internal import SourceKinds
internal import Versions
internal import Vocabulary

/// A file of another tool whose statements a Toolfile can take over.
package enum ImportableFile: Sendable {
  case manifest(ForeignManifest, name: String)
  /// A file that only pins versions.
  case pins(IdiomaticFile)

  /// All files, in order of precedence. Files that pin versions come first.
  package static let all: [ImportableFile] =
    pins.map { .pins($0) }
    + ForeignManifest.allCases.flatMap { kind in
      kind.fileNames.map { .manifest(kind, name: $0) }
    }

  /// The files that only pin versions. A Gemfile is a manifest.
  private static let pins = IdiomaticFile.all.filter(\.onlyPins)

  /// The name of the file.
  package var name: String {
    switch self {
    case .manifest(_, let name): name
    case .pins(let file): file.name.description
    }
  }

  /// Returns the kind of a file with this name, or `nil` if no kind has it.
  package init?(named name: String) {
    guard let file = Self.all.first(where: { $0.name == name }) else { return nil }
    self = file
  }

  /// Returns the statements of a file of this kind, or `nil` if there is no file at `path`.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: The path as messages show it.
  /// - Throws: ``ManifestError`` if the file cannot be read or does not have the right form.
  package func statements(
    at path: FilePath, named name: String
  ) throws(ManifestError) -> [ForeignStatement]? {
    let statements = try readManifest(
      at: path, named: name, limit: ForeignManifest.maximumByteCount
    ) { (bytes) throws(SyntaxProblems) -> [ForeignStatement] in
      switch self {
      case .manifest(let kind, _): return try kind.statements(in: bytes, path: name)
      case .pins(let file):
        try ForeignManifest.checkIsText(bytes, path: name)
        return file.statements(in: bytes)
      }
    }
    if case .manifest(.gemfile, let fileName) = self, statements != nil {
      try Self.checkLock(of: fileName, in: path.parentDirectory, named: name)
    }
    return statements?.map { statement in
      guard case .file(let other, let tool) = statement.content else { return statement }
      return ForeignStatement(
        statement.text, line: statement.line,
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
    let shown = name.dropLast(fileName.count) + lockName
    _ = try readManifest(
      at: path, named: String(shown), limit: ForeignManifest.maximumByteCount
    ) { (bytes) throws(SyntaxProblems) in
      try ForeignManifest.checkIsText(bytes, path: String(shown))
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
    let file = pins.first { $0.name.description == name && $0.mayPin(Array(tool.utf8)) }
    if file != nil, !path.exists { return .other(.passedOver(.missingFile(name))) }
    let statements = file.flatMap { file in
      (try? ImportableFile.pins(file).statements(at: path, named: name)) ?? nil
    }
    let content = statements?.lazy.map(\.content).first { content in
      if case .tool(let asked) = content { asked.name == tool } else { false }
    }
    return content ?? .other(.notUnderstood)
  }
}

extension IdiomaticFile {
  /// Returns the pins of the text of such a file.
  fileprivate func statements(in bytes: [UInt8]) -> [ForeignStatement] {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return IdiomaticText.entries(in: bytes, of: self).map { entry in
      let line = lines[entry.line - 1].prefix { $0 != UInt8(ascii: "#") }
      let text = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      return ForeignStatement(text, line: entry.line, Self.content(of: entry))
    }
  }

  private static func content(of entry: IdiomaticText.Entry) -> ForeignStatement.Content {
    switch entry.meaning {
    case .alternatives: break
    case .requirement(let requirement): return .tool(ForeignTool(entry.tool, requirement))
    case .file(let name): return .file(name, tool: entry.tool)
    case .none(let reason): return .other(.passedOver(reason))
    }
    guard let version = entry.words.first else { return .other(.notUnderstood) }
    if entry.words.count > 1 { return .other(.severalVersions(first: nil)) }
    if version == "system" {
      let tool = Registries.shipped.tool(forGuest: entry.tool, versions: [])
      return .other(.system(tool?.text ?? entry.tool))
    }
    guard let requirement = Requirement(translatingRelease: version, of: entry.tool) else {
      return .other(.requirement(version))
    }
    return .tool(ForeignTool(entry.tool, requirement))
  }
}
