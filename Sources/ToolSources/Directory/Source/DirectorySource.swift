internal import Diagnostics
internal import Filesystem
package import Manifests
internal import SourceKinds
package import Vocabulary

/// A folder of artifacts with an index file: for air-gapped sites, private tools, and experiments.
///
/// ```ruby
/// source "directory", "vendor/tools"
/// ```
///
/// The address is a path or a `file:` URL. A relative address starts at the Toolfile's folder,
/// so a repository can contain its tools. The index is read directly from the folder, without
/// requests and without a cache. See ``DirectoryIndex``.
struct DirectorySource: ToolSource {
  static let kind: any SourceKind.Type = DirectoryKind.self

  /// The path that the address states, decoded: absolute, or relative to the Toolfile's folder.
  private let path: FilePath
  /// The absolute path of the folder.
  private let location: FilePath
  private let boundary: FileBoundary
  private let indexes: DirectoryIndexes

  init(_ path: FilePath, _ access: SourceAccess) {
    self.path = path
    location = access.folder.resolving(path)
    boundary = FileBoundary(project: access.folder, index: location)
    indexes = access.shared { DirectoryIndexes(project: access.folder) }
  }

  func package(_ request: PackageRequest) async throws(SourceError) -> any SourcePackage {
    let subject = ProblemSubject(DirectoryKind.self, request)
    let index = try index(subject)
    guard let name = ToolName(request.package), let tool = index.tools[name] else {
      throw subject.error(.content(.unknownPackage(known: index.tools.keys.map(\.text).sorted())))
    }
    return DirectoryPackage(
      request: request, tool: tool, folder: path, location: location, boundary: boundary,
      index: path.appending(DirectoryIndex.fileName).string, subject: subject)
  }

  /// Returns the index of the folder. Reports a missing or invalid index as a problem of `subject`.
  private func index(_ subject: ProblemSubject) throws(SourceError) -> DirectoryIndex {
    do {
      return try indexes.index(in: location)
    } catch {
      switch error {
      case .file(let error): throw .file(error)
      case .fault(let fault): throw subject.error(fault)
      }
    }
  }
}

extension DirectoryKind: OpenableSourceKind {
  /// Opens the folder at `address`, a path or a `file:` URL.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if `address` is `nil` or empty, or does not refer to
  ///   a path on this machine.
  package static func source(
    _ access: SourceAccess, address: String?, origin: Origin?
  ) throws(SourceError) -> any ToolSource {
    func error(_ fault: SourceProblem.Fault) -> SourceError {
      .problems([SourceProblem(source: name, origin: origin, fault: fault)])
    }
    guard let address, !address.isEmpty else { throw error(.own(.noAddress)) }
    guard addressFault(address) == nil, let path = FileAddress.path(of: address) else {
      throw error(.declaration(.badAddress(.noPath)))
    }
    return DirectorySource(path, access)
  }

  /// Returns the place of a folder. Symbolic links are resolved, so a link in the repository does
  /// not make a folder elsewhere part of it.
  package static func place(of address: String, _ access: SourceAccess) -> SourcePlace? {
    guard let path = FileAddress.path(of: address) else { return nil }
    let folder = Self.resolved(access.folder.resolving(path))
    let repository = Self.resolved(access.repository)
    let isInside = folder == repository || folder.relative(to: repository) != nil
    return isInside ? .repository : .foreign(FileAddress.text(of: folder))
  }

  /// Returns whether `url` is a file in the folder that `declaration` names.
  package static func serves(
    _ url: ArtifactURL, for declaration: LockedDeclaration, _ access: SourceAccess
  ) -> Bool {
    guard url.text.hasPrefix(FileAddress.scheme), let file = FileAddress.path(of: url.text),
      let address = declaration[LockedDeclaration.addressKey],
      let folder = FileAddress.path(of: address)
    else { return false }
    return Self.resolved(access.folder.resolving(file))
      .relative(to: Self.resolved(access.folder.resolving(folder))) != nil
  }

  /// Returns `path` without symbolic links. The last component may be missing.
  private static func resolved(_ path: FilePath) -> FilePath {
    if let resolved = try? path.resolvingLinks() { return resolved }
    let parent = (try? path.parentDirectory.resolvingLinks()) ?? path.parentDirectory
    return parent.appending(path.lastComponent)
  }
}
