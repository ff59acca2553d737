/// Why what is wanted cannot be had together.
package struct VersionConflict: Error, Hashable, Sendable {
  /// What might help.
  package enum Hint: Hashable, Sendable {
    /// It would do, but for the reason.
    case excluded(ExcludedVersion)
    /// Versions next to those that are asked for, of which there is none.
    case nearest(tool: String, versions: [String])
    /// Names that look like one that there is not.
    case similar(tool: String, names: [String])
    /// What a Toolfile would have to say of the tool for everything else to hold.
    case require(tool: String, requirements: [String])
    /// The same where `.tool-version` stands in the way: the newest version that would do, nil where no pin at all is better.
    case pin(tool: String, version: String?)
  }

  /// A step of the proof: terms that cannot all be true.
  package struct Node: Hashable, Sendable {
    /// `ruby >= 2.6`, or its negation: none of these is chosen.
    package struct Condition: Hashable, Sendable {
      package let tool: String
      package let versions: String
      package let isPositive: Bool

      package init(tool: String, versions: String, isPositive: Bool) {
        self.tool = tool
        self.versions = versions
        self.isPositive = isPositive
      }
    }

    package enum Kind: String, Sendable {
      case wanted, limited, needed, unavailable, derived
      case noVersion = "no-version"
      case unknownTool = "unknown-tool"
    }

    package let kind: Kind
    package let terms: [Condition]
    /// Who says so. nil for what follows, and for what is known of a source as a whole.
    package let origin: Origin?
    /// Places of the nodes that it follows from, both before it; none for a fact.
    package let causes: [Int]

    package init(kind: Kind, terms: [Condition], origin: Origin?, causes: [Int]) {
      self.kind = kind
      self.terms = terms
      self.origin = origin
      self.causes = causes
    }
  }

  /// The tools that the end of the proof is about, at least one.
  package let tools: [String]
  package let explanation: [Line]
  package let hints: [Hint]
  /// The proof for programs; the last node has no terms, and is the end.
  package let derivation: [Node]

  package init(tools: [String], explanation: [Line], hints: [Hint], derivation: [Node]) {
    self.tools = tools
    self.explanation = explanation
    self.hints = hints
    self.derivation = derivation
  }
}
