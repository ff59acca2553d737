package import Diagnostics
internal import Filesystem
internal import Layout
internal import Locking
internal import Manifests
internal import Projects
package import Selection
internal import SourceKinds
internal import ToolSources
internal import Versions
package import Vocabulary

extension InfoWorkflow {
  /// Returns all versions of a tool that its source has, whether or not the project's requirements
  /// admit them.
  ///
  /// - Throws: ``Problem/sources(_:)`` if no registry defines the tool or its source does not
  ///   answer, ``Problem/trust(_:)`` if the user has not accepted its source, or ``Problem`` if a
  ///   file of the project cannot be read.
  package func versions(
    of tool: ToolName, for selector: Selector
  ) async throws(Problem) -> AvailableVersions {
    let project = try selector.folderTools().project
    let meaning = try await ToolMeaning.search(for: tool, in: project, sources, trust: trust)
    let candidates = try await mappingSourceErrors { () async throws(SourceError) in
      try await Candidates(
        listing: SourceQuery(
          for: meaning.declared, Located(.any, at: .commandLine),
          on: project?.platforms ?? Platform.defaults, isStrict: false, in: sources))
    }
    let package = candidates.package
    let installed = try mappingFileErrors(try sources.access.root.installedVersions(of: tool))
    let names = Set(installed.map(\.version.text))
    let used =
      pin(of: tool, project, selector)?.version.description ?? project?.lock?[tool]?.version.text
    let entries = package.releases.filter(\.isInstallable).map { release in
      var entry = AvailableVersions.Entry(
        version: release.version.spelling, released: release.released,
        isPrerelease: Candidates.isPrerelease(release), yanked: release.yanked,
        platforms: Platform.allCases.filter { platform in
          if case .serves = package.artifact(of: release, for: platform) { true } else { false }
        })
      entry.isInstalled = names.contains(entry.version)
      entry.isInForce = entry.version == used
      return entry
    }
    return AvailableVersions(
      tool, source: meaning.declared.source?.name ?? "",
      package: meaning.declared.package?.value ?? tool.text, entries: entries)
  }
}
