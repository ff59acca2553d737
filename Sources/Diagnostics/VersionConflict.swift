/// A set of requirements that no choice of versions can satisfy, with the proof.
package struct VersionConflict: Error, Hashable, Sendable {
  /// A fact or a change that may resolve the conflict.
  package enum Hint: Hashable, Sendable {
    /// A version that would be a solution if it were not excluded.
    case excluded(ExcludedVersion)
    /// Existing versions nearest to the requested ones, none of which exists.
    case nearest(tool: String, versions: [String])
    /// Existing names similar to one that does not exist.
    case similar(tool: String, names: [String])
    /// Requirements on the tool in the Toolfile with which all others could be met.
    case require(tool: String, requirements: [String])
    /// The same for a tool that `.tool-version` pins: the newest version that would be a
    /// solution; `nil` if removing the pin is better.
    case pin(tool: String, version: String?)
  }

  /// A step of the proof: terms that cannot all be true.
  package struct Node: Hashable, Sendable {
    /// A term such as `ruby >= 2.6`, or its negation: none of these versions is chosen.
    package struct Condition: Hashable, Sendable {
      package let tool: String
      package let versions: String
      package let isPositive: Bool

      /// Creates a condition; pass `false` as `isPositive` for the negation.
      package init(tool: String, versions: String, isPositive: Bool) {
        self.tool = tool
        self.versions = versions
        self.isPositive = isPositive
      }
    }

    /// The kind of fact that a node states, or `derived` if it follows from others.
    package enum Kind: String, Sendable {
      case wanted, limited, needed, unavailable, derived
      case noVersion = "no-version"
      case unknownTool = "unknown-tool"
    }

    package let kind: Kind
    package let terms: [Condition]
    /// The place that states the fact; `nil` for derived nodes and for facts about a source as
    /// a whole.
    package let origin: Origin?
    /// The indices of the two earlier nodes from which this one follows; empty for a fact.
    package let causes: [Int]

    /// Creates a node; `causes` are indices of earlier nodes, and empty for a fact.
    package init(kind: Kind, terms: [Condition], origin: Origin?, causes: [Int]) {
      self.kind = kind
      self.terms = terms
      self.origin = origin
      self.causes = causes
    }
  }

  /// The tools in the conclusion of the proof; at least one.
  package let tools: [String]
  /// The proof as lines of text for people.
  package let explanation: [Line]
  package let hints: [Hint]
  /// The proof for programs. The last node, which has no terms, is the conclusion.
  package let derivation: [Node]

  /// Creates a conflict with its proof in both forms, for people and for programs.
  package init(tools: [String], explanation: [Line], hints: [Hint], derivation: [Node]) {
    self.tools = tools
    self.explanation = explanation
    self.hints = hints
    self.derivation = derivation
  }
}
