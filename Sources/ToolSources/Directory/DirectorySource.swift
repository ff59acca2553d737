internal import Diagnostics
internal import Filesystem
internal import Manifests
package import Versions

/// A folder of artifacts with a file that says what they are: for air-gapped sites, for tools of one's own, and for trying out.
///
/// ```ruby
/// source "directory", "vendor/tools"
/// ```
///
/// The address is a path, or a `file:` address of one; a relative one begins at the Toolfile's folder, so that a repository may hold
/// its tools. Nothing is fetched and nothing is cached. ``DirectoryIndex`` describes the file.
package struct DirectorySource: ToolSource {
  package static let name = "directory"

  package var name: String { Self.name }
  static let scheme = LockedDeclaration.scheme(ofSource: name)

  package var scheme: VersionScheme { Self.scheme }

  /// As the Toolfile says it, decoded: relative to its folder, or absolute.
  private let path: FilePath
  /// Where it is.
  private let location: FilePath
  private let indexes: DirectoryIndexes

  /// Throws where no address is given, or one of another machine.
  init(
    address: String?, origin: Origin?, folder: FilePath, indexes: DirectoryIndexes
  ) throws(SourceError) {
    func error(_ fault: SourceProblem.Fault) -> SourceError {
      .problems([SourceProblem(source: Self.name, origin: origin, fault: fault)])
    }
    guard let address, !address.isEmpty else { throw error(.noAddress) }
    guard let path = FileAddress.path(of: address) else {
      throw error(.badAddress(reason: "it is no path and no `file:` address of this machine"))
    }
    self.path = path
    self.indexes = indexes
    location = folder.resolving(path)
  }

  package func request(for tool: DeclaredTool) throws(SourceError) -> PackageRequest {
    var problems = tool.options.map { option in
      SourceProblem(
        source: name, tool: tool.name.text, origin: option.origin,
        fault: .unknownOption(option.key, known: DeclaredTool.generalOptions))
    }
    let package = tool.package.map { ToolName($0.value) } ?? tool.name
    if package == nil {
      problems.append(
        SourceProblem(
          source: name, tool: tool.name.text, package: tool.package?.value,
          origin: tool.package?.origin, fault: .badOption("package", expected: .packageName)))
    }
    guard let package, problems.isEmpty else { throw .problems(problems) }
    let executables = tool.executableSelection
    var options = [
      LockedDeclaration.Option("address", path.string),
      LockedDeclaration.Option("package", package.text),
    ]
    if let declared = executables.declared {
      options.append(LockedDeclaration.Option(ExecutableSelection.optionKey, declared))
    }
    return PackageRequest(
      tool: tool.name, package: package.text, executables: executables, origin: tool.origin,
      declaration: LockedDeclaration(source: name, options: options))
  }

  package func package(_ request: PackageRequest) async throws(SourceError) -> any SourcePackage {
    let subject = ProblemSubject(source: name, request: request)
    let index = try index(subject)
    guard let name = ToolName(request.package), let tool = index.tools[name] else {
      throw subject.error(.unknownPackage(known: index.tools.keys.map(\.text).sorted()))
    }
    return DirectoryPackage(
      request: request, tool: tool, folder: path,
      index: path.appending(DirectoryIndex.fileName).string, subject: subject)
  }

  private func index(_ subject: ProblemSubject) throws(SourceError) -> DirectoryIndex {
    do throws(DirectoryIndexes.Failure) {
      return try indexes.index(in: location)
    } catch {
      switch error {
      case .file(let error): throw .file(error)
      case .fault(let fault): throw subject.error(fault)
      }
    }
  }
}
