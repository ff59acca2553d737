package import Diagnostics
package import Filesystem
package import Manifests
package import Projects
internal import SourceKinds
internal import ToolSources
internal import Vocabulary

// The project to lock, with all problems of its Toolfile.
extension LockWorkflow {
  /// Reads the project in `folder`.
  ///
  /// - Parameters:
  ///   - folder: The folder that contains the Toolfile.
  ///   - isRelocking: Whether the caller will replace the lock. If so, conflict markers in the lock
  ///     are accepted, and only the stanzas that both sides share are read.
  ///   - isNew: Whether the folder has no Toolfile yet.
  ///   - files: The files that the command has already read.
  ///   - formatPath: Formats a path for messages.
  /// - Throws: ``Problem/syntax(_:)`` or ``Problem/sources(_:)`` with all problems of the Toolfile
  ///   and of the options of its tools, or ``Problem`` if a file cannot be read.
  package func project(
    in folder: FilePath, isRelocking: Bool = false, isNew: Bool = false,
    _ files: ManifestFiles, formatPath: (FilePath) -> String
  ) throws(Problem) -> Project {
    do throws(Problem) {
      let project = try Project.load(
        folder, isRelocking: isRelocking, isNew: isNew,
        groups: .stated(
          for: folder, in: sources.access.root, sources.access.environment, formatPath: formatPath),
        catalog: sources.catalog,
        in: files, sources.access.environment, formatPath: formatPath)
      // Nothing is requested for a lock that will not be written.
      if isRelocking {
        try project.checkFilesAreInRepository()
      }
      let unknown = unknownSources(in: project.toolfile.sources)
      if !unknown.isEmpty { throw .sources(unknown) }
      return project.governed(by: sources.access.policy)
    } catch {
      // Also report the problems with the options of all tools that can be read, so that the user
      // can correct everything at once.
      let file = folder.appending(Toolfile.name)
      let name = formatPath(file)
      guard !file.leadsOutside, let bytes = try? file.contents(limit: Toolfile.maximumByteCount)
      else { throw error }
      let readable = Toolfile.readable(in: bytes, path: name)
      let others = optionProblems(of: readable.tools, readable.sources)
      switch error {
      case .syntax(let found) where found.problems.first?.origin.path == name:
        throw .syntax(
          SyntaxProblems(
            inOrder: found.problems
              + others.map { SyntaxProblem(.source($0), at: $0.origin ?? .file(name)) }))
      case .sources where !others.isEmpty: throw Problem.sources(others).quoting(bytes, of: name)
      default: throw error.quoting(bytes, of: name)
      }
    }
  }

  /// Returns the problems with the options of `tools`, in the order of the tools, and then the
  /// sources that do not exist. Makes no request to a source.
  ///
  /// - Parameters:
  ///   - tools: The tools to check.
  ///   - statements: The `source` statements of the Toolfile.
  private func optionProblems(
    of tools: [Toolfile.Tool], _ statements: [Toolfile.Source]
  ) -> [SourceProblem] {
    let problems = tools.flatMap { tool -> [SourceProblem] in
      do throws(SourceError) {
        let declared = DeclaredTool(tool, statements, in: sources.catalog)
        // Definitions are looked up once the rest of the Toolfile is valid.
        if declared.source == nil { return declared.contradictions }
        _ = try sources.source(of: declared).request(for: declared)
        return []
      } catch {
        guard case .problems(let problems) = error else { return [] }
        return problems
      }
    }
    return (problems + unknownSources(in: statements)).withoutDuplicates
  }

  /// Returns the problems of the `source` statements whose source does not exist, even if no tool
  /// uses them.
  private func unknownSources(in statements: [Toolfile.Source]) -> [SourceProblem] {
    statements.filter { sources.catalog[$0.name] == nil }.map { statement in
      SourceProblem(
        source: statement.name, origin: statement.origin,
        fault: .declaration(.unknownSource(known: sources.catalog.names)))
    }
  }
}
