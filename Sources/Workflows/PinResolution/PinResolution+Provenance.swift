internal import Diagnostics
internal import Layout
internal import Locking
internal import Manifests
internal import Projects
internal import Selection
internal import ToolSources
internal import Versions
internal import Vocabulary

// Pins of tools whose definition says who must have published them.
extension PinResolution {
  /// Checks that a version meets the demands of its definition on the publisher, as locking it
  /// would. Requests nothing if the definition has none.
  ///
  /// - Throws: ``LockProblem/unmetProvenance(_:)`` if it does not, or the problems of the sources.
  func checkPublisher(
    of pin: PinRequest, _ version: VersionText, _ definition: LockedDefinition?
  ) async throws(Problem) {
    guard DefinedPublisher(definition?.options ?? []).hasDemands else { return }
    let requirement = Located(Requirement(exactly: version.text), at: pin.origin)
    let path = pin.origin.path ?? "\(pin.origin)"
    let project: Project
    do throws(SyntaxProblems) {
      project = Project(
        folder: root.path,
        toolfile: try Toolfile(
          requesting: [(tool: pin.tool, requirement: requirement)], for: [.current], path: path),
        pins: nil, lock: nil, catalog: sources.catalog)
    } catch {
      throw .syntax(error)
    }
    _ = try await locking.lock(of: project, definedBy: registries())
  }
}
