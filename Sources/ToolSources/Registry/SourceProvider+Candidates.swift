package import Diagnostics
internal import Manifests
internal import SourceKinds
internal import Versions
internal import Vocabulary

extension SourceProvider {
  /// Returns a problem about a tool that no registry defines, with the packages of that name in
  /// public sources. Sends one request to each source. Such a package may be another project, so it
  /// is only a suggestion.
  ///
  /// - Parameter problem: The problem of ``Registries/undefined(_:at:)``.
  package func addingCandidates(to problem: SourceProblem) async -> SourceProblem {
    guard
      case .content(.undefined(let aliased, let known, _, let isOfProject, nil)) = problem.fault,
      aliased.isEmpty,
      !access.isOffline, let tool = problem.tool
    else { return problem }
    var candidates: [PackageCandidate] = []
    for kind in catalog.all where kind.namesArePublic {
      guard let candidate = await candidate(for: tool, in: kind) else { continue }
      candidates.append(candidate)
    }
    return SourceProblem(
      source: problem.source, tool: problem.tool, origin: problem.origin,
      fault: .content(
        .undefined(
          aliased: aliased, known: known, candidates: candidates, isOfProject: isOfProject)))
  }

  /// Returns the package with the name of `tool`, or `nil` if there is none or the source does not
  /// answer.
  private func candidate(
    for tool: ToolName, in kind: any SourceKind.Type
  ) async -> PackageCandidate? {
    let origin = Origin.commandLine
    let declared = DeclaredTool(
      tool, from: Toolfile.SourceReference(name: kind.name, address: nil, origin: origin),
      origin: origin)
    do {
      let source = try source(of: declared)
      let package = try await source.package(source.request(for: declared))
      guard
        let newest = package.releases.first(where: { !$0.version.isPrerelease && $0.isInstallable })
      else { return nil }
      return PackageCandidate(
        source: kind.name, package: tool.text, version: newest.version.spelling,
        released: newest.released?.description)
    } catch {
      return nil
    }
  }
}
