extension VersionConflict {
  /// A line of the readable proof: premises and a conclusion, worded by `Terminal`.
  package struct Line: Hashable, Sendable {
    package let opening: Opening
    package let premises: [Premise]
    package let conclusion: Conclusion
    /// The number that later lines use to refer to this one. nil if none does.
    package let number: Int?

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

  package enum ToolVersions: Hashable, Sendable {
    case all(tool: String)
    case one(tool: String, version: String)
    /// `fastlane >= 2.220`
    case some(tool: String, versions: String)
  }

  /// A requirement as its author wrote it: `~> 2.6`. Empty for any version.
  package struct Wanted: Hashable, Sendable {
    package let tool: String
    package let requirement: String

    package init(tool: String, requirement: String) {
      self.tool = tool
      self.requirement = requirement
    }
  }

  package indirect enum Premise: Hashable, Sendable {
    /// A place is written `Toolfile:9`.
    case wanted(Wanted, place: String)
    case limited(Wanted, place: String)
    case needs(ToolVersions, Wanted)
    /// A tool whose versions require another version of the same tool.
    case needsItself(ToolVersions, requirement: String)
    /// Such versions exist, but each is ruled out.
    case noneCanBeChosen(ToolVersions)
    case noVersion(tool: String, versions: String)
    case unknown(tool: String)
    case excluded(ToolVersions, ExcludedVersion.Reason)
    /// The conclusion of the line with this number.
    case line(Int, Conclusion)
  }

  package enum Conclusion: Hashable, Sendable {
    /// Ends the proof: a requirement of the project cannot be met.
    case unobtainable(Wanted, place: String)
    /// Ends the proof: the project's requirements allow no version of the tool.
    case noneWillDo(tool: String)
    /// One of these must be chosen.
    case required([ToolVersions])
    case noneCanBeHad(tool: String)
    case cannotBeHad(ToolVersions)
    case needs(ToolVersions, oneOf: [ToolVersions])
    case excludeEachOther([ToolVersions])
    case togetherNeed([ToolVersions], oneOf: [ToolVersions])
  }
}
