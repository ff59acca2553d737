package import Diagnostics
internal import Filesystem
package import Manifests
package import Projects
package import SourceKinds
package import Trust
package import Vocabulary

// The requests for consent to a project's sources.
extension SourceProvider {
  /// Returns requests for the sources and registries of a project whose addresses are neither in
  /// the user's settings nor in the repository, and for its attestation roots.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - definitions: The meanings of the tools for which the Toolfile names no source, and of
  ///     those that they need.
  /// - Throws: ``Problem`` if the file of an attestation root cannot be read.
  package func requests(
    of project: Project, _ definitions: [ToolName: AppliedDefinition]
  ) throws(Problem) -> FolderRequests {
    let trusted = Registries.trusted(in: access.root)
    var requests = FolderRequests(folder: project.folder)
    let declared = project.requests.map { request in
      definitions[request.tool].map(request.declared.defined) ?? request.declared
    }
    let names = Set(declared.map(\.name))
    let needed = definitions.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }
      .map { DeclaredTool($0.key, origin: $0.value.origin).defined(by: $0.value) }
    var known = ForeignAddresses(self)
    requests.add(
      (declared + needed).flatMap { self.requests(for: $0, besides: trusted, &known) })
    requests.add(registryRequests(of: project).needed)
    requests.add(try AttestationRoots(of: project).requests)
    return requests
  }

  /// Returns requests for the sources of a tool whose addresses are neither in the user's settings
  /// nor in the repository. The Toolfile or a registry of the project defines the tool.
  package func requests(for tool: DeclaredTool, in project: Project) -> FolderRequests {
    var requests = FolderRequests(folder: project.folder)
    var known = ForeignAddresses(self)
    requests.add(self.requests(for: tool, besides: .trusted(in: access.root), &known))
    return requests
  }

  private func requests(
    for tool: DeclaredTool, besides trusted: Registries, _ known: inout ForeignAddresses
  ) -> [TrustProblem.Request] {
    guard let source = tool.source else { return [] }
    var requests: [TrustProblem.Request] = []
    func add(_ address: Located<String>, of source: String) {
      let item = TrustItem.source(source, address: address.value)
      requests.append(request(item, to: address.value, of: source, address.origin))
    }
    if let address = source.address, let foreign = known.address(address, of: source.name) {
      add(Located(foreign, at: source.origin), of: source.name)
    }
    let definition = (try? trusted.definition(of: tool.name)) ?? nil
    for alternative in tool.alternatives(in: catalog) {
      let parts = Set(alternative.definition?.partAddresses.map(\.value) ?? [])
      for address in foreignAddresses(of: alternative, besides: definition) {
        let isPart = parts.contains(address.value)
        add(address, of: isPart ? DirectURLKind.name : alternative.source?.name ?? source.name)
      }
    }
    return requests
  }

  /// Returns requests for the registries of a project that are neither in the user's settings nor
  /// in the repository.
  package func registryRequests(of project: Project) -> FolderRequests {
    var requests = FolderRequests(folder: project.folder)
    requests.add(
      project.toolfile.registries.compactMap { reference in
        let address = reference.address
        let foreign =
          reference.isRemote ? Self.line(address) : foreignAddress(address, of: DirectoryKind.name)
        return foreign.map {
          request(.source("registry", address: $0), to: $0, of: "registry", reference.origin)
        }
      })
    return requests
  }

  /// Returns requests for the artifacts of an installation that its source does not serve, and for
  /// the code that runs while it is installed. `origin` is the location that asks for the tool, or
  /// `nil` if it is unknown.
  package func requests(
    of planned: PlannedInstallation, _ origin: Origin?
  ) -> [TrustProblem.Request] {
    let builds = buildItems(
      of: planned.tool, planned.version, [planned.artifact], planned.parts, planned.declaration)
    let extensions = extensionItems(
      planned.extensions, of: planned.tool, planned.version, [planned.artifact], planned.parts,
      planned.declaration)
    return (builds + extensions).map { TrustProblem.Request($0, origin: origin) }
      + planned.files.flatMap(\.urls).filter {
        !serves($0, of: planned.version, on: planned.artifact.platform, for: planned.declaration)
      }.map {
        request(
          .artifact(tool: planned.tool, address: $0.text), to: $0.text,
          of: planned.declaration.source, origin)
      }
  }

  /// Returns the items for the code that installing a locked tool runs, on all platforms: the steps
  /// of a build, and the native extensions of gems.
  package func codeItems(of tool: LockedTool) -> [TrustItem] {
    buildItems(of: tool.name, tool.version, tool.artifacts, tool.parts, tool.declaration)
      + extensionItems(
        tool.extensions, of: tool.name, tool.version, tool.artifacts, tool.parts,
        tool.declaration)
  }

  /// Returns an item for each file of the gems `extensions`. Returns none if a definition that the
  /// user trusts states the source and the name of the tool's own gem.
  ///
  /// The lock does not say for which platforms a gem comes compiled. Such a file counts, too,
  /// because its metadata may name an extension as well.
  private func extensionItems(
    _ extensions: [PartName], of tool: ToolName, _ version: VersionText, _ artifacts: [Artifact],
    _ parts: [ArtifactPart], _ declaration: LockedDeclaration
  ) -> [TrustItem] {
    if extensions.isEmpty
      || Registries.trusted(in: access.root).define(tool, as: declaration)
    {
      return []
    }
    var items: [TrustItem] = []
    func add(_ gem: PartName, _ version: VersionText, _ digest: SHA256Digest) {
      if extensions.contains(where: { $0.text == gem.text }) {
        items.append(.gemExtension(tool: tool, gem: gem, version: version, digest: digest))
      }
    }
    if let own = PartName(declaration[LockedDeclaration.packageKey] ?? tool.text) {
      for artifact in artifacts { add(own, version, artifact.digest) }
    }
    for part in parts { add(part.name, part.version, part.digest) }
    return items
  }

  /// Returns an item for each archive from which the steps build the tool. Returns none if the tool
  /// is not built, or if a definition that the user trusts states both the archive and the steps.
  private func buildItems(
    of tool: ToolName, _ version: VersionText, _ artifacts: [Artifact], _ parts: [ArtifactPart],
    _ declaration: LockedDeclaration
  ) -> [TrustItem] {
    let steps = declaration.steps
    if steps.isEmpty || Registries.trusted(in: access.root).build(tool, version, as: declaration) {
      return []
    }
    let inputs = parts.map {
      BuildInput($0.name, isPatch: $0.format == .patch, digest: $0.digest)
    }
    return artifacts.map {
      .build(tool: tool, version: version, archive: $0.digest, parts: inputs, steps: steps)
    }
  }

  /// Returns a request for the use of `address`, with the user's secret that its server receives.
  private func request(
    _ item: TrustItem, to address: String, of source: String, _ origin: Origin?
  ) -> TrustProblem.Request {
    TrustProblem.Request(
      item, origin: origin, credential: credential(sentTo: address, by: source),
      isOffline: access.isOffline)
  }

  /// Returns an address without the characters that separate the fields and lines of a trust list.
  private static func line(_ address: String) -> String {
    address.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
      ? address : PercentEncoding.encode(address.utf8)
  }
}

/// The results of ``SourceProvider/foreignAddress(_:of:)``. The tools of a project share a few
/// addresses, and to locate one takes system calls.
private struct ForeignAddresses {
  private struct Address: Hashable {
    let text: String
    let source: String
  }

  private let sources: SourceProvider
  private var known: [Address: String?] = [:]

  init(_ sources: SourceProvider) { self.sources = sources }

  mutating func address(_ text: String, of source: String) -> String? {
    let address = Address(text: text, source: source)
    if let result = known[address] { return result }
    let result = sources.foreignAddress(text, of: source)
    known[address] = .some(result)
    return result
  }
}
