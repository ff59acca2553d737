internal import Diagnostics
internal import Resolution
internal import ToolSources
internal import Versions
internal import Vocabulary

/// A requirement of the project that no release of a tool meets by itself.
struct UnmetRequirement: Sendable {
  /// A release that would meet the requirement without its obstacles.
  struct Release: Sendable {
    let release: SourceRelease
    let obstacles: [Obstacle]

    /// The platforms that the release lacks if that is its only obstacle, or `nil` otherwise.
    var missingPlatforms: [String]? {
      guard obstacles.count == 1, case .platforms(let platforms) = obstacles[0] else { return nil }
      return platforms.isEmpty ? nil : platforms
    }
  }

  let tool: ToolName
  let problem: SourceProblem
  /// The releases that would meet the requirement without their obstacles, newest first. For a
  /// requirement that admits no listed version, a prerelease that leads to an admitted one.
  var excluded: [Release] = []
  /// The unmet requirement, or `nil` if the tool has no releases.
  var requirement: Requirement?
  /// The eligible versions that the requirement excludes, nearest first.
  var alternatives: [Version] = []
  /// Whether no choice of other tools can help. Another tool helps only if it names a prerelease.
  var isFinal = true
}
