internal import Diagnostics
internal import Layout
internal import Locking
internal import Manifests
internal import Projects
internal import Selection
internal import ToolSources
internal import Trust
internal import Versions
internal import Vocabulary

// Pins of tools whose definition says who must have published them.
extension PinResolution {
  /// Checks that a version meets the requirements of its definition on the publisher, as locking
  /// does, and those of the policy. Requests nothing if there are none.
  ///
  /// - Throws: ``LockProblem/unmetProvenance(_:)`` if it does not, or the problems of the sources.
  func checkPublisher(
    of pin: PinRequest, _ version: VersionText, _ definition: LockedDefinition?
  ) async throws(Problem) {
    guard
      DefinedPublisher(definition?.options ?? []).hasDemands
        || sources.access.policy.ruleAboutReleases != nil
    else { return }
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

// Resolves pins under the minimum age that the machine's policy requires.
extension PinResolution {
  /// Returns the newest candidate that the policy permits.
  ///
  /// - Throws: ``Problem/policy(_:)`` if only younger releases match, or the problem that none
  ///   matches.
  func newest(
    of pin: PinRequest, _ candidates: Candidates
  ) throws(Problem) -> SourceRelease {
    do {
      return try candidates.newest(for: [.current])
    } catch {
      guard let least = sources.access.policy.minimumCooldown,
        let release = try? candidates.withoutMinimumAge.newest(for: [.current])
      else { throw error }
      throw .policy(
        .forbidden([
          PolicyViolation(
            .age(released: release.released, least.value), least.line, tool: pin.tool,
            version: VersionText(release.version.spelling), origin: pin.origin)
        ]))
    }
  }
}
