extension VersionConflict {
  /// A line of the readable proof, which draws a conclusion from premises. `Terminal` turns it
  /// into a sentence.
  package struct Line: Hashable, Sendable {
    package let opening: Opening
    package let premises: [Premise]
    package let conclusion: Conclusion
    /// The number by which later lines refer to this one, or `nil` if none does.
    package let number: Int?

    /// Creates a line. Pass `nil` as `number` unless a later line refers to it.
    package init(opening: Opening, premises: [Premise], conclusion: Conclusion, number: Int?) {
      self.opening = opening
      self.premises = premises
      self.conclusion = conclusion
      self.number = number
    }
  }

  /// The way in which a line continues the lines before it.
  package enum Opening: Hashable, Sendable {
    /// The line starts a new chain of conclusions.
    case because
    /// The conclusion of the previous line is an additional premise.
    case and
    /// The conclusions of the previous two lines are the only premises.
    case so
  }

  /// All, one, or some of the versions of a tool.
  package indirect enum ToolVersions: Hashable, Sendable {
    case all(tool: String)
    /// Those of the versions that can be chosen.
    case usable(ToolVersions)
    /// One exact version, written as its source spells it.
    case one(tool: String, version: String)
    /// The versions in a range, such as `fastlane >= 2.220`.
    case some(tool: String, versions: String)
    /// The versions, where the tool is needed on these platforms.
    case on(ToolVersions, platforms: [String])
  }

  /// A tool and the requirement on it.
  package struct ToolRequirement: Hashable, Sendable {
    package let tool: String
    /// The requirement as its author wrote it, such as `~> 2.6`. Empty for any version.
    package let requirement: String
    /// The platforms on which the tool is required. Empty if they do not matter.
    package let platforms: [String]

    /// Creates a requirement. An empty `requirement` allows any version.
    package init(tool: String, requirement: String, platforms: [String] = []) {
      self.tool = tool
      self.requirement = requirement
      self.platforms = platforms
    }
  }

  /// A fact or an earlier conclusion from which a line of the proof follows.
  package indirect enum Premise: Hashable, Sendable {
    /// A requirement of the project. `place` is its location, such as `Toolfile:9`.
    case wanted(ToolRequirement, place: String)
    /// A limit on the versions of a tool, which applies only if another tool needs it. `place` is
    /// its location.
    case limited(ToolRequirement, place: String)
    /// Versions of a tool that need another tool. `place` is the location that states the need of
    /// one of these versions, or `nil` if it is not in a file.
    case needs(ToolVersions, ToolRequirement, place: String?)
    /// Versions of a tool that require another version of the same tool.
    case needsItself(ToolVersions, requirement: String, place: String?)
    /// Versions that exist, none of which can be chosen.
    case noneCanBeChosen(ToolVersions)
    /// A range that contains no existing version.
    case noVersion(tool: String, versions: String)
    /// A tool that its source does not have.
    case unknown(tool: String)
    /// Versions that exist but cannot be chosen, for the given reason.
    case excluded(ToolVersions, ExcludedVersion.Reason)
    /// Prereleases of a tool that no requirement names, if the versions `with` are chosen.
    case unnamedPrerelease(ToolVersions, with: [ToolVersions])
    /// The conclusion of the line with this number.
    case line(Int, Conclusion)
  }

  /// A statement that follows from the premises of a line.
  package enum Conclusion: Hashable, Sendable {
    /// A requirement of the project cannot be satisfied, which ends the proof. `place` is the
    /// location of the requirement.
    case unobtainable(ToolRequirement, place: String)
    /// The requirements of the project allow no version of the tool, which ends the proof.
    case unsatisfiable(tool: String)
    /// At least one of these versions must be chosen.
    case required([ToolVersions])
    /// No version of the tool can be chosen.
    case noneAvailable(tool: String)
    /// None of these versions can be chosen.
    case unavailable(ToolVersions)
    /// Each of these versions needs at least one of `oneOf`.
    case needs(ToolVersions, oneOf: [ToolVersions])
    /// These versions cannot all be chosen together.
    case excludeEachOther([ToolVersions])
    /// Choosing all of these versions requires at least one of `oneOf`.
    case togetherNeed([ToolVersions], oneOf: [ToolVersions])
  }
}
