package import Diagnostics
package import Filesystem
package import Manifests
package import SourceKinds

extension Lockfile {
  /// Returns the problem with stanzas that contain files of other versions than they name, or that
  /// misquote their definition. Returns `nil` if no address, no index in the project, and no
  /// definition at hand tells so. Sends no request.
  ///
  /// - Parameters:
  ///   - folder: The folder of the lock.
  ///   - name: The path of the lock as messages show it.
  ///   - catalog: The kinds of sources.
  package func versionProblem(
    in folder: FilePath, named name: String, _ catalog: SourceCatalog = .standard
  ) -> Problem? {
    let problems = contradictions(in: folder, catalog).prefix(SyntaxProblems.limit).map {
      SyntaxProblem($0.fault, at: origin(of: $0.tool.name.text, in: name) ?? .file(name))
    }
    return problems.isEmpty ? nil : .syntax(SyntaxProblems(problems))
  }

  /// Returns each stanza that misquotes its definition, or that contains an artifact of another
  /// version or package, according to the address of the artifact or to an index in `folder`, with
  /// the fault.
  func contradictions(
    in folder: FilePath, _ catalog: SourceCatalog
  ) -> [(tool: LockedTool, fault: SyntaxFault)] {
    var indexes = ProjectIndexes(folder)
    var definitions = QuotedDefinitions(self, in: folder, catalog)
    return tools.compactMap { tool in
      if let fault = definitions.fault(of: tool) { return (tool, fault) }
      let declaration = tool.declaration
      guard let kind = catalog[declaration.source] else { return nil }
      let fault = tool.artifacts.lazy.compactMap { artifact -> SyntaxFault? in
        for url in artifact.urls {
          guard
            case .other(let stated) = kind.addressedVersion(
              of: url, in: tool.version, on: artifact.platform, declaration)
          else { continue }
          return tool.otherVersion(of: url, stated)
        }
        guard let stated = indexes.contradiction(to: artifact, of: tool, declaration) else {
          return nil
        }
        return tool.otherVersion(of: artifact.urls.first, stated)
      }.first
      return fault.map { (tool, $0) }
    }
  }
}

extension LockedTool {
  /// Returns the fault that the artifact at `url` belongs to another version.
  fileprivate func otherVersion(of url: ArtifactURL?, _ stated: String?) -> SyntaxFault {
    .otherVersion(
      tool: name.text, version: version.text, file: url?.text ?? "", stated: stated)
  }
}

/// The indexes of the folders of artifacts in a project, each of which is read once.
private struct ProjectIndexes {
  private let folder: FilePath
  private var known: [String: DirectoryStatements?] = [:]

  init(_ folder: FilePath) { self.folder = folder }

  /// Returns the version that the index of a stanza states for an artifact, if that contradicts the
  /// stanza. Returns `nil` if it does not, or if the index does not list the artifact.
  mutating func contradiction(
    to artifact: Artifact, of tool: LockedTool, _ declaration: LockedDeclaration
  ) -> String? {
    guard declaration.source == DirectoryKind.name,
      let address = declaration[LockedDeclaration.addressKey]
    else { return nil }
    let statements: DirectoryStatements?
    if let read = known[address] {
      statements = read
    } else {
      statements = read(address)
      known[address] = .some(statements)
    }
    let package = declaration[LockedDeclaration.packageKey] ?? tool.name.text
    return statements?.contradiction(to: artifact.digest, of: tool.version, of: package)
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
