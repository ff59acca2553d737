extension Conflict {
  /// A line of the proof for people: because of some premises, something holds. `Terminal` has the words.
  package struct Line: Hashable, Sendable {
    package let opening: Opening
    package let premises: [Premise]
    package let conclusion: Conclusion
    /// The number by which later lines refer to this one; nil where none does.
    package let number: Int?

    package init(opening: Opening, premises: [Premise], conclusion: Conclusion, number: Int?) {
      self.opening = opening
      self.premises = premises
      self.conclusion = conclusion
      self.number = number
    }
  }

  /// How a line hangs together with those before it.
  package enum Opening: Hashable, Sendable {
    /// It begins anew.
    case because
    /// The conclusion of the line before is a premise as well.
    case and
    /// The conclusions of the two lines before are the premises.
    case so
  }

  /// A tool and some of its versions.
  package enum Versions: Hashable, Sendable {
    /// `fastlane`: all there are.
    case all(tool: String)
    /// `fastlane 2.220`
    case one(tool: String, version: String)
    /// `fastlane >= 2.220`
    case some(tool: String, versions: String)
  }

  /// A requirement as its author wrote it: `~> 2.6`; empty for any version.
  package struct Wanted: Hashable, Sendable {
    package let tool: String
    package let requirement: String

    package init(tool: String, requirement: String) {
      self.tool = tool
      self.requirement = requirement
    }
  }

  package indirect enum Premise: Hashable, Sendable {
    /// Places are `Toolfile:9`.
    case wanted(Wanted, place: String)
    case limited(Wanted, place: String)
    case needs(Versions, Wanted)
    /// A tool whose versions need another version of itself.
    case needsItself(Versions, requirement: String)
    /// There are such versions, and an obstacle lies before each.
    case noneCanBeChosen(Versions)
    case noVersion(tool: String, versions: String)
    case unknown(tool: String)
    case excluded(Versions, Exclusion.Reason)
    /// The conclusion of the line with this number.
    case line(Int, Conclusion)
  }

  package enum Conclusion: Hashable, Sendable {
    /// What the project wants cannot be had: the end.
    case unobtainable(Wanted, place: String)
    /// The requirements of the project leave no version of a tool: the end.
    case noneWillDo(tool: String)
    /// One of these must be chosen.
    case required([Versions])
    case noneCanBeHad(tool: String)
    case cannotBeHad(Versions)
    case needs(Versions, oneOf: [Versions])
    case excludeEachOther([Versions])
    case togetherNeed([Versions], oneOf: [Versions])
  }
}
