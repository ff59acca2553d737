extension VersionConflict {
  /// A line of the readable proof: premises and a conclusion, worded by `Terminal`.
  package struct Line: Hashable, Sendable {
    package let opening: Opening
    package let premises: [Premise]
    package let conclusion: Conclusion
    /// The number by which later lines refer to this one; `nil` if none does.
    package let number: Int?

    /// Creates a line. `number` is `nil` unless a later line refers to it.
    package init(opening: Opening, premises: [Premise], conclusion: Conclusion, number: Int?) {
      self.opening = opening
      self.premises = premises
      self.conclusion = conclusion
      self.number = number
    }
  }

  /// How a line continues the lines before it.
  package enum Opening: Hashable, Sendable {
    /// Starts a new chain.
    case because
    /// The previous line's conclusion is another premise.
    case and
    /// The conclusions of the previous two lines are the premises.
    case so
  }

  /// All, one, or some of the versions of a tool.
  package enum ToolVersions: Hashable, Sendable {
    case all(tool: String)
    /// One exact version, written as its source spells it.
    case one(tool: String, version: String)
    /// The versions in a range, such as `fastlane >= 2.220`.
    case some(tool: String, versions: String)
  }

  /// A requirement as its author wrote it, such as `~> 2.6`; empty for any version.
  package struct Wanted: Hashable, Sendable {
    package let tool: String
    package let requirement: String

    /// Creates a requirement; an empty `requirement` allows any version.
    package init(tool: String, requirement: String) {
      self.tool = tool
      self.requirement = requirement
    }
  }

  /// A fact, or an earlier conclusion, that a line of the proof builds on.
  package indirect enum Premise: Hashable, Sendable {
    /// A requirement on a wanted tool. `place` has the form `Toolfile:9`.
    case wanted(Wanted, place: String)
    /// A limit on the versions of a tool, which applies only if the tool is needed.
    case limited(Wanted, place: String)
    case needs(ToolVersions, Wanted)
    /// Versions of a tool that require another version of the same tool.
    case needsItself(ToolVersions, requirement: String)
    /// Versions that exist but are all ruled out.
    case noneCanBeChosen(ToolVersions)
    /// A range that contains no existing version.
    case noVersion(tool: String, versions: String)
    /// A tool that its source does not have.
    case unknown(tool: String)
    /// Versions that exist but cannot be chosen, for the given reason.
    case excluded(ToolVersions, ExcludedVersion.Reason)
    /// The conclusion of the line with this number.
    case line(Int, Conclusion)
  }

  /// A statement that follows from the premises of a line.
  package enum Conclusion: Hashable, Sendable {
    /// Ends the proof: a requirement of the project cannot be met.
    case unobtainable(Wanted, place: String)
    /// Ends the proof: the project's requirements allow no version of the tool.
    case unsatisfiable(tool: String)
    /// At least one of these must be chosen.
    case required([ToolVersions])
    /// No version of the tool can be chosen.
    case noneAvailable(tool: String)
    /// None of these versions can be chosen.
    case unavailable(ToolVersions)
    /// Each of these versions needs at least one of `oneOf`.
    case needs(ToolVersions, oneOf: [ToolVersions])
    /// These cannot all be chosen together.
    case excludeEachOther([ToolVersions])
    /// Choosing all of these requires at least one of `oneOf`.
    case togetherNeed([ToolVersions], oneOf: [ToolVersions])
  }
}
