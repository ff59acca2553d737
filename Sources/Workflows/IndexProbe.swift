package import Diagnostics
internal import Manifests
internal import SourceKinds
package import ToolSources
internal import Vocabulary

/// A request that tells whether the user's package index answers.
package struct IndexProbe: Sendable {
  private let sources: SourceProvider

  /// Creates a probe of the index that `sources` use for tools that name no other.
  package init(_ sources: SourceProvider) { self.sources = sources }

  /// Asks the index for a package, and returns why it does not answer, or `nil` if it does. An
  /// index without the package answers, too.
  package func failure() async -> Problem? {
    guard let name = ToolName("pip") else { return nil }
    let source = Toolfile.SourceReference(name: "pypi", address: nil, origin: .commandLine)
    let declared = DeclaredTool(name, from: source, origin: .commandLine)
    do {
      let source = try sources.source(of: declared)
      _ = try await source.package(try source.request(for: declared))
      return nil
    } catch {
      let problem = Problem(error)
      return problem.exitCode == .notAvailable ? nil : problem
    }
  }
}
