package import Diagnostics
package import Filesystem
package import Manifests
package import SourceKinds

extension Lockfile {
  /// Returns the problem with stanzas that contain files of other versions than they name, or `nil`
  /// if no address and no index in the project tells so. Sends no request.
  ///
  /// - Parameters:
  ///   - folder: The folder of the lock.
  ///   - name: The path of the lock as messages show it.
  ///   - catalog: The kinds of sources.
  package func versionProblem(
    in folder: FilePath, named name: String, _ catalog: SourceCatalog = .standard
  ) -> Problem? {
    let problems = contradictedTools(in: folder, catalog).prefix(SyntaxProblems.limit).map { tool in
      SyntaxProblem(
        .otherVersion(tool: tool.name.text, version: tool.version.text),
        at: origin(of: tool.name.text, in: name) ?? .file(name))
    }
    return problems.isEmpty ? nil : .syntax(SyntaxProblems(problems))
  }

  /// Returns the stanzas with an artifact that its address, or an index in `folder`, tells to be
  /// one of another version.
  func contradictedTools(in folder: FilePath, _ catalog: SourceCatalog) -> [LockedTool] {
    var indexes = ProjectIndexes(folder)
    return tools.filter { tool in
      let declaration = tool.declaration
      guard let kind = catalog[declaration.source] else { return false }
      return tool.artifacts.contains { artifact in
        artifact.urls.contains { url in
          kind.addressedVersion(of: url, in: tool.version, on: artifact.platform, declaration)
            == .other
        } || indexes.contradict(artifact, of: tool, declaration)
      }
    }
  }
}

/// The indexes of the folders of artifacts in a project, each of which is read once.
private struct ProjectIndexes {
  private let folder: FilePath
  private var known: [String: DirectoryStatements?] = [:]

  init(_ folder: FilePath) { self.folder = folder }

  /// Returns whether the index that a stanza names lists an artifact as one of another version.
  mutating func contradict(
    _ artifact: Artifact, of tool: LockedTool, _ declaration: LockedDeclaration
  ) -> Bool {
    guard declaration.source == DirectoryKind.name,
      let address = declaration[LockedDeclaration.addressKey]
    else { return false }
    let statements: DirectoryStatements?
    if let read = known[address] {
      statements = read
    } else {
      statements = read(address)
      known[address] = .some(statements)
    }
    let package = declaration[LockedDeclaration.packageKey] ?? tool.name.text
    return statements?.contradict(artifact.digest, of: tool.version, of: package) ?? false
  }

  /// Reads the index of the folder at `address`, or returns `nil` if it is not a file in the
  /// project that can be read. Its source reports why.
  private func read(_ address: String) -> DirectoryStatements? {
    guard !address.contains(":"), !address.contains("%") else { return nil }
    let file = folder.resolving(FilePath(address)).appending(DirectoryKind.indexName)
    guard let resolved = try? file.resolvingLinks(), let root = try? folder.resolvingLinks(),
      resolved.relative(to: root) != nil,
      let bytes = try? resolved.contents(limit: DirectoryKind.maximumIndexByteCount)
    else { return nil }
    return DirectoryStatements(bytes)
  }
}
