package import Diagnostics
package import Filesystem
internal import Layout
internal import Manifests
internal import Projects
package import Selection
package import ToolSources

/// The search for what a folder's files ask the user to accept.
package struct TrustWorkflow: Sendable {
  private let sources: SourceProvider
  private let observe: @Sendable (WorkflowEvent) -> Void

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - sources: Opens the sources of pinned tools, and knows which sources are the user's own.
  ///   - observe: Receives progress events.
  package init(_ sources: SourceProvider, observe: @escaping @Sendable (WorkflowEvent) -> Void) {
    self.sources = sources
    self.observe = observe
  }

  /// Returns what the files of a folder ask the user to accept, as the next install will ask it.
  ///
  /// Without a lock, only the sources are known yet. For a pin that no lock covers, the source is
  /// queried for the executables.
  ///
  /// - Returns: The folder that the consent is for, and its requests.
  /// - Throws: ``ProjectProblem/noManifest(directory:)`` if no file requires a tool, or the
  ///   problems of the files or of the sources.
  package func requests(
    for selector: Selector
  ) async throws(Problem) -> (folder: FilePath, requests: [TrustProblem.Request]) {
    let tools = try selector.folderTools()
    if tools.isEmpty { throw .project(.noManifest(directory: selector.directory.string)) }
    let resolution = PinResolution(root: sources.access.root, sources: sources, observe: observe)
    let pins = try await resolution.resolve(
      tools.pins.filter(\.isInFile).compactMap(PinRequest.init), isForced: false)
    let requests = TrustReview(sources: sources).requests(of: tools, pins)
    return (Self.folder(of: tools) ?? selector.directory, requests)
  }
}

extension TrustWorkflow {
  /// Returns the folder that the user's consent to `tools` is for: the project's, or the nearest
  /// one with pins. Returns `nil` if there is neither.
  package static func folder(of tools: FolderTools) -> FilePath? {
    tools.project?.folder ?? tools.users.last?.folder
  }
}

extension SelectedPin {
  /// Whether a `.tool-version` file states the pin, rather than the user's own variable.
  var isInFile: Bool { place == .toolVersionFile }
}

extension TrustReview {
  /// Returns everything that the tools of a folder ask for. `pins` are the resolved pins that no
  /// lock covers.
  func requests(of tools: FolderTools, _ pins: [ResolvedPin]) -> [TrustProblem.Request] {
    // The whole lock counts, whichever groups an install includes, so that the list and its digest
    // do not depend on them.
    let locked = tools.locked.map(\.planned)
    let inFiles = Set(tools.pins.filter(\.isInFile).map(\.tool))
    let pinned = pins.compactMap(\.planned).filter { inFiles.contains($0.tool) }
    return (tools.project.map(sourceRequests) ?? [])
      + requests(of: locked) { tool in
        tools.project.flatMap { $0.lock?.origin(of: tool.text, in: $0.lockName) }
      }
      + requests(of: pinned) { tool in tools.pins.first { $0.tool == tool }?.origin }
  }
}
