package import Diagnostics
package import Filesystem
package import Manifests
package import SourceKinds
internal import Vocabulary

extension Lockfile {
  /// Returns a problem that lists the contradicted stanzas, or `nil` if there are none. An address,
  /// an index in the project, a known definition, or another stanza can contradict a stanza. Sends
  /// no request.
  ///
  /// - Parameters:
  ///   - folder: The folder of the lock.
  ///   - name: The path of the lock as messages show it.
  ///   - own: The definitions in the Toolfile, or `nil` to read them if a stanza needs them.
  ///   - catalog: The kinds of sources.
  package func contradiction(
    in folder: FilePath, named name: String, defining own: [Definition]? = nil,
    _ catalog: SourceCatalog = .standard
  ) -> Problem? {
    let found = contradictions(in: folder, defining: own, catalog)
    let problems = found.prefix(SyntaxProblems.limit).map {
      SyntaxProblem($0.fault, at: origin(of: $0.tool.name, in: name) ?? .file(name))
    }
    return problems.isEmpty ? nil : .syntax(SyntaxProblems(problems))
  }

  /// Returns the contradicted stanzas, each with its first fault:
  ///
  /// - Its definition differs from the known one, or it lacks a need of its definition.
  /// - Its `with` lines do not match the stanzas of the tools that its build uses.
  /// - No tool that needs it has its source.
  /// - Its address or an index in `folder` assigns an artifact to another version, package, or
  ///   platform.
  func contradictions(
    in folder: FilePath, defining own: [Definition]?, _ catalog: SourceCatalog
  ) -> [(tool: LockedTool, fault: SyntaxFault)] {
    review(in: folder, defining: own, catalog).contradictions
  }

  /// Returns whether a stanza is contradicted, and whether an index that could have contradicted
  /// one is missing or cannot be read.
  ///
  /// - Parameters:
  ///   - folder: The folder of the lock.
  ///   - own: The definitions in the Toolfile.
  package func contradiction(
    in folder: FilePath, defining own: [Definition]?
  ) -> (exists: Bool, lacksIndex: Bool) {
    let (contradictions, lacksIndex) = review(in: folder, defining: own, .standard)
    return (!contradictions.isEmpty, lacksIndex)
  }

  private func review(
    in folder: FilePath, defining own: [Definition]?, _ catalog: SourceCatalog
  ) -> (contradictions: [(tool: LockedTool, fault: SyntaxFault)], lacksIndex: Bool) {
    var indexes = ProjectIndexes(folder)
    var definitions = KnownDefinitions(own, in: folder, catalog)
    let dependencies = BuildDependencies(tools)
    let found = tools.compactMap { tool -> (tool: LockedTool, fault: SyntaxFault)? in
      let first =
        definitions.fault(of: tool) ?? needFault(of: tool)
        ?? dependencyFault(of: tool, dependencies)
      if let first { return (tool, first) }
      let declaration = tool.declaration
      guard let kind = catalog[declaration.source] else { return nil }
      let fault = tool.artifacts.lazy.compactMap { artifact -> SyntaxFault? in
        let faults = artifact.urls.lazy.compactMap { url in
          let told = kind.addressedVersion(
            of: url, in: tool.version, on: artifact.platform, declaration)
          return tool.fault(of: artifact, at: url, told)
        }
        if let fault = faults.first { return fault }
        let told = indexes.addressedVersion(of: artifact, of: tool, declaration)
        return tool.fault(of: artifact, at: artifact.urls.first, told)
      }.first
      return fault.map { (tool, $0) }
    }
    return (found, indexes.lacksOne)
  }

  /// Returns the fault of `with` lines that do not match the stanzas of the used tools, or `nil` if
  /// they match. They may not match after a merge of two branches.
  private func dependencyFault(
    of tool: LockedTool, _ dependencies: BuildDependencies
  ) -> SyntaxFault? {
    let lines = dependencies.lines(of: tool)
    let wrong =
      tool.dependencies.first { !lines.contains($0) }
      ?? lines.first { !tool.dependencies.contains($0) }
    return wrong.map { .otherDependency(tool: tool.name, dependency: $0.dependency.tool) }
  }

  /// Returns the fault of a stanza that lacks a need of its definition, or whose source is wrong.
  /// Returns `nil` if it has neither fault. A tool that is locked only because others need it comes
  /// from a definition or from the source of one of them.
  private func needFault(of tool: LockedTool) -> SyntaxFault? {
    if let need = tool.definition?.needs.first(where: { !tool.needs.contains($0) }) {
      return .missingNeed(tool: tool.name, need: need.tool)
    }
    if tool.wants.isEmpty || tool.declared.source.isEmpty { return nil }
    for want in tool.wants {
      guard case .tool(let name, _) = want.requester, let requester = self[name]?.declared else {
        return nil
      }
      let address = requester[LockedDeclaration.addressKey]
      if requester.source == tool.declared.source,
        address == tool.declared[LockedDeclaration.addressKey]
      {
        return nil
      }
    }
    return .otherSource(tool: tool.name, requester: "\(tool.wants[0].requester)")
  }
}

extension LockedTool {
  /// Returns the fault of an artifact that belongs to another version, package, or platform, or
  /// `nil` if it belongs to the stanza.
  ///
  /// - Parameters:
  ///   - told: What the address or an index says about the artifact.
  ///   - url: The address of the artifact.
  fileprivate func fault(
    of artifact: Artifact, at url: ArtifactURL?, _ told: AddressedVersion
  ) -> SyntaxFault? {
    switch told {
    case .locked, .untold: nil
    case .other(let stated):
      .otherVersion(
        tool: name, version: version, file: url?.text ?? "", stated: stated)
    case .otherPlatform:
      .otherPlatform(
        tool: name, version: version, platform: artifact.platform, file: url?.text ?? "")
    }
  }
}

/// The indexes of the folders of artifacts in a project, each of which is read once.
private struct ProjectIndexes {
  private let folder: FilePath
  private var known: [String: DirectoryStatements?] = [:]
  /// Whether an index in the project was missing or could not be read.
  private(set) var lacksOne = false

  init(_ folder: FilePath) { self.folder = folder }

  /// Returns the version and platform to which the index of the stanza's source assigns an
  /// artifact.
  mutating func addressedVersion(
    of artifact: Artifact, of tool: LockedTool, _ declaration: LockedDeclaration
  ) -> AddressedVersion {
    guard declaration.source == DirectoryKind.name,
      let address = declaration[LockedDeclaration.addressKey]
    else { return .untold }
    let statements: DirectoryStatements?
    if let read = known[address] {
      statements = read
    } else {
      statements = read(address)
      known[address] = .some(statements)
    }
    let package = declaration[LockedDeclaration.packageKey] ?? tool.name.text
    return statements?.addressedVersion(
      of: artifact.digest, in: tool.version, of: package, on: artifact.platform) ?? .untold
  }

  /// Reads the index of the folder at `address`. Returns `nil` if it is not a readable file in the
  /// project. Its source reports the reason.
  private mutating func read(_ address: String) -> DirectoryStatements? {
    guard !address.contains(":"), !address.contains("%") else { return nil }
    let file = folder.resolving(FilePath(address)).appending(DirectoryKind.indexName)
    guard let resolved = try? file.resolvingLinks(), let root = try? folder.resolvingLinks(),
      resolved.relative(to: root) != nil,
      let bytes = try? resolved.contents(limit: DirectoryKind.maximumIndexByteCount)
    else {
      lacksOne = true
      return nil
    }
    return DirectoryStatements(bytes)
  }
}
