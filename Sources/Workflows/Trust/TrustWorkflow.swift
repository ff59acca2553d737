package import Diagnostics
internal import Filesystem
internal import Layout
package import Locking
internal import Manifests
internal import Projects
package import Selection
package import ToolSources
package import Trust

/// The search for what a folder's files ask the user to accept.
package struct TrustWorkflow: Sendable {
  private let sources: SourceProvider
  private let locking: LockWorkflow
  private let observe: @Sendable (WorkflowEvent) -> Void

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - sources: Opens the sources of pinned tools, and knows which sources are the user's own.
  ///   - locking: Resolves the gems of pinned gem tools.
  ///   - observe: Receives progress events.
  package init(
    _ sources: SourceProvider, locking: LockWorkflow,
    observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    self.sources = sources
    self.locking = locking
    self.observe = observe
  }

  /// Returns what the files of a folder ask the user to accept, as the next install and `exec` will
  /// ask it.
  ///
  /// Without a lock, only the sources are known yet. For a pin that no lock covers and that is not
  /// installed, the source is queried for the executables.
  ///
  /// - Throws: ``FileProblem/noManifest(directory:)`` if no file requires a tool, or the
  ///   problems of the files or of the sources.
  package func requests(for selector: Selector) async throws(Problem) -> FolderRequests {
    // `lock` may need the consent before it can resolve the conflicts of a lock.
    let tools = try selector.folderTools(isRelocking: true)
    guard let folder = try selector.consentFolder(try selector.pinChain()) else {
      throw .project(.file(.noManifest(directory: selector.directory.string)))
    }
    var own: [PinRequest] = []
    for pin in tools.pins where pin.isInFile {
      if try selector.consentFolder(of: pin) == folder, let request = PinRequest(pin) {
        own.append(request)
      }
    }
    let resolution = PinResolution(
      root: sources.access.root, sources: sources, locking: locking,
      surroundings: try? selector.pinChain(), observe: observe)
    let pins = try await resolution.resolve(own, isForced: false)
    let all = try await TrustReview(sources, in: selector.directory).requests(
      of: tools, pins, selector)
    return all.first { $0.folder == folder } ?? FolderRequests(folder: folder)
  }
}

extension SelectedPin {
  /// Whether the pin comes from a `.tool-version` file, rather than the user's own variable.
  var isInFile: Bool { place == .toolVersionFile }
}
